// The first of five fences against double requests, and only a courtesy: the server keeps every
// promise without it. A form that is being sent is locked as a whole, until its page is shown again.
(() => {
  "use strict";
  const NO_ANSWER_MS = 8000, SOON_MS = 700, NEAR_PX = 24, PRESS = "hitotsu-press";
  const locked = new Map(); // form -> what has to be put back

  // At the window we come last and see whether anybody has prevented it; what the browser's own check stops is no `submit`.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const { target: form, submitter: by } = event;
    if (locked.has(form)) return event.preventDefault();
    const shown = by?.matches(".button, .slot, .language") ? by : form.querySelector(".button.main") ?? by; // Enter's is hidden
    const focused = form.contains(document.activeElement) ? document.activeElement : by;
    const receipt = form.querySelector("[data-receipt]");
    const timer = setTimeout(() => receipt?.removeAttribute("hidden"), NO_ANSWER_MS);
    locked.set(form, { shown, focused, receipt, timer, disabled: [] });
    form.setAttribute("aria-busy", "true"), shown?.classList.add("pressed");
    try { sessionStorage.setItem(PRESS, JSON.stringify(press)); } catch {}
  });

  // The second half of a double click may meet the next page: unless typed or scrolled, nobody means it. Of a
  // mouse the system counts the clicks: a first one is always meant. Of a finger it may call each tap a first.
  let press, before; // the last one of a pointer, on this page and on the one before
  try { before = JSON.parse(sessionStorage.getItem(PRESS)), sessionStorage.removeItem(PRESS); } catch {}
  addEventListener("click", (event) => {
    if (!event.isTrusted || !event.detail) return; // a script's, or a key's
    const [x, y, at] = [event.clientX, event.clientY, Date.now()];
    const first = event.pointerType === "mouse" && event.detail === 1;
    const near = before && Math.hypot(x - before.x, y - before.y) < NEAR_PX;
    if (near && !first && Math.abs(at - before.at) < SOON_MS) event.preventDefault();
    else press = { x, y, at };
  }, true);
  for (const sign of ["input", "scroll"]) addEventListener(sign, () => (before = null));

  // Not earlier: a button that is disabled in `submit` would lose its name=value.
  addEventListener("formdata", (event) => {
    const lock = locked.get(event.target);
    for (const control of lock ? event.target.elements : []) {
      if (!/^(submit|button)$/.test(control.type) || control.disabled) continue;
      lock.disabled.push(Object.assign(control, { disabled: true }));
    }
  });

  const unlock = () => {
    for (const [form, lock] of locked) {
      clearTimeout(lock.timer);
      form.removeAttribute("aria-busy");
      lock.shown?.classList.remove("pressed");
      for (const control of lock.disabled) control.disabled = false;
      lock.receipt?.setAttribute("hidden", "");
      lock.focused?.focus({ preventScroll: true });
    }
    locked.clear();
  };
  // Whenever the page is shown, new or by Back out of the browser's cache with its lock on; and when Stop was pressed.
  addEventListener("pageshow", unlock);
  window.navigation?.addEventListener("navigateerror", unlock);
})();
