// The first of five fences against double requests, and only a courtesy: the server keeps every
// promise without it. A form that is being sent is locked as a whole, until its page is shown again.
(() => {
  "use strict";
  const NO_ANSWER_MS = 8000;
  const locked = new Map(); // form -> what has to be put back

  // Here, at the window, we come last and see whether anybody has prevented it. The browser's own
  // validation fires no `submit` at all, so a form that it stopped is not locked.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const form = event.target;
    if (locked.has(form)) return event.preventDefault();
    const by = event.submitter; // Enter goes through a hidden one: then the visible one shows "sending"
    const shown = by?.matches(".button, .slot, .language") ? by : form.querySelector(".button.main") ?? by;
    const focused = form.contains(document.activeElement) ? document.activeElement : by;
    const receipt = form.querySelector("[data-receipt]");
    const timer = setTimeout(() => receipt?.removeAttribute("hidden"), NO_ANSWER_MS);
    locked.set(form, { shown, focused, receipt, timer, disabled: [] });
    form.setAttribute("aria-busy", "true");
    shown?.classList.add("pressed");
  });

  // Not earlier: a button that is disabled in `submit` would lose its name=value.
  addEventListener("formdata", (event) => {
    const lock = locked.get(event.target);
    for (const control of lock ? event.target.elements : []) {
      if (!/^(submit|button)$/.test(control.type) || control.disabled) continue;
      control.disabled = true;
      lock.disabled.push(control);
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
  // Whenever the page is shown: new, or by Back out of the browser's cache with its lock on.
  addEventListener("pageshow", unlock);
  // Somebody pressed Stop: the page stays, and would stay locked. What has arrived, the same token finds.
  window.navigation?.addEventListener("navigateerror", unlock);
})();
