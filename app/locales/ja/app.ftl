# 画面の文言。鍵は「場所-もの」。en/app.ftl と同じ鍵・同じ変数を持つこと（locale.rs の検査）。
# 言葉の決まり：「確認」は確かめる、「確定」は決まる。申し込みを「受付済み」と書かない。

## 枠組み

site-sentence = ひとつ — ひとつの時間は、おひとりに。
site-title = { $title } | { $clinic }
site-title-after = { $what }：{ $title }
page-skip = 本文へ
page-bookings = 予約の確認・キャンセル
page-phone = 電話 { $phone }
page-privacy = 個人情報の取り扱い
page-other-language = English

## 押したあとの、題名のはじめ

title-error = エラー
title-press-again = もう一度押してください
title-signed-out = サインインの期限が切れていました
title-wait = 少しお待ちください
title-unknown = まだ分かりません
title-broken = うまくいきませんでした
title-not-done = できませんでした
title-not-booked = 予約は入っていません
title-already = すでに済んでいます
title-kept = 最初のものを残しました
title-held-other = 別の時間はお取りしていません
title-retaken = お取り直ししました
title-more-time = 時間を延ばしました
title-released = 時間を手放しました
title-booked = 予約を入れました

## 手順

steps-label = 予約の手順
step-service = 診療を選ぶ
step-time = 日時を選ぶ
step-details = ご記入
step-answer = お返事
step-numbered = { $number } { $step }

## 印と、そばに書く言葉

mark-free = 空きあり
mark-few = 残りわずか
mark-full = 満
mark-closed = 休診
mark-phone = 電話のみ
mark-past = 終了
mark-too-soon = 締切
mark-mine = 手続き中
marks-legend = 印の見かた

## 予約の状態（患者の画面）

state-held = 手続き中（まだ予約ではありません）
state-requested = 申込中（確定待ち）
state-confirmed = 予約確定
state-declined = お受けできませんでした
state-expired-hold = 時間切れ
state-expired-request = 期限までに確定しませんでした
state-cancelled = キャンセル済み
state-not-taken = 取れませんでした
state-receipt = 送信結果

## 申し込みの進みかた

path-label = 申し込みの進みかた
path-held = 手続き
path-requested = 申込中
path-confirmed = 予約確定

## 状態（受付の画面）

staff-free = 空き
staff-held = 仮押さえ
staff-requested = 承認待ち
staff-confirmed = 確定
staff-declined = お断り
staff-expired-hold = 時間切れ
staff-expired-request = 回答期限切れ
staff-cancelled = 取消
staff-arrived = 来院
staff-with-doctor = 診察中
staff-done = 終了
staff-no-show = 未来院
staff-closure = 休診・受付停止
staff-extra = 枠外
staff-nav-label = 受付
staff-day = 予約表

## 診療のことば

visit-first = 初診
visit-return = 再診
visit-any-doctor = 担当医指定なし

## 状態の文

sentence-held-until = { $time }の枠を{ $until }までお取りしています。
sentence-held-not-yet = まだ予約は完了していません。
sentence-held = { sentence-held-until }{ sentence-held-not-yet }
sentence-requested-received = お申し込みを受け付けました。
sentence-requested-not-yet = 予約はまだ確定していません。
sentence-requested-answer = { $deadline }までに{ $channel }でお返事します。
sentence-requested-kept = それまでこの時間はほかの方には取れません。
sentence-confirmed-short = 予約が確定しました。
sentence-confirmed-come = { $when }に{ $clinic }へお越しください。

channel-phone = 電話

## 断りとお知らせ

refusal-taken-sorry = 申し訳ありません。
refusal-taken-what = この時間は、たった今ほかの方に取られました。
refusal-not-booked = この時間の予約は入っていません。
refusal-taken-near = 近い空き時間はこちらです。
refusal-taken = { refusal-taken-sorry }{ refusal-taken-what }{ refusal-not-booked }{ refusal-taken-near }
refusal-hold-taken = 手続きの時間が過ぎ、この時間はほかの方に取られました。この時間の予約は入っていません。入力内容は残っています。別の時間をお選びください。
refusal-form-expired = 画面を開いてから時間がたちました。この送信ではまだ何も受け付けていません。入力内容は残っています。確かめて、もう一度押してください。
notice-retaken = 手続きの時間が過ぎていましたが、まだ空いていたので、枠をお取り直ししました。
notice-already-received = すでに{ $time }に受け付けています。
notice-already-one = 2回押されても予約は1件だけです。最初のものを残しました。
notice-already-one-request = 2回押されてもお申し込みは1件だけです。最初のものを残しました。

## 送信結果

receipt-nothing-short = 予約は入っていません。
receipt-nothing-as-of = { $time }の時点で、この送信は届いておらず、予約は入っていません。
receipt-nothing-safe = もう一度送っても二重にはなりません。
receipt-unknown = 受け付けられたか、今は分かりません。少し待って「{ receipt-see }」を押してください。もう一度送っても二重にはなりません。
receipt-no-answer = まだ返事がありません。届いたかどうかを確かめられます。
receipt-see = 送信結果を見る

## ボタン

button-sending = 送信中…
button-loading = 読み込み中…
button-send-request = この内容で申し込む
button-send-booking = この内容で予約する
button-see-times = 空き時間を見る
button-more-time = 時間を延ばす
button-release = この時間を手放す
button-cancel = キャンセルする
button-call-clinic = 医院に電話する（{ $phone }）
button-back = 戻る
button-confirm = 確定する
button-decline = お断りする
button-undo = 元に戻す
button-call-done = 連絡した
button-new-booking = 予約を入れる

## 入力欄

field-optional = 任意
field-all-required = 「任意」のないものは、すべてご記入ください。
error-prefix = エラー：
error-summary-title = { $count }か所を直してください
error-summary-kept = まだ何も送られていません。入力内容は残っています。

birth-label = 生年月日
birth-era = 年の数えかた
birth-year = 年
birth-month = 月
birth-day = 日
birth-typed = { $era }{ $year }年{ $month }月{ $day }日
era-ce = 西暦
era-reiwa = 令和
era-heisei = 平成
era-showa = 昭和
era-taisho = 大正

## 残り時間

countdown-until = { $time } まで
countdown-left = 残り { $time }
countdown-soon = まもなく時間切れです。「{ button-more-time }」で続けられます。
countdown-over = 時間が過ぎました。空いていれば、そのまま送れます。

## 時間のことば

time-today = 今日
time-morning = 午前
time-afternoon = 午後
time-whole-day = 終日
time-remaining = あと{ $time }
time-remaining-open = 診療時間であと{ $time }
time-minutes = { $minutes }分
time-under-minute = 1分未満
time-days = { $days }日
time-hours = { $hours }時間
time-hours-minutes = { $hours }時間{ $minutes }分
time-seconds = { $seconds }秒
time-minutes-seconds = { $minutes }分{ $seconds }秒

## 日時を選ぶ

week-label = 週
week-previous = 前の週
week-next = 次の週
day-nav-label = 日付へ移る
slot-closed-half = { $half }は休診
slot-over-half = { $half }の受付は終わりました
slot-closed-day = 休診
slot-over-day = 受付は終わりました

## 一覧と予約表（受付）

requests-label = 承認待ちの申し込み
request-deadline = 回答期限
request-person = { $name } 様
request-age = { $age }歳
board-label = 予約表
board-caption = { $day }の予約表。列は担当、行は15分ごとの時刻
board-time = 時刻
board-open = { $time } { $resource } 空き、予約を入れる
board-until = { $time }まで
board-deadline = 期限 { $time }
board-seats = { $taken } / { $seats }人
day-previous = 前の日
day-next = 次の日

## ご記入の誤り（患者・受付）

mistake-name-missing = お名前を入力してください。例：山田 花子
mistake-name-long = お名前は{ $most }文字までで入力してください。
mistake-name-characters = お名前に、改行など画面に出せない文字が入っています。消して入力し直してください。
mistake-kana-missing = フリガナを入力してください。例：ヤマダ ハナコ
mistake-kana-long = フリガナは{ $most }文字までで入力してください。
mistake-kana-characters = フリガナは、カタカナかひらがなで入力してください。例：ヤマダ ハナコ
mistake-birth-missing = 生年月日を入力してください。
mistake-birth-era = 生年月日の年の数えかた（西暦、昭和など）を選んでください。
mistake-birth-year-missing = 生年月日の年を入力してください。
mistake-birth-year-number = 生年月日の年を数字で入力してください。
mistake-birth-year-short = 西暦の年は4桁で入力してください。例：1981
mistake-birth-era-year = この年号は1年から{ $last }年までです。年号か年を確かめてください。
mistake-birth-month-missing = 生年月日の月を入力してください。
mistake-birth-month = 生年月日の月は、1から12の数字で入力してください。
mistake-birth-day-missing = 生年月日の日を入力してください。
mistake-birth-day-number = 生年月日の日を数字で入力してください。
mistake-birth-no-such-day = { $month }は1日から{ $last }日までです。日を確かめてください。
mistake-birth-future = 生年月日が今日より後になっています。年を確かめてください。
mistake-birth-early = 1900年より前の生年月日になっています。年を確かめてください。
mistake-phone-missing = 電話番号を入力してください。例：090-1234-5678
mistake-phone-length-japan = 電話番号の桁数を確かめてください。携帯電話と050は11桁、ほかは10桁です。いまは{ $digits }桁です。海外の番号は＋から入力してください。
mistake-phone-length = 電話番号の桁数が合いません。いまは{ $digits }桁です。国番号があれば＋から入力してください。
mistake-phone-characters = 電話番号は数字で入力してください。内線などは「医院へのご連絡」にお書きください。
mistake-email-wrong = メールアドレスの形を確かめてください。例：hanako@example.jp
mistake-note-long = ご連絡は{ $most }文字までです。いまは{ $characters }文字です。
mistake-note-characters = ご連絡に、画面に出せない文字が入っています。消して入力し直してください。

## Full pages of the front door

plain-home = ひとつ
plain-broken-title = うまくいきませんでした
plain-broken = こちらの不具合で、このページをお見せできません。少し待ってから、もう一度お試しください。同じ画面からもう一度送っても、予約が二重になることはありません。
plain-busy-title = ただいま混み合っています
plain-busy = この操作では、まだ何も受け付けていません。少し待ってから、もう一度お試しください。
plain-kept = この操作では、まだ何も受け付けていません。いまはページをお見せできませんが、ご記入の内容はこのまま残っています。少し待ってから、もう一度送ってください。
plain-kept-unknown = 届いたかどうか、まだ分かりません。いまはページをお見せできませんが、ご記入の内容はこのまま残っています。少し待ってから、もう一度送ってください。二重になることはありません。
plain-send-again = もう一度送る
plain-method-title = このページは直接開けません
plain-method = 前の画面に戻るか、最初のページからお進みください。予約は変わっていません。

## 受付の画面：枠組み

staff-product = ひとつ
staff-count = { $count }件
staff-as-of = { $time } 現在
staff-refresh = 新しくする
staff-signed-in-as = { $name } でサインイン中
staff-sign-out = サインアウト
staff-try-again = もう一度開く
staff-to-desk = 予約表へ
staff-to-clinics = 医院の一覧へ
staff-not-found-title = ページが見つかりません
staff-not-found = このアドレスには何もないか、ご自分の医院のものではありません。
staff-fault-title = いま表示できません
staff-fault-busy = 混み合っていて、この操作は始めていません。これによる変更はありません。少し待って、もう一度押してください。
staff-fault-broken = うまくいかず、元に戻しました。これによる変更はありません。もう一度お試しください。続くときは、この番号を添えて管理者へお知らせください：{ $number }
staff-open-visit = 予約を開く
staff-requests = 承認待ち
staff-calls = 要連絡
staff-whole-clinic = 医院全体
staff-choose = 選んでください
staff-show = 表示

## 受付の画面：サインイン

staff-sign-in = サインイン
staff-sign-in-title = { $clinic }の受付にサインイン
staff-login = ユーザー名
staff-password = パスワード
staff-sign-in-late = サインインの期限が切れていたため、いま押した操作は行われていません。サインインすると、入力した内容のまま元の画面に戻ります。
staff-sign-in-empty = ユーザー名とパスワードを入力してください。
staff-sign-in-wrong = ユーザー名かパスワードが違います。どちらも確かめて、もう一度入力してください。
staff-sign-in-demo = デモのユーザー名は「reception」、パスワードは「hitotsu-demo」です。

## 受付の画面：押しても進まなかったとき

staff-say-press-again = この画面からは、まだ何も受け付けていません。内容を確かめて、もう一度押してください。
staff-say-signed-in = もう一度サインインしました。先ほど押した操作は、まだ行われていません。内容を確かめて、もう一度押してください。
staff-say-cookies = ブラウザーがCookieを受け取らないため、受け付けられません。Cookieを許可して、もう一度押してください。
staff-say-foreign-origin = ほかのサイトから送られたため、受け付けていません。この画面から、もう一度押してください。
staff-say-too-large = 内容が長すぎるため、受け付けていません。短くして、もう一度押してください。
staff-say-broken-off = 送信が途中で切れたため、何も行われていません。もう一度押してください。
staff-say-too-many = 続けて試されたため、あと{ $seconds }秒お待ちください。ほかのユーザー名には影響しません。
staff-say-unknown = 受け付けられたか、今は分かりません。少し待って、この画面を新しくして確かめてください。もう一度押しても二重にはなりません。
staff-refused-taken = この時間は、たった今ほかの予約が入りました。何も変わっていません。別の時間を選んでください。
staff-refused-expired = 仮押さえの時間が過ぎ、この時間にはほかの予約が入りました。予約は入っていません。別の時間を選び直してください。
staff-refused-not-offered = その組み合わせ（診療・初診再診・担当）は行っていません。別のものを選んでください。
staff-refused-closed = その時間は診療時間外か、休診・受付停止です。別の時間を選んでください。
staff-refused-off-grid = その時刻は予約枠の始まりではありません。表から選んでください。
staff-refused-past = 予約の時刻を過ぎているため、できません。
staff-refused-too-soon = 予約の時刻が近すぎるため、できません。別の時間を選んでください。
staff-refused-too-far = 予約できる期間より先です。もっと近い日を選んでください。
staff-refused-form-expired = 画面を開いてから時間がたちました。いまの操作は行われていません。内容を確かめて、もう一度押してください。
staff-refused-form-foreign = この画面は、別の人のサインイン中に開かれたものです。いまの操作は行われていません。内容を確かめて、もう一度押してください。
staff-refused-hold-changed = 別の仮押さえがあります。予約表で確かめてください。
staff-refused-already-sent = すでに送信されています。最初の内容が残っています。
staff-refused-wrong-status = いまは「{ $status }」のため、できません。下の今の状態を確かめてください。
staff-refused-no-more-time = これ以上は延ばせません。
staff-refused-empty-span = 終わりが始まりより前か、もう過ぎています。日付と時刻を確かめてください。
staff-refused-not-allowed = この操作はできません。

## 受付の画面：状態と人

staff-released = 手放し
staff-cancelled-by-patient = 患者さんが取消
staff-no-name-yet = 名前未入力
staff-anyone-chosen = 担当医指定なし → { $resource }
staff-service-with = { $service }・{ $resource }
staff-day-and-time = { $day }{ $time }
staff-kana-age = { $kana }・{ $age }
staff-speaks-english = 英語
staff-speaks-japanese = 日本語
staff-quoted = 「{ $text }」
staff-who-staff = 受付・{ $name }
staff-who-reception = 受付
staff-who-patient = 患者さん
staff-who-system = 自動
staff-when-who = { $when } { $who }

## 受付の画面：承認待ち

staff-requests-title = 承認待ち { $count }件
staff-requests-order = 期限の近い順。
staff-requests-none = 承認待ちはありません。
staff-requests-once = ふたりが同時に押しても、変わるのは1回だけで、「要連絡」に入るのも1件だけです。
staff-quicker = { $name }様の予約は、すでに「{ $state }」です（{ $by }）。いま押した操作では何も変わっていません。
staff-expired-note = 期限までに答えなかったため、時間は空きに戻りました。患者さんには「要連絡」から電話してください。
staff-told-at = { $time }に「要連絡」へ入ります。それまでに戻せば、患者さんへの連絡は要りません。

## 受付の画面：お断りと取消

staff-decline-title = 申し込みをお断りする
staff-decline-consequence = 押すと時間は空きに戻り、2分後に「要連絡」へ入ります。それまでに「元に戻す」を押せば、何も知らせません。
staff-cancel-title = 予約を取り消す
staff-cancel-verb = 予約を取り消す
staff-cancel-consequence = 押すと時間は空きに戻り、2分後に「要連絡」へ入ります。それまでに「元に戻す」を押せば、何も知らせません。
staff-reason = 患者さんに伝える理由
staff-reason-hint = 患者さんの言語（日本語・英語）で表示されます。
staff-reason-doctor-away = その時間は担当医が不在
staff-reason-other-slot = 別の長さ・設備の枠が必要
staff-reason-please-call = 先に電話で相談してほしい
staff-reason-other-clinic = ほかの医院・診療科が適している
staff-reason-clinic-closed = その時間は休診
staff-reason-asked = 患者さんからの申し出
staff-note = 院内のメモ
staff-note-hint = 患者さんには見えません。
staff-mistake-reason = 患者さんに伝える理由を選んでください。
staff-mistake-note = 院内のメモは{ $most }文字までです。いまは{ $now }文字です。

## 受付の画面：予約を開く

staff-visit-title = { $name }様の予約
staff-hold-title = 仮押さえ { $when }
staff-near-what = 選ぶと、入力内容を持ってそちらへ移ります。
staff-back-to-day = この日の予約表
staff-fact-state = 状態
staff-fact-when = 日時
staff-fact-what = 診療
staff-fact-service = 診療
staff-fact-doctor = 担当
staff-fact-visit = 初診・再診
staff-fact-deadline = 期限
staff-fact-name = お名前
staff-fact-kana = フリガナ
staff-fact-phone = 電話
staff-fact-email = メール
staff-fact-language = 言語
staff-fact-note = 患者さんから
staff-birth-age = { $date }（{ $age }）
staff-flag-outside = 診療時間外
staff-flag-closed = 休診と重なる
staff-held-by-patient = 患者さんが入力中です。期限を過ぎると、この時間は空きに戻ります。
staff-held-until = { $time }まで仮押さえしています（{ $minutes }分間）。まだ予約ではありません。
staff-hold-over = 仮押さえの時間が過ぎました。入力内容は残っています。そのまま押すと、まだ空いていれば予約になります。
staff-details-title = どなたの予約ですか
staff-details-required = お名前と電話番号だけで予約できます。
staff-book = この内容で予約を入れる
staff-note-kept = この予約はすでに入っています。最初の内容が残り、いま送られた内容は使われていません。
staff-booked = 予約を入れました（確定）。
staff-book-another = 続けて予約を入れる
staff-undo-what = 時間がまだ空いていれば、元の状態に戻ります。
staff-history = これまでの経過
staff-history-when = いつ
staff-history-what = 何が
staff-history-who = だれが
staff-event-held = 仮押さえした
staff-event-extended = 時間を延ばした
staff-event-retaken = 時間切れの後、取り直した
staff-event-requested = 申し込んだ
staff-event-confirmed = 確定した
staff-event-declined = お断りした
staff-event-cancelled = 取り消した
staff-event-released = 手放した
staff-event-swapped = 別の時間に替えた
staff-event-expired = 期限が過ぎた
staff-event-undone = 元に戻した

## 受付の画面：予約表

staff-day-title = 予約表 { $day }
staff-day-nav = 日付
staff-day-closed = この日は診療がなく、予約も入っていません。
staff-pick-date = 日付を選ぶ
staff-work = きょうの仕事
staff-answer-them = 答える
staff-see-calls = 一覧を見る
staff-answer-until = { $time }まで
staff-column-visits = 予約 { $count }件
staff-column-requests = 承認待ち { $count }件
staff-nobody-works = 診療時間外 { $span }
staff-ended = この日の取消・お断り・期限切れ

## 受付の画面：予約を入れる

staff-from-date = いつから
staff-near = 近い空き時間
staff-choose-service = 診療を選んで「{ button-see-times }」を押してください。
staff-wanted = 予約表で選んだ時間：
staff-wanted-not-free = { $when }からは、この診療の空き時間がありません。

## 受付の画面：休診・受付停止

staff-closures-title = 休診・受付停止
staff-closures-what = 止めた時間には新しい予約が入りません。すでに入っている予約は、そのまま残ります。
staff-closures-none = これからの休診・受付停止はありません。
staff-closed-now = いま停止中
staff-reopen = 受付を再開する
staff-inside = この時間に残っている予約 { $count }件
staff-inside-none = この時間に入っている予約はありません。
staff-close-new = 休診・受付停止を入れる
staff-close-who = 対象
staff-close-date = 日付
staff-close-from = 何時から
staff-close-until = 何時まで
staff-close-clock-hint = 24時間で、5分きざみ。例：9:00
staff-close-until-hint = その日の終わりは 24:00
staff-close-reason = 理由
staff-close-reason-hint = 受付の画面だけに表示されます。
staff-close-verb = 受付を止める
staff-closed-title = 休診・受付停止を入れました
staff-closed-at = { $time }に入れました。
staff-nothing-cancelled = 予約は1件も取り消していません。
staff-closed-ended = { $time }に入れた休診・受付停止は取りやめられ、受付が再開されています。
staff-close-another = 続けて入れる
staff-mistake-resource = 対象を一覧から選んでください。
staff-mistake-date = 日付を確かめてください。その日は暦にありません。
staff-mistake-clock = 時刻を 9:00 のように入力してください（24時間）。
staff-mistake-five = 時刻は5分きざみで入力してください。
staff-mistake-skipped = その日は時計の切り替えで、その時刻がありません。別の時刻にしてください。
staff-mistake-order = 終わりは始まりより後にしてください。
staff-mistake-past = もう過ぎています。日付と時刻を確かめてください。
staff-mistake-closing-reason = 理由を入力してください。
staff-mistake-long = { $most }文字までにしてください。

## 受付の画面：要連絡

staff-calls-title = 要連絡 { $count }件
staff-calls-label = 電話で知らせる患者さん
staff-calls-what = 電話でお知らせする患者さんです。お伝えしたら「連絡した」を押してください。
staff-calls-none = 電話で知らせる患者さんはいません。
staff-call-since = いつから
staff-call-done = 連絡済み
staff-tell-confirmed = 予約が確定したことを伝える
staff-tell-declined = 申し込みをお受けできないことを伝える
staff-tell-cancelled = 医院の都合で予約を取り消したことを伝える
staff-tell-not-answered = 期限までに答えられず、申し込みが期限切れになったことを伝える
staff-tell-restored = 取消を元に戻し、予約が有効であることを伝える
staff-tell-because = { $tell }。理由：{ $reason }

## 患者の画面：どこにでも

patient-product = ひとつ
patient-zone = 時刻はすべて{ $zone }です。
zone-japan-time = 日本時間
zone-local-time = 現地の時刻（{ $zone }）
patient-what = { $service }・{ $visit }（{ $minutes }分）
patient-what-with = { $what }・{ $doctor }
patient-chosen = お選びになった時間：{ $when }・{ $service }・{ $visit }
patient-held = { $when }の枠を{ $until }までお取りしています。まだ予約は完了していません。
patient-by-phone = お電話でも承ります：
patient-in-a-hurry = お急ぎのときはお電話ください：
patient-questions = ご不明な点はお電話ください：
patient-try-again = もう一度開く
patient-back-to-page = 元の画面に戻る
patient-choose-again = 診療を選び直す
patient-service-minutes = 初診{ $first }分・再診{ $again }分
patient-service-return-only = { $minutes }分・再診のみ

## 患者の画面：お断り

patient-say-no-token = この画面からの送信を確かめられませんでした。この送信ではまだ何も受け付けていません。入力内容は残っています。確かめて、もう一度押してください。
patient-say-no-cookie = この送信ではまだ何も受け付けていません。お手数ですが、もう一度押してください。（ブラウザーを見分けるCookieがなかったため、付け直しました。）
patient-say-typed-kept = 入力内容は残っています。
patient-say-foreign-origin = ほかのサイトから送られたため、受け付けませんでした。この送信による予約や変更はありません。予約は、このサイトの画面から進めてください。
patient-say-too-large = 送られた内容が大きすぎたため、受け付けませんでした。この送信による予約や変更はありません。ご連絡を短くして、もう一度送ってください。
patient-say-broken-off = 送信が途中で切れたため、受け付けませんでした。この送信による予約や変更はありません。もう一度押してください。
patient-say-too-many = 短いあいだに何度も押されたため、少しお待ちいただいています。この送信ではまだ何も受け付けていません。入力内容は残っています。{ $time }たってから、もう一度押してください。
patient-say-busy = ただいま混み合っていて、受け付けを始められませんでした。この送信による予約や変更はありません。入力内容は残っています。少し待って、もう一度押してください。
patient-say-broken = こちらの不具合で、受け付けられませんでした。この送信による予約や変更はありません。入力内容は残っています。もう一度押してください。続くときは、番号「{ $number }」を医院にお伝えください。
patient-refused-expired = 手続きの時間が過ぎました。この時間の予約は入っていません。入力内容は残っています。別の時間をお選びください。
patient-refused-not-found = お探しの予約は、このブラウザーでは見つかりません。
patient-refused-not-offered = お選びの組み合わせ（診療・初診か再診・担当医）は、インターネットでは受け付けていません。別の組み合わせをお選びになるか、お電話ください。
patient-refused-closed = この時間は休診です。
patient-refused-off-grid = この時間からは予約を始められません。
patient-refused-past = この時間は、もう過ぎています。
patient-refused-too-soon = この時間は始まりが近いため、インターネットでの受け付けを締め切りました。
patient-refused-too-far = この日は、まだ受け付けを始めていません。
patient-refused-form-foreign = この画面は、前の目印（Cookie）のときに開かれたものでした。この送信ではまだ何も受け付けていません。入力内容は残っています。確かめて、もう一度押してください。
patient-refused-already-sent = すでにお送りいただいています。先の内容を残しました。
patient-refused-wrong-status = いまの状態（{ $status }）では、この操作はできません。何も変わっていません。
patient-refused-no-more-time = これより長くはお取りできません。上の時刻までにお送りください。
patient-refused-too-many-bookings = この電話番号では、この医院のこれからの予約（申込中も含みます）がすでに{ $limit }件あります。インターネットでは、これより多くはお取りできません。この送信では予約は入っていません。入力内容は残っています。
patient-too-many-cancel = 取りやめる予約があれば、キャンセルしてから、この画面でもう一度押してください：
patient-too-many-bookings = { page-bookings }（新しいタブで開きます）
patient-too-many-call = どれも必要なときは、お電話ください：
patient-refused-not-allowed = この操作はできません。何も変わっていません。
patient-cookies-title = Cookieが使えないため、先へ進めません
patient-cookies-what = このブラウザーはCookieを保存しない設定になっています。この送信ではまだ何も受け付けておらず、予約は入っていません。
patient-cookies-how = 二重の予約を防ぎ、あとから予約を見られるようにするために、このサイトは目印をひとつだけCookieに置きます。ブラウザーの設定でこのサイトのCookieを許すか、お電話でご予約ください。
patient-foreign-title = この送信は受け付けませんでした
patient-not-offered-title = この選びかたでは予約できません
patient-fault-title = いま表示できません
patient-fault-busy = ただいま混み合っています。少し待って、もう一度開いてください。見ることで予約が変わることはありません。
patient-fault-broken = こちらの不具合で表示できません。少し待って、もう一度開いてください。続くときは、番号「{ $number }」を医院にお伝えください。
patient-reason-doctor-away = その時間は担当医が不在です。
patient-reason-other-slot = この診療には、別の長さの枠か設備が必要です。別の時間をお選びください。
patient-reason-please-call = 先にお電話でお話を伺います。医院にお電話ください。
patient-reason-other-clinic = 別の医療機関か診療科がふさわしい内容です。くわしくはお電話でお尋ねください。
patient-reason-clinic-closed = その時間は休診になりました。
patient-reason-asked = ご本人からのお申し出によるものです。

## 患者の画面：見つからない

not-found-title = この画面は見つかりません
not-found-what = アドレスが違うか、このブラウザーからは見られない画面です。ほかの端末で予約されたときは、その端末で開くか、予約の画面にある「ほかの端末で見る」のアドレスをお使いください。
not-found-to-clinic = 医院の最初の画面へ
not-found-to-clinics = 医院の一覧へ

## 患者の画面：最初の画面

home-title = 医院を選ぶ
home-what = ご予約になる医院をお選びください。
home-none = いま予約を受け付けている医院はありません。
clinic-title = 診療の予約
clinic-what = 3つ選ぶと、空いている時間が出ます。
clinic-service = 何の診療ですか
clinic-service-missing = 何の診療かを選んでください。
clinic-service-detail = { $length }。{ $note }
clinic-visit = この医院は初めてですか
clinic-visit-missing = 初診か再診かを選んでください。
clinic-first = 初診
clinic-return = 再診
clinic-any = 担当医指定なし
clinic-first-detail = 初めて、または前回から2年以上
clinic-return-detail = 前回から2年以内
clinic-doctor = 担当医
clinic-any-detail = 空き時間がいちばん多く出ます
clinic-phone = 電話
clinic-hours = 診療時間
clinic-hours-day = 曜日
clinic-hours-open = 時間
clinic-cancel-until = キャンセルは、診療の始まる時刻まで、このサイトからできます。

## 患者の画面：日時

times-title = 日時を選ぶ
times-chosen = { $service }・{ $visit }・{ $doctor }
times-choose-again = 選び直す
times-held-swap = ほかの時間を選ぶと、そちらに替わります。
times-held-go-on = 手続きに戻る
times-over-or-soon = 終了・締切
times-nothing = この週に空いている時間はありません。
times-none-fits = 合う時間がないときは、お電話ください：
slot-far-day = まだ受け付けていません
slot-closed-day-why = { $why }のため休診
near-expired-title = 手続きの時間が過ぎました。
near-expired-taken-title = 手続きの時間が過ぎ、この時間はほかの方に取られました。
near-typed-kept = 入力内容は残っています。時間を選ぶと、そのまま続けられます。
near-other-times = ほかの日時を見る
near-none = 近い日に空いている時間はありません。
patient-note-released = 時間を手放しました。この時間の予約は入っていません。
patient-note-held-other = 別の時間をお取りしているので、そちらを残しました。いま押された時間は、お取りしていません。

## 患者の画面：ご記入

details-title = お名前と連絡先
details-name = お名前
details-name-hint = 例：山田 花子
details-kana = フリガナ
details-kana-hint = ひらがなでもかまいません
details-phone = 電話番号
details-phone-hint = 日中つながる番号。ハイフンはなくてもかまいません
details-email = メールアドレス
details-email-hint = お返事はお電話でいたします。つながらないときの連絡先として、よろしければご記入ください
details-note = 医院へのご連絡
details-note-hint = 症状や、伝えておきたいこと
details-after-request = 押しても、まだ確定ではありません。医院が確かめて、お電話でお返事します。
details-after-booking = 押すと、予約が確定します。
details-more-time-done = { $until }まで延ばしました。
details-lost-title = この画面では続けられません
details-lost = この時間は、このブラウザーではお取りしていません（目印のCookieが消えたか、ほかの端末の画面です）。この送信による予約や変更はありません。
details-lost-typed = 入力された内容（写して使えます）

## 患者の画面：予約

fact-visit = 診療
fact-doctor = 担当
fact-name = お名前
fact-person = { $name } 様
fact-phone = 電話
fact-email = メール
fact-note = ご連絡
fact-place = 場所
fact-bring = 持ち物
note-already-held = すでに{ $time }からお取りしています。2回押されても、お取りするのはひとつだけです。
note-already-over = この操作は、すでに済んでいます。もう一度押されても、何も変わりません。
note-kept = すでに{ $time }に受け付けています。最初のものを残しました。
note-kept-what = あとから送られた内容は使っていません。下にあるのが、受け付けた内容です。変えたいところは、お電話でお知らせください。
button-withdraw = 申し込みを取りやめる
requested-may-close = この画面は閉じてもかまいません。「{ page-bookings }」からいつでも見られます。お急ぎのときは、お電話ください：
requested-may-close-link = この画面は閉じてもかまいません。同じアドレスでまた見られます。お急ぎのときは、お電話ください：
confirmed-cancel-until = キャンセルは、診療の始まる時刻までできます。日時を変えたいときや、遅れそうなときは、お電話ください：
confirmed-over = この予約の時間は過ぎました。
held-elsewhere-title = 手続き中です。まだ予約ではありません。
held-elsewhere = この時間を取った端末で、ご記入の途中です。ここから続けることはできません。
over-request-title = 期限までに確定しませんでした。
over-request = 医院からの確定が間に合いませんでした。この時間の予約は入っていません。
over-hold-title = 手続きの時間が過ぎました。
over-declined-title = お申し込みをお受けできませんでした。
over-released-title = この時間は手放されました。
over-released-state = 手放し済み
over-by-clinic-title = 医院の都合でキャンセルになりました。
over-cancelled-title = キャンセルしました。
over-withdrawn-title = 申し込みを取りやめました。
over-free-again = この時間は空きに戻りました。
link-title = ほかの端末で見る
link-what = 次のアドレスを、ほかの端末やご家族に送ると、この予約を見たりキャンセルしたりできます。
link-secret = アドレスを知っている人は、だれでも見られます。知らせたい人だけに送ってください。
cancel-title = 予約をキャンセルしますか
cancel-what = キャンセルすると、この時間はほかの方が取れるようになります。
cancel-request-title = 申し込みを取りやめますか
cancel-request = 取りやめると、この時間はほかの方が取れるようになります。
cancel-keep = このまま残す
cancel-other-time = 時間を変えたいだけのときは、お電話ください：
bookings-title = 予約の確認・キャンセル
bookings-what = このブラウザーでお取りになった予約です。
bookings-none = このブラウザーでお取りになった予約はありません。
bookings-elsewhere = ほかの端末やお電話で予約された分は、ここには出ません。お問い合わせ：
bookings-new = 新しく予約する
bookings-open = くわしく見る
bookings-answer-by = お返事の期限：{ $time }
bookings-kept-until = お取りしている期限：{ $time }
bookings-over = 終わった予約・キャンセルした予約
bookings-been = 終了

## 患者の画面：送信結果

receipt-nothing-title = 送信結果：届いていません
receipt-yes-title = 送信結果：届いています
receipt-yes = { $time }に届いています。
receipt-yes-held = この時間をお取りしています。まだ予約は完了していません。
receipt-yes-requested = お申し込みを受け付けました。予約はまだ確定していません。
receipt-yes-confirmed = 予約が確定しました。
receipt-yes-cancelled = 取り消しました。
receipt-yes-done = 操作を済ませました。
receipt-yes-one = 何度送られても、ひとつだけです。いまの状態は、次の画面で見られます。
receipt-open = いまの状態を見る
receipt-back = 入力に戻る
receipt-again = もう一度確かめる
receipt-bookings = このブラウザーでお取りになったほかの予約は、こちらで見られます：
receipt-slow = 電波の弱い場所では、届くまで時間がかかることがあります。うまくいかないときは、お電話ください：
receipt-strange-title = この送信は届いています。
receipt-strange = くわしいことは、送ったブラウザーだけで見られます。

## 患者の画面：個人情報

privacy-what-title = お預かりするもの
privacy-what = ご記入いただいたお名前、フリガナ、生年月日、電話番号、メールアドレス、ご連絡と、予約の日時、申し込み・変更・キャンセルの記録です。
privacy-why-title = 何に使うか
privacy-why = 予約をお取りし、医院からご連絡し、診療の準備をするためだけに使います。広告や、ほかのサイトでの追跡には使いません。
privacy-who-title = だれが見られるか
privacy-who = { $clinic }の職員と、システムの管理者です。ほかの患者さんや、ほかの医院からは見られません。
privacy-how-long-title = いつまで残るか
privacy-how-long = キャンセルや時間切れになった予約も、何があったかを医院が確かめられるように、記録として残ります。消してほしいときや、直してほしいときは、医院にお知らせください。
privacy-browser-title = ブラウザーに置くもの
privacy-browser = ご自分の予約を見られるように、また二重の送信をひとつにまとめるために、無作為な番号をひとつ（最長400日）、選ばれた言語をひとつ、Cookieに置きます。
privacy-link-title = ほかの端末用のアドレス
privacy-link = 予約の画面にある「ほかの端末で見る」のアドレスを知っている人は、その予約を見たりキャンセルしたりできます。
privacy-ask = お問い合わせ：

## 職員の画面：二度押しの記録

staff-caught-title = 二度押しの記録
staff-caught-week = この7日間に、二度押しや送り直しを{ $count }回受け止めました。予約や操作は、どれもひとつだけです。
staff-caught-none = この7日間、二度押しや送り直しは届いていません。
staff-caught-double = 二度押し・送り直し
staff-caught-by = 二度押し・送り直しのあった操作
staff-caught-two = ほかの操作が先だったもの
staff-caught-what = 起きたこと
staff-caught-button = 操作
staff-caught-today = 今日
staff-caught-days = { $count }日間
staff-caught-not = 押したあとのボタンが画面の上で止めた二度押しは、ここまで届かないので数えていません。
caught-same-form = 同じものがもう一度届いた
caught-same-form-result = 最初の結果をお見せしました
caught-changed-form = 内容を変えて、もう一度送られた
caught-changed-form-result = 最初のものを残しました
caught-already-so = すでに済んだことが、別の画面から押された
caught-already-so-result = 何も変えていません
caught-already-sent = 送信のあとに、別の画面から内容が送られた
caught-already-sent-result = 最初のものを残しました
caught-old-press = 前に押したものが、遅れて届いた
caught-old-press-result = 今お取りしている時間を残しました
caught-rival = 押した時間が、すでにほかの人に取られていた
caught-rival-result = 先の分だけを残しました
caught-overtaken = すでに答えてあった、または変わっていた
caught-overtaken-result = 先の操作だけを残しました
caught-hold = 時間を選ぶ
caught-extend = 時間を延ばす
caught-release = 時間を手放す
caught-send = 内容を送る
caught-cancel = キャンセル・取消
caught-confirm = 確定
caught-decline = お断り
caught-undo = 取消・お断りを戻す
caught-close = 休診・受付停止
caught-reopen = 受付の再開
caught-tick-call = 連絡した
