"use strict";
(() => {
  const theme = document.getElementById("theme");
  const themes = ["auto", "light", "dark"];
  let current = 0;
  const show = () => {
    const name = themes[current];
    theme.textContent = theme.dataset[name];
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  };
  theme.hidden = false;
  theme.addEventListener("click", () => { current = (current + 1) % themes.length; show(); });
  show();

  const form = document.getElementById("filters");
  if (!form) return;
  const findings = [...document.querySelectorAll(".finding")];
  const texts = findings.map((finding) => `${finding.dataset.path} ${finding.textContent}`.toLowerCase());
  const shown = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const search = form.elements.namedItem("text");

  const passesText = (text, index) => {
    if (!text.startsWith("file:")) return texts[index].includes(text);
    return findings[index].dataset.path.toLowerCase().includes(text.slice(5));
  };
  const value = (name) => (form.elements.namedItem(name) || { value: "" }).value;
  const apply = () => {
    const severities = new Set([...form.querySelectorAll("[name=severity]:checked")].map((box) => box.value));
    const [rule, item, arch] = [value("rule"), value("item"), value("arch")];
    const [confidence, state] = [value("confidence"), value("state")];
    const text = value("text").trim().toLowerCase();
    let count = 0;
    findings.forEach((finding, index) => {
      const data = finding.dataset;
      const archs = data.archs.split(" ").filter(Boolean);
      const passes = severities.has(data.severity)
        && (!rule || data.rule === rule)
        && (!item || data.items.split(" ").includes(item))
        && (!arch || !archs.length || archs.includes(arch))
        && (!confidence || data.confidence === confidence)
        && (!state || data.state === state)
        && passesText(text, index);
      finding.hidden = !passes;
      if (passes) count += 1;
    });
    document.querySelectorAll(".file").forEach((file) => {
      file.hidden = !file.querySelector(".finding:not([hidden])");
    });
    shown.textContent = shown.dataset.text.replace("{n}", count).replace("{m}", findings.length);
    nothing.hidden = count > 0;
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  form.addEventListener("change", apply);
  document.getElementById("clear").addEventListener("click", () => { form.reset(); apply(); });
  const visible = () => findings.filter((finding) => !finding.hidden);
  document.getElementById("open-all").addEventListener("click", () => visible().forEach((f) => { f.open = true; }));
  document.getElementById("close-all").addEventListener("click", () => visible().forEach((f) => { f.open = false; }));

  document.querySelectorAll("button[data-set]").forEach((button) => button.addEventListener("click", () => {
    form.reset();
    if (button.dataset.set === "file") search.value = `file:${button.dataset.value}`;
    else form.elements.namedItem(button.dataset.set).value = button.dataset.value;
    const arch = form.elements.namedItem("arch");
    if (button.dataset.arch && arch) arch.value = button.dataset.arch;
    apply();
    document.getElementById("findings").scrollIntoView();
    const first = visible()[0];
    if (first) first.querySelector("summary").focus({ preventScroll: true });
  }));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === "/") {
      event.preventDefault();
      search.focus();
      return;
    }
    const step = { j: 1, k: -1 }[event.key];
    if (!step) return;
    const list = visible();
    const at = list.indexOf(document.activeElement.closest(".finding"));
    const next = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : at + step];
    if (next) next.querySelector("summary").focus();
  });

  const reveal = () => {
    const target = location.hash.startsWith("#f-") && document.getElementById(location.hash.slice(1));
    if (target) target.open = true;
  };
  window.addEventListener("hashchange", reveal);
  window.addEventListener("beforeprint", () => visible().forEach((f) => { f.open = true; }));
  reveal();
  apply();
})();
