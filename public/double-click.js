// The second half of a double click may meet the next page, where nobody means it. It is dropped there,
// if it comes soon and at the same place, and nothing was typed or scrolled in between.
(() => {
  "use strict";
  const SOON_MS = 700, NEAR_PX = 24, PRESS = "hitotsu-press";
  let press, before; // the last press of a pointer, on this page and on the one before

  // A tab without a store does without.
  try { before = JSON.parse(sessionStorage.getItem(PRESS)), sessionStorage.removeItem(PRESS); } catch {}
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    try { sessionStorage.setItem(PRESS, JSON.stringify(press)); } catch {}
  });

  addEventListener("click", (event) => {
    if (!event.isTrusted || !event.detail) return; // a script's, or a key's
    const [x, y, at] = [event.clientX, event.clientY, Date.now()];
    // Of a mouse the system counts the clicks, from page to page: a first one is always meant. Of a finger
    // it may call each tap a first.
    const first = event.pointerType === "mouse" && event.detail === 1;
    const near = before && Math.hypot(x - before.x, y - before.y) < NEAR_PX;
    if (near && !first && Math.abs(at - before.at) < SOON_MS) event.preventDefault();
    else press = { x, y, at };
  }, true);
  for (const sign of ["input", "scroll"]) addEventListener(sign, () => (before = null));
})();
