// Counts a hold down from the remaining time that the server gave. The device's clock is
// never asked: it may be wrong. The server alone decides what a press after zero means.
(() => {
  "use strict";
  const SOON_MS = 120000;

  const start = (box) => {
    const total = Number(box.dataset.totalMs);
    const zero = performance.now() + Number(box.dataset.leftMs);
    const left = box.querySelector(".left");
    const dots = [...box.querySelectorAll(".dot")];
    // The sentences are in the page already, inside a live region: uncovering one says it once.
    const say = (name) => {
      for (const line of box.querySelectorAll("[data-say]")) line.hidden = line.dataset.say !== name;
    };

    const tick = () => {
      const ms = Math.max(0, zero - performance.now());
      const seconds = Math.floor(ms / 1000);
      left.textContent = left.dataset.text
        .replace("%m", Math.floor(seconds / 60))
        .replace("%s", String(seconds % 60).padStart(2, "0"));
      const passed = Math.floor(((total - ms) / total) * dots.length);
      const at = Math.min(dots.length - 1, Math.max(0, passed));
      dots.forEach((dot, i) => {
        dot.classList.toggle("gone", i < at || ms === 0);
        dot.classList.toggle("on", i === at && ms > 0);
      });
      if (ms <= SOON_MS && ms > 0 && !box.classList.contains("soon")) {
        box.classList.add("soon");
        say("soon");
      }
      if (ms === 0) {
        box.classList.replace("soon", "over") || box.classList.add("over");
        say("over");
        clearInterval(timer);
      }
    };
    const timer = setInterval(tick, 1000);
    tick();
  };

  for (const box of document.querySelectorAll("[data-left-ms]")) start(box);
})();
