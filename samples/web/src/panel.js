// SPDX-License-Identifier: Zlib
// The words of the page: the list of scenes, legends, facts about the run.

const HEADINGS = {
  air: "In air", water: "Under water", "water under air": "Where water meets air", vacuum: "In a vacuum",
};

const PLAY = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 2l10 6-10 6z"/></svg>';
const PAUSE = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 2h4v12H3zM9 2h4v12H9z"/></svg>';

const byId = (id) => document.getElementById(id);

/** What the button of playing shows and says. */
export function showPlaying(isPlaying) {
  byId("play").innerHTML = isPlaying ? PAUSE : PLAY;
  byId("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
}

export function element(tag, text = "", properties = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, properties);
}

/** At most so many digits, no trailing zeros. */
export function numberText(value, digits = 4) {
  return typeof value === "number" ? String(+value.toPrecision(digits)) : String(value);
}

/** Fills the list and the menu of scenes; `choose` is called with a name. */
export function fillSceneList(scenes, choose) {
  const list = byId("scene-list"), select = byId("scene-select");
  for (const medium of Object.keys(HEADINGS)) {
    const members = scenes.filter((scene) => scene.medium === medium);
    if (members.length === 0) continue;
    list.append(element("h3", HEADINGS[medium]));
    const group = element("optgroup", "", { label: HEADINGS[medium] });
    for (const scene of members) {
      const button = element("button", "", { type: "button", onclick: () => choose(scene.name) });
      button.dataset.scene = scene.name;
      button.append(element("strong", scene.title), element("small", scene.figure || scene.description));
      list.append(button);
      group.append(element("option", scene.title, { value: scene.name }));
    }
    select.append(group);
  }
  select.onchange = () => choose(select.value);
}

export function markScene(name) {
  for (const button of document.querySelectorAll("#scene-list button")) {
    if (button.dataset.scene === name) {
      button.setAttribute("aria-current", "true");
      button.scrollIntoView({ block: "nearest" });
    } else button.removeAttribute("aria-current");
  }
  byId("scene-select").value = name;
}

function legendElement({ quantity, unit, minimum, maximum, colours }) {
  const box = element("div", `${quantity} [${unit}]`, { className: "legend" });
  const bar = element("div", "", { className: "bar" });
  bar.style.background = `linear-gradient(90deg, ${colours.join(", ")})`;
  const ends = element("div", "", { className: "ends" });
  for (const share of [0, 0.5, 1]) ends.append(element("span", numberText(minimum + share * (maximum - minimum), 3)));
  box.append(bar, ends);
  return box;
}

/** Legends of what is shown. */
export function showLegends({ about, trails: paths }, { colours, trails }) {
  const legends = [];
  if (about.legend && colours !== "plain") {
    const legend = legendElement(about.legend);
    if (colours === "peak") legend.firstChild.textContent = `largest ${legend.firstChild.textContent}`;
    legends.push(legend);
  }
  if (about.trails && paths.length > 0 && trails !== "off") {
    const legend = legendElement(about.trails);
    legend.firstChild.textContent = `trail: ${legend.firstChild.textContent}`;
    legends.push(legend);
  }
  if (about.slice) legends.push(legendElement(about.slice));
  byId("legends").replaceChildren(...legends);
}

const unitText = (unit) => unit.replaceAll("m3", "m³").replaceAll("m2", "m²");

function mediumText({ name, density }) {
  return density > 0 ? `${name}, ${numberText(density)} kg/m³` : name;
}

/** Title, description and facts of a run, whose bodies are drawn larger than they are. */
export function showAbout(about, enlargement) {
  byId("title").textContent = about.title || about.scene;
  byId("description").textContent = [about.description, about.figure].filter(Boolean).join(" · ");
  const facts = [["Model", about.model], ["Solver", about.solver], ["Time step", `1/${numberText(1 / about.timeStep)} s`]];
  if (about.medium) facts.push(["Medium", mediumText(about.medium)]);
  const pairs = facts.map(([name, value]) => [element("dt", name), element("dd", value)]);
  for (const [key, { value, unit, description }] of Object.entries(about.parameters ?? {})) {
    const shown = `${numberText(value)}${unit && unit !== "1" ? ` ${unitText(unit)}` : ""}`;
    pairs.push([element("dt", key, { title: description }), element("dd", shown, { title: description })]);
  }
  byId("facts").replaceChildren(...pairs.flat());
  byId("note").textContent =
    enlargement === 1 ? "" : `Bodies are drawn ${numberText(enlargement)} times as large as they are.`;
}

/** Fills the menu of bodies to follow. */
export function fillFollowMenu(run) {
  const names = run.bodies.map((body, i) => body.userData.name ?? body.name ?? `body ${i + 1}`);
  byId("follow").replaceChildren(element("option", "whole view", { value: -1 }),
    ...names.map((name, i) => element("option", name.replaceAll("_", " "), { value: i })));
}
