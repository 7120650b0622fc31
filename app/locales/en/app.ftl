# The English texts. Same keys and same variables as ja/app.ftl (tested in locale.rs).

## The frame

site-sentence = Hitotsu — one slot, one booking.
site-title = { $title } | { $clinic }
site-title-after = { $what }: { $title }
page-skip = Skip to content
page-bookings = My bookings
page-phone = Phone { $phone }
page-privacy = Privacy
page-other-language = 日本語

## What a title says first after a press

title-error = Error
title-press-again = Please press once more
title-signed-out = Your sign-in had ended
title-wait = Please wait
title-unknown = Not known yet
title-broken = Something went wrong
title-not-done = Not done
title-not-booked = Not booked
title-already = Already done
title-kept = The first one is kept
title-held-other = The other time is not kept
title-retaken = Kept for you again
title-more-time = You have more time
title-released = You let the time go
title-booked = Booked

## Steps

steps-label = Booking steps
step-service = Visit
step-time = Time
step-details = Your details
step-answer = Answer
step-numbered = { $number } { $step }

## Marks and the words beside them

mark-free = free
mark-few = few left
mark-full = full
mark-closed = closed
mark-phone = by phone only
mark-past = over
mark-too-soon = too soon
mark-mine = held for you
marks-legend = What the marks mean

## States of a booking (patient)

state-held = held for you (not booked yet)
state-requested = requested, not yet confirmed
state-confirmed = confirmed
state-declined = could not be accepted
state-expired-hold = time ran out
state-expired-request = not answered in time
state-cancelled = cancelled
state-not-taken = not booked
state-receipt = what happened

## Where a request stands

path-label = Where your request stands
path-held = held
path-requested = requested
path-confirmed = confirmed

## States (staff)

staff-free = free
staff-held = held
staff-requested = requested
staff-confirmed = confirmed
staff-declined = declined
staff-expired-hold = time ran out
staff-expired-request = not answered in time
staff-cancelled = cancelled
staff-arrived = arrived
staff-with-doctor = with doctor
staff-done = done
staff-no-show = no-show
staff-closure = Closures
staff-extra = extra
staff-nav-label = Front desk
staff-day = Day board

## Words of a visit

visit-first = first visit
visit-return = return visit
visit-any-doctor = any doctor

## Sentences of the states

sentence-held-until = This time is kept for you until { $until }.
sentence-held-not-yet = It is not booked yet.
sentence-held = { sentence-held-until } { sentence-held-not-yet }
sentence-requested-received = We have your request.
sentence-requested-not-yet = It is not confirmed yet.
sentence-requested-answer = We will answer by { $deadline } ({ $channel }).
sentence-requested-kept = Nobody else can take this time meanwhile.
sentence-confirmed-short = Your appointment is confirmed.
sentence-confirmed-come = Please come to { $clinic } on { $when }.

channel-phone = by phone

## Refusals and notices

refusal-taken-sorry = Sorry,
refusal-taken-what = somebody else has just taken this time.
refusal-not-booked = It is not booked for you.
refusal-taken-near = These are the nearest free times.
refusal-taken = { refusal-taken-sorry } { refusal-taken-what } { refusal-not-booked } { refusal-taken-near }
refusal-hold-taken = Your time ran out and somebody else took this slot. It is not booked for you. What you typed is kept; please choose another time.
refusal-form-expired = This page was open too long. Nothing was accepted from this press. What you typed is kept; please check and press once more.
notice-retaken = Your time had run out, but the slot was still free, so we kept it for you again.
notice-already-received = We already have this, received at { $time }.
notice-already-one = You pressed twice; there is exactly one booking, the first.
notice-already-one-request = You pressed twice; there is exactly one request, the first.

## What happened to a press

receipt-nothing-short = Nothing is booked.
receipt-nothing-as-of = As of { $time } this has not reached us and nothing is booked.
receipt-nothing-safe = Sending again is safe: it can't book twice.
receipt-unknown = We can't tell yet whether it went through. Wait a moment, then press "{ receipt-see }". Sending again can't book twice.
receipt-no-answer = No answer yet. You can see whether it arrived.
receipt-see = See what happened

## Buttons

button-sending = Sending…
button-loading = Loading…
button-send-request = Send this request
button-send-booking = Book this time
button-see-times = See free times
button-more-time = More time
button-release = Let this time go
button-cancel = Cancel the booking
button-call-clinic = Call the clinic ({ $phone })
button-back = Back
button-confirm = Confirm
button-decline = Decline
button-undo = Undo
button-call-done = Called
button-new-booking = New booking

## Fields

field-optional = optional
field-all-required = Please fill in everything that is not marked optional.
error-prefix = Error:{ " " }
error-summary-title = { $count ->
    [one] Please put 1 thing right
   *[other] Please put { $count } things right
 }
error-summary-kept = Nothing has been sent yet. What you typed is kept.

birth-label = Date of birth
birth-era = How the year is counted
birth-year = Year
birth-month = Month
birth-day = Day
birth-typed = { $year }-{ $month }-{ $day } ({ $era })
era-ce = Western
era-reiwa = Reiwa
era-heisei = Heisei
era-showa = Showa
era-taisho = Taisho

## Time that is left

countdown-until = until { $time }
countdown-left = { $time } left
countdown-soon = Your time is nearly up. Press "{ button-more-time }" to keep it.
countdown-over = Time is up. Send anyway: if it is still free, it is yours.

## Words of time

time-today = today
time-morning = Morning
time-afternoon = Afternoon
time-whole-day = All day
time-remaining = { $time } left
time-remaining-open = { $time } of opening hours left
time-minutes = { $minutes } min
time-under-minute = under 1 min
time-days = { $days ->
    [one] 1 day
   *[other] { $days } days
 }
time-hours = { $hours } h
time-hours-minutes = { $hours } h { $minutes } min
time-seconds = { $seconds } s
time-minutes-seconds = { $minutes } min { $seconds } s

## Choosing a time

week-label = Week
week-previous = Previous week
week-next = Next week
day-nav-label = Go to a day
slot-closed-half = { $half }: closed
slot-over-half = { $half }: booking is over
slot-closed-day = Closed
slot-over-day = Booking is over

## Lists and the day board (staff)

requests-label = Requests waiting for an answer
request-deadline = Answer by
request-person = { $name }
request-age = age { $age }
board-label = Day board
board-caption = Day board for { $day }. A column for each resource, a row for each quarter of an hour
board-time = Time
board-open = { $time } { $resource }: free, new booking
board-until = until { $time }
board-deadline = answer by { $time }
board-seats = { $taken } of { $seats }
day-previous = Previous day
day-next = Next day

## Mistakes in the details (patients, staff)

mistake-name-missing = Enter your name, for example Hanako Yamada.
mistake-name-long = Enter a name of at most { $most } characters.
mistake-name-characters = The name has line breaks or other characters that can't be shown. Please remove them.
mistake-kana-missing = Enter the reading of the name in katakana, for example ヤマダ ハナコ.
mistake-kana-long = Enter a reading of at most { $most } characters.
mistake-kana-characters = Enter the reading in katakana or hiragana, for example ヤマダ ハナコ.
mistake-birth-missing = Enter your date of birth.
mistake-birth-era = Choose how the year of birth is counted (Western, Showa and so on).
mistake-birth-year-missing = Enter the year of birth.
mistake-birth-year-number = Enter the year of birth in digits.
mistake-birth-year-short = Enter the Western year with four digits, for example 1981.
mistake-birth-era-year = This era has the years 1 to { $last }. Check the era or the year.
mistake-birth-month-missing = Enter the month of birth.
mistake-birth-month = Enter the month of birth as a number from 1 to 12.
mistake-birth-day-missing = Enter the day of birth.
mistake-birth-day-number = Enter the day of birth in digits.
mistake-birth-no-such-day = { $month } has the days 1 to { $last }. Check the day.
mistake-birth-future = The date of birth is after today. Check the year.
mistake-birth-early = The date of birth is before 1900. Check the year.
mistake-phone-missing = Enter a phone number, for example 090-1234-5678.
mistake-phone-length-japan = Check the number of digits: mobile and 050 numbers have 11, others 10. It has { $digits } now. A number from abroad begins with +.
mistake-phone-length = { $digits ->
    [one] The phone number has 1 digit, which does not fit. Begin with + if it has a country code.
   *[other] The phone number has { $digits } digits, which does not fit. Begin with + if it has a country code.
 }
mistake-phone-characters = Enter the phone number in digits. An extension can go into "Message to the clinic".
mistake-email-wrong = Check the e-mail address, for example hanako@example.jp.
mistake-note-long = The message can have { $most } characters. It has { $characters } now.
mistake-note-characters = The message has characters that can't be shown. Please remove them.

## Full pages of the front door

plain-home = Hitotsu
plain-broken-title = Something went wrong
plain-broken = Because of a fault on our side we can't show this page. Please wait a moment and try again. Sending again from the same screen can't book twice.
plain-busy-title = Very busy just now
plain-busy = Nothing was accepted from this press. Please wait a moment and try again.
plain-kept = Nothing was accepted from this press, and the page can't be shown just now. What you typed is kept here. Please wait a moment and send it again.
plain-kept-unknown = We can't tell yet whether it went through, and the page can't be shown just now. What you typed is kept here. Wait a moment, then send it again: sending again can't do it twice.
plain-send-again = Send again
plain-method-title = This page can't be opened directly
plain-method = Please go back to the page before, or start from the first page. No booking was changed.

## Staff: the frame

staff-product = Hitotsu
staff-count = { $count }
staff-as-of = As of { $time }
staff-refresh = Refresh
staff-signed-in-as = Signed in as { $name }
staff-sign-out = Sign out
staff-try-again = Open it again
staff-to-desk = To the day board
staff-to-clinics = To the list of clinics
staff-not-found-title = Page not found
staff-not-found = There is nothing at this address, or it does not belong to your clinic.
staff-fault-title = This can't be shown just now
staff-fault-busy = The system is busy; this was not begun and changed nothing. Please wait a moment and press once more.
staff-fault-broken = It failed and was rolled back; this changed nothing. Please try once more. If it goes on, tell your administrator this number: { $number }
staff-open-visit = Open
staff-requests = Requests
staff-calls = Calls to make
staff-whole-clinic = Whole clinic
staff-choose = Please choose
staff-show = Show

## Staff: signing in

staff-sign-in = Sign in
staff-sign-in-title = Sign in to the front desk of { $clinic }
staff-login = Name to sign in with
staff-password = Password
staff-sign-in-late = Your sign-in had ended, so what you just pressed was not done. Sign in, and you are back on that page with what you typed.
staff-sign-in-empty = Please enter name and password.
staff-sign-in-wrong = The name or the password is wrong. Please check both and try once more.
staff-sign-in-demo = In the demo the name is "reception" and the password is "hitotsu-demo".

## Staff: when a press came to nothing

staff-say-press-again = Nothing has been accepted from this page yet. Please check and press once more.
staff-say-signed-in = You are signed in again. What you pressed before was not done. Please check and press once more.
staff-say-cookies = Your browser takes no cookies, so nothing can be accepted. Please allow them and press once more.
staff-say-foreign-origin = This was sent from another site and was not accepted. Please press once more on this page.
staff-say-too-large = This is too long and was not accepted. Please shorten it and press once more.
staff-say-broken-off = This broke off on its way, so nothing was done. Please press once more.
staff-say-too-many = { $seconds ->
    [one] Too many tries: please wait 1 second. Other names are not affected.
   *[other] Too many tries: please wait { $seconds } seconds. Other names are not affected.
 }
staff-say-unknown = We can't tell yet whether it went through. Wait a moment, then refresh this page to see. Pressing again can't do it twice.
staff-refused-taken = This time has just been taken by another booking. Nothing has changed. Please choose another time.
staff-refused-expired = Your hold ran out and another booking has this time. Nothing is booked. Please choose another time.
staff-refused-not-offered = That combination of service, visit and doctor is not offered. Please choose another.
staff-refused-closed = The clinic is closed then. Please choose another time.
staff-refused-off-grid = No slot begins then. Please choose from the table.
staff-refused-past = The time of the visit has passed, so this can't be done.
staff-refused-too-soon = The visit is too near. Please choose another time.
staff-refused-too-far = That is further ahead than can be booked. Please choose a nearer day.
staff-refused-form-expired = This page was open too long. What you pressed was not done. Please check and press once more.
staff-refused-form-foreign = This page was opened while somebody else was signed in. What you pressed was not done. Please check and press once more.
staff-refused-hold-changed = Another time is held. Please look at the day board.
staff-refused-already-sent = This was sent before. The first one is kept.
staff-refused-wrong-status = It is "{ $status }" now, so this can't be done. Below is how it stands.
staff-refused-no-more-time = No more time can be given.
staff-refused-empty-span = The end lies before the beginning, or has passed. Please check date and times.
staff-refused-not-allowed = You can't do this.

## Staff: states and people

staff-released = let go
staff-cancelled-by-patient = cancelled by patient
staff-no-name-yet = no name yet
staff-anyone-chosen = any doctor → { $resource }
staff-service-with = { $service }, { $resource }
staff-day-and-time = { $day }, { $time }
staff-kana-age = { $kana }, { $age }
staff-speaks-english = English
staff-speaks-japanese = Japanese
staff-quoted = “{ $text }”
staff-who-staff = front desk, { $name }
staff-who-reception = front desk
staff-who-patient = patient
staff-who-system = automatic
staff-when-who = { $when }, { $who }

## Staff: requests

staff-requests-title = Requests ({ $count })
staff-requests-order = The nearest deadline first.
staff-requests-none = No request is waiting.
staff-requests-once = If two of you press at once, it changes once, and there is one call to make.
staff-quicker = The booking of { $name } is "{ $state }" already ({ $by }). What you pressed has changed nothing.
staff-expired-note = Not answered in time, so the time is free again. Please call the patient (see "Calls to make").
staff-told-at = Goes to "Calls to make" at { $time }. Undo it before then and nobody need be told.

## Staff: declining and cancelling

staff-decline-title = Decline this request
staff-decline-consequence = The time becomes free, and in 2 minutes this goes to "Calls to make". Press "Undo" before then and nobody is told.
staff-cancel-title = Cancel this booking
staff-cancel-verb = Cancel this booking
staff-cancel-consequence = The time becomes free, and in 2 minutes this goes to "Calls to make". Press "Undo" before then and nobody is told.
staff-reason = Reason for the patient
staff-reason-hint = Shown in the patient's language (Japanese or English).
staff-reason-doctor-away = the doctor is not there then
staff-reason-other-slot = needs another length or equipment
staff-reason-please-call = please call us first
staff-reason-other-clinic = another clinic or department is right
staff-reason-clinic-closed = the clinic is closed then
staff-reason-asked = the patient asked for it
staff-note = Note for the clinic
staff-note-hint = The patient does not see it.
staff-mistake-reason = Please choose a reason for the patient.
staff-mistake-note = The note may have { $most } characters; it has { $now }.

## Staff: one booking

staff-visit-title = Booking of { $name }
staff-hold-title = Held, { $when }
staff-near-what = Choose one, and what you typed goes with you.
staff-back-to-day = Day board of this day
staff-fact-state = State
staff-fact-when = When
staff-fact-what = Visit
staff-fact-service = Service
staff-fact-doctor = Doctor
staff-fact-visit = First or return
staff-fact-deadline = Deadline
staff-fact-name = Name
staff-fact-kana = Reading
staff-fact-phone = Phone
staff-fact-email = E-mail
staff-fact-language = Language
staff-fact-note = From the patient
staff-birth-age = { $date } ({ $age })
staff-flag-outside = outside opening hours
staff-flag-closed = inside a closure
staff-held-by-patient = The patient is filling in. When the deadline passes, the time is free again.
staff-held-until = { $minutes ->
    [one] Held until { $time } (1 minute). It is not a booking yet.
   *[other] Held until { $time } ({ $minutes } minutes). It is not a booking yet.
 }
staff-hold-over = The hold has run out. What you typed is kept. Press as it is: if the time is still free, it becomes a booking.
staff-details-title = Who is it for?
staff-details-required = Name and phone number are enough.
staff-book = Book this time
staff-note-kept = This was booked before. The first details are kept; the later ones were not used.
staff-booked = Booked and confirmed.
staff-book-another = Book another
staff-undo-what = If the time is still free, it goes back to what it was.
staff-history = What happened so far
staff-history-when = When
staff-history-what = What
staff-history-who = Who
staff-event-held = held
staff-event-extended = given more time
staff-event-retaken = taken again after its time ran out
staff-event-requested = requested
staff-event-confirmed = confirmed
staff-event-declined = declined
staff-event-cancelled = cancelled
staff-event-released = let go
staff-event-swapped = changed for another time
staff-event-expired = deadline passed
staff-event-undone = undone

## Staff: the day board

staff-day-title = Day board, { $day }
staff-day-nav = Date
staff-day-closed = The clinic is closed on this day, and nothing is booked.
staff-pick-date = Choose a date
staff-work = Today's work
staff-answer-them = Answer
staff-see-calls = See the list
staff-answer-until = by { $time }
staff-column-visits = { $count ->
    [one] 1 booking
   *[other] { $count } bookings
 }
staff-column-requests = { $count ->
    [one] 1 request
   *[other] { $count } requests
 }
staff-nobody-works = Outside opening hours, { $span }
staff-ended = Cancelled, declined and run out on this day

## Staff: booking for a patient

staff-from-date = From
staff-near = The nearest free times
staff-choose-service = Choose a service, then press "{ button-see-times }".
staff-wanted = The time chosen on the board:
staff-wanted-not-free = There is no free time for this service at { $when }.

## Staff: closures

staff-closures-title = Closures
staff-closures-what = Nothing new is booked in a closed period. Existing bookings stay.
staff-closures-none = There is no present or coming closure.
staff-closed-now = closed now
staff-reopen = Open again
staff-inside = { $count ->
    [one] 1 booking stays in this period
   *[other] { $count } bookings stay in this period
 }
staff-inside-none = Nothing is booked in this period.
staff-close-new = Close a period
staff-close-who = For whom
staff-close-date = Date
staff-close-from = From
staff-close-until = Until
staff-close-clock-hint = 24-hour clock, in steps of five minutes, such as 9:00
staff-close-until-hint = The end of the day is 24:00
staff-close-reason = Reason
staff-close-reason-hint = Shown to staff alone.
staff-close-verb = Close this period
staff-closed-title = Closure added
staff-closed-at = Added at { $time }.
staff-nothing-cancelled = Nothing was cancelled.
staff-closed-ended = The closure added at { $time } has been ended since: the period is open again.
staff-close-another = Close another period
staff-mistake-resource = Please choose from the list for whom it is.
staff-mistake-date = Please check the date: there is no such day.
staff-mistake-clock = Please enter a time such as 9:00 (24-hour clock).
staff-mistake-five = Please enter a time in steps of five minutes.
staff-mistake-skipped = The clocks skip that time on that day. Please choose another.
staff-mistake-order = The end has to come after the beginning.
staff-mistake-past = That has passed. Please check date and times.
staff-mistake-closing-reason = Please enter a reason.
staff-mistake-long = At most { $most } characters, please.

## Staff: calls

staff-calls-title = Calls to make ({ $count })
staff-calls-label = Patients to call
staff-calls-what = These patients have to be told by phone. Press "Called" once you have told them.
staff-calls-none = Nobody has to be called.
staff-call-since = Since
staff-call-done = called
staff-tell-confirmed = Tell them that the booking is confirmed
staff-tell-declined = Tell them that the request can't be accepted
staff-tell-cancelled = Tell them that the clinic had to cancel
staff-tell-not-answered = Tell them that the request was not answered in time and has expired
staff-tell-restored = Tell them that the cancellation was undone and the booking is valid
staff-tell-because = { $tell }. Reason: { $reason }

## Patient pages: everywhere

patient-product = Hitotsu
patient-zone = All times are { $zone }.
zone-japan-time = Japan time (JST)
zone-local-time = local time ({ $zone })
patient-what = { $service }, { $visit } ({ $minutes } min)
patient-what-with = { $what }, { $doctor }
patient-chosen = The time you chose: { $when }, { $service }, { $visit }
patient-held = { $when } is kept for you until { $until }. It is not booked yet.
patient-by-phone = You can also book by phone:
patient-in-a-hurry = If it is urgent, please call:
patient-questions = Questions? Please call:
patient-try-again = Open it again
patient-back-to-page = Back to the page
patient-choose-again = Choose again
patient-service-minutes = First visit { $first } min, return visit { $again } min
patient-service-return-only = { $minutes } min, return visits only

## Patient pages: refusals

patient-say-no-token = We could not check where this press came from. Nothing was accepted from it. What you typed is kept; please check and press once more.
patient-say-no-cookie = Nothing was accepted from this press. Please press once more. (Your browser had no cookie from us; it has one now.)
patient-say-typed-kept = What you typed is kept.
patient-say-foreign-origin = This press came from another site, so it was not accepted. Nothing was booked or changed by it. Please book from the pages of this site.
patient-say-too-large = What was sent is too large, so it was not accepted. Nothing was booked or changed by it. Please write a shorter message and send it again.
patient-say-broken-off = What was sent broke off on its way, so it was not accepted. Nothing was booked or changed by it. Please press once more.
patient-say-too-many = That was pressed many times within a short while, so we ask you to wait. Nothing was accepted from this press. What you typed is kept; please press once more after { $time }.
patient-say-busy = We are very busy and could not begin. Nothing was booked or changed by this press. What you typed is kept; please wait a moment and press once more.
patient-say-broken = Something went wrong on our side. Nothing was booked or changed by this press. What you typed is kept; please press once more. If it goes on, tell the clinic the number "{ $number }".
patient-refused-expired = Your time ran out. This time is not booked for you. What you typed is kept; please choose another time.
patient-refused-not-found = There is no such booking of this browser.
patient-refused-not-offered = This combination of visit, first or return, and doctor can't be booked online. Please choose another one or call the clinic.
patient-refused-closed = The clinic is closed at this time.
patient-refused-off-grid = A booking can't begin at this time.
patient-refused-past = This time has already passed.
patient-refused-too-soon = This time is too near to be booked online.
patient-refused-too-far = Booking for this day has not opened yet.
patient-refused-form-foreign = This page was opened under an earlier cookie. Nothing was accepted from this press. What you typed is kept; please check and press once more.
patient-refused-already-sent = This was sent in before. The first one is kept.
patient-refused-wrong-status = This can't be done now ({ $status }). Nothing has changed.
patient-refused-no-more-time = This time can't be kept for longer. Please send the form by the time shown.
patient-refused-too-many-bookings = { $limit ->
    [one] This telephone number already has a booking to come at this clinic (a request counts too), and can't have more online. Nothing was booked by this press. What you typed is kept.
   *[other] This telephone number already has { $limit } bookings to come at this clinic (requests count too), and can't have more online. Nothing was booked by this press. What you typed is kept.
}
patient-too-many-cancel = If you don't need one of them, cancel it, then press again on this page:
patient-too-many-bookings = { page-bookings } (opens in a new tab)
patient-too-many-call = If you need them all, please call:
patient-refused-not-allowed = This can't be done. Nothing has changed.
patient-cookies-title = Cookies are blocked, so we can't go on
patient-cookies-what = This browser is set to keep no cookies. Nothing was accepted from this press, and nothing is booked.
patient-cookies-how = To prevent double bookings, and to show you your bookings later, this site keeps one mark in a cookie. Please allow cookies for this site in the settings of your browser, or book by phone.
patient-foreign-title = This press was not accepted
patient-not-offered-title = This can't be booked online
patient-fault-title = This page can't be shown just now
patient-fault-busy = We are very busy. Please wait a moment and open it again. Looking never changes a booking.
patient-fault-broken = Something went wrong on our side. Please wait a moment and open it again. If it goes on, tell the clinic the number "{ $number }".
patient-reason-doctor-away = The doctor is away at that time.
patient-reason-other-slot = This visit needs another length of time or other equipment. Please choose another time.
patient-reason-please-call = The clinic would like to talk to you first. Please call.
patient-reason-other-clinic = Another clinic or department is the right one for this. Please call for details.
patient-reason-clinic-closed = The clinic is closed at that time after all.
patient-reason-asked = This was done because you asked for it.

## Patient pages: not found

not-found-title = There is no such page
not-found-what = The address is wrong, or it can't be seen from this browser. If you booked on another device, open it there, or use the address under "See it on another device" on the page of your booking.
not-found-to-clinic = To the clinic's first page
not-found-to-clinics = To the list of clinics

## Patient pages: the first page

home-title = Choose a clinic
home-what = Where would you like to book?
home-none = No clinic takes bookings here at the moment.
clinic-title = Book a visit
clinic-what = Choose three things, and you see the free times.
clinic-service = What is the visit for?
clinic-service-missing = Choose what the visit is for.
clinic-service-detail = { $length }. { $note }
clinic-visit = Is this your first visit here?
clinic-visit-missing = Choose first or return visit.
clinic-first = First visit
clinic-return = Return visit
clinic-any = Any doctor
clinic-first-detail = New, or more than two years ago
clinic-return-detail = Here within two years
clinic-doctor = Doctor
clinic-any-detail = Shows the most free times
clinic-phone = Phone
clinic-hours = Opening hours
clinic-hours-day = Day
clinic-hours-open = Open
clinic-cancel-until = You can cancel on this site until the visit begins.

## Patient pages: times

times-title = Choose a time
times-chosen = { $service }, { $visit }, { $doctor }
times-choose-again = Choose again
times-held-swap = If you choose another time, it takes the place of this one.
times-held-go-on = Go on with it
times-over-or-soon = over or too soon
times-nothing = There is no free time in this week.
times-none-fits = If no time fits, please call:
slot-far-day = Not open for booking yet
slot-closed-day-why = Closed: { $why }
near-expired-title = Your time ran out.
near-expired-taken-title = Your time ran out and somebody else took this slot.
near-typed-kept = What you typed is kept. Choose a time, and you go on with it.
near-other-times = See other times
near-none = There is no free time on the days near it.
patient-note-released = You let the time go. It is not booked for you.
patient-note-held-other = Another time is kept for you already, and it stays. The time you pressed just now is not kept.

## Patient pages: details

details-title = Your name and contact details
details-name = Name
details-name-hint = For example: Hanako Yamada
details-kana = Reading of the name
details-kana-hint = In katakana or hiragana
details-phone = Phone number
details-phone-hint = Where we reach you in the daytime. From abroad, begin with +
details-email = E-mail address
details-email-hint = We answer by phone. If we can't reach you, this helps
details-note = Message to the clinic
details-note-hint = Symptoms, or what we should know
details-after-request = This is not yet a confirmed booking. The clinic looks at it and answers by phone.
details-after-booking = Your appointment is confirmed when you press this.
details-more-time-done = It is kept for you until { $until } now.
details-lost-title = You can't go on from this page
details-lost = This time is not kept for this browser (its cookie is gone, or the page is from another device). Nothing was booked or changed by this press.
details-lost-typed = What you typed (to be copied)

## Patient pages: the booking

fact-visit = Visit
fact-doctor = With
fact-name = Name
fact-person = { $name }
fact-phone = Phone
fact-email = E-mail
fact-note = Message
fact-place = Place
fact-bring = Please bring
note-already-held = This time has been kept for you since { $time }. You pressed twice; it is kept once.
note-already-over = This was done before. Pressing again changed nothing.
note-kept = We already have this, received at { $time }. The first one is kept.
note-kept-what = What was sent later was not used. Below is what we have. To change it, please call.
button-withdraw = Withdraw the request
requested-may-close = You may close this page. You find it under "{ page-bookings }" at any time. If it is urgent, please call:
requested-may-close-link = You may close this page. The same address shows it again. If it is urgent, please call:
confirmed-cancel-until = You can cancel until the visit begins. To change the time, or if you are late, please call:
confirmed-over = The time of this booking has passed.
held-elsewhere-title = Being filled in, not booked yet.
held-elsewhere = The form is being filled in on the device that chose this time. You can't go on from here.
over-request-title = Your request was not answered in time.
over-request = The clinic did not confirm it by the deadline. This time is not booked for you.
over-hold-title = Your time ran out.
over-declined-title = Your request could not be accepted.
over-released-title = This time was let go.
over-released-state = let go
over-by-clinic-title = The clinic had to cancel this.
over-cancelled-title = Your booking is cancelled.
over-withdrawn-title = You withdrew your request.
over-free-again = The time is free for others again.
link-title = See it on another device
link-what = Send this address to another device or to your family: it shows this booking and can cancel it.
link-secret = Whoever knows the address can open it. Send it only to those who should.
cancel-title = Cancel this booking?
cancel-what = If you cancel, others can take this time.
cancel-request-title = Withdraw this request?
cancel-request = If you withdraw it, others can take this time.
cancel-keep = Keep it
cancel-other-time = If you only want another time, please call:
bookings-title = My bookings
bookings-what = Bookings made with this browser.
bookings-none = This browser has made no bookings.
bookings-elsewhere = Bookings made on other devices or by phone are not shown here. Questions:
bookings-new = New booking
bookings-open = Open
bookings-answer-by = Answer by { $time }
bookings-kept-until = Kept for you until { $time }
bookings-over = Past and cancelled
bookings-been = over

## Patient pages: what happened to a press

receipt-nothing-title = What happened: it has not arrived
receipt-yes-title = What happened: it has arrived
receipt-yes = It arrived at { $time }.
receipt-yes-held = The time was kept for you. It is not booked yet.
receipt-yes-requested = We have your request. It is not confirmed yet.
receipt-yes-confirmed = Your appointment was confirmed.
receipt-yes-cancelled = It was cancelled.
receipt-yes-done = It was done.
receipt-yes-one = However often it is sent, it counts once. The next page shows where it stands now.
receipt-open = See where it stands
receipt-back = Back to the form
receipt-again = Look again
receipt-bookings = Other bookings of this browser are here:
receipt-slow = On a weak line it can take a while to arrive. If it does not work, please call:
receipt-strange-title = This has arrived.
receipt-strange = Only the browser that sent it can see more.

## Patient pages: personal data

privacy-what-title = What we keep
privacy-what = What you write: name, its reading, date of birth, phone number, e-mail address and message. And the time of the booking, with a record of what was requested, changed or cancelled and when.
privacy-why-title = What it is for
privacy-why = Only to make the booking, to reach you, and to prepare the visit. Not for advertising, and not to follow you on other sites.
privacy-who-title = Who can see it
privacy-who = The staff of { $clinic } and those who run this system. No other patient and no other clinic.
privacy-how-long-title = How long it stays
privacy-how-long = Bookings that were cancelled or ran out stay on record, so that the clinic can tell what happened. If you want something deleted or corrected, please tell the clinic.
privacy-browser-title = What we put into your browser
privacy-browser = One random number in a cookie (for 400 days at most), so that you can see your bookings and a double press counts once; and the language you chose.
privacy-link-title = The address for another device
privacy-link = Whoever knows the address under "See it on another device" can see that booking and cancel it.
privacy-ask = Questions:

## Staff: double presses caught

staff-caught-title = Double presses caught
staff-caught-week = { $count ->
    [one] In the last 7 days one double press was caught. It had one effect.
   *[other] In the last 7 days { $count } double presses were caught. Each had one effect.
}
staff-caught-none = In the last 7 days no double press has arrived.
staff-caught-double = Pressed or sent again
staff-caught-by = What was pressed again
staff-caught-two = Another action came first
staff-caught-what = What happened
staff-caught-button = Button
staff-caught-today = Today
staff-caught-days = { $count } days
staff-caught-not = Second presses that the button itself stopped never get here, so they are not counted.
caught-same-form = The same form arrived again
caught-same-form-result = The first result was shown
caught-changed-form = A form was changed and sent again
caught-changed-form-result = The first one was kept
caught-already-so = Another page asked for what was done already
caught-already-so-result = Nothing was changed
caught-already-sent = Details came from another page after they had been sent
caught-already-sent-result = The first ones were kept
caught-old-press = An old press arrived late
caught-old-press-result = The time held meanwhile was kept
caught-rival = The time had been taken by somebody else
caught-rival-result = It stayed with the first one
caught-overtaken = It had been answered or changed already
caught-overtaken-result = Only the first action counts
caught-hold = Choosing a time
caught-extend = More time
caught-release = Letting a time go
caught-send = Sending the details
caught-cancel = Cancelling
caught-confirm = Confirming
caught-decline = Declining
caught-undo = Undoing a decline or cancellation
caught-close = Closing a period
caught-reopen = Opening it again
caught-tick-call = Ticking off a call
