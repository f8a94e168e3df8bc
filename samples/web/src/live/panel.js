// SPDX-License-Identifier: Zlib
import { element, numberText } from "../panel.js";
import { FORCES } from "./arrows.js";
import { titleOf } from "./worlds.js";

const byId = (id) => document.getElementById(id);

/** One line above the picture; empty: none. */
export function showError(message) {
  byId("error").hidden = message === "";
  byId("error").firstElementChild.textContent = message;
}

export function fillWorldList(entries, choose) {
  for (const { name, world } of entries) {
    const button = element("button", "", { type: "button", onclick: () => choose(name) });
    button.dataset.scene = name;
    button.append(element("strong", titleOf(name, world)), element("small", world.description ?? ""));
    byId("scene-list").append(button);
    byId("scene-select").append(element("option", titleOf(name, world), { value: name }));
  }
  byId("scene-select").onchange = () => choose(byId("scene-select").value);
}

export function showHeading(run) {
  byId("title").textContent = run.about.title;
  byId("description").textContent = run.physics.description;
}

export function showArrowLegend(isShown) {
  const rows = FORCES.map(({ name, colour }) => {
    const row = element("div", "", { className: "key" });
    const mark = element("span");
    mark.style.background = colour;
    row.append(mark, name);
    return row;
  });
  const box = element("div", "forces; a body's weight is as long as the body", { className: "legend" });
  box.append(...rows);
  byId("legends").replaceChildren(...(isShown ? [box] : []));
}

function mediumText({ fluid, surface }) {
  if (!fluid) return "vacuum";
  return `${numberText(fluid.density)} kg/m³${surface ? (surface.waves > 0 ? ", with waves" : ", with a surface") : ""}`;
}

/** What holds for the run, and how fast it is. */
export function showFacts({ run, framesPerSecond, stepTime, keptShare, isPlaying }) {
  if (!run) return;
  const { bodies, model, solver, timeStep, medium } = run.physics;
  const facts = [
    ["Bodies", bodies.length], ["Model", model], ["Solver", solver], ["Medium", mediumText(medium)],
    ["Time step", `1/${numberText(1 / timeStep)} s`], ["Pictures", `${framesPerSecond.toFixed(0)} a second`],
    ["A step takes", stepTime > 0 ? `${numberText(stepTime, 2)} ms` : "–"],
    ["Pace", isPlaying && keptShare < 0.9 ? `${Math.round(100 * keptShare)} % of the speed asked for` : "as asked for"],
  ];
  byId("facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", name), element("dd", String(value))]));
}
