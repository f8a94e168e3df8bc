// SPDX-License-Identifier: Zlib
import { AS_IN_FILE, gravityOf, hasWaves } from "./worlds.js";

const STEPS = [1 / 480, 1 / 240, 1 / 120, 1 / 90, 1 / 60, 1 / 30];
const byId = (id) => document.getElementById(id);

/** The controls of the physics: what they say in place of the file. */
export class Settings {
  values = { ...AS_IN_FILE };

  /** @param changed called after each change */
  constructor(changed) {
    for (const [id, key] of [["model", "model"], ["solver", "solver"], ["medium", "medium"]]) {
      byId(id).onchange = () => this.#set(key, byId(id).value || undefined, changed);
    }
    for (const id of ["gravity", "current", "waves"]) {
      byId(id).oninput = () => this.#label(id);
      byId(id).onchange = () => this.#set(id, +byId(id).value, changed);
    }
    byId("time-step").oninput = () => this.#label("time-step");
    byId("time-step").onchange = () => this.#set("timeStep", STEPS[+byId("time-step").value], changed);
  }

  reset() {
    this.values = { ...AS_IN_FILE };
  }

  /** Shows what holds for a world. @param about what the physics says of it */
  show(world, about) {
    const { values } = this;
    for (const id of ["model", "solver", "medium"]) byId(id).value = values[id] ?? "";
    byId("solver").disabled = about.needsFluidSolver;
    byId("gravity").value = values.gravity ?? gravityOf(world);
    byId("current").value = values.current ?? (about.medium.fluid?.velocity[0] ?? 0);
    byId("current").disabled = !about.medium.fluid;
    byId("waves").value = values.waves ?? 1;
    byId("waves").disabled = !hasWaves(world);
    const nearest = (step) => STEPS.reduce((best, s, i) => (Math.abs(s - step) < Math.abs(STEPS[best] - step) ? i : best), 0);
    byId("time-step").value = nearest(values.timeStep ?? about.timeStep);
    this.timeStep = values.timeStep ?? about.timeStep;
    for (const id of ["gravity", "current", "waves"]) this.#label(id);
    byId("time-step").parentElement.querySelector("output").textContent = `1/${+(1 / this.timeStep).toPrecision(4)} s`;
  }

  #set(key, value, changed) {
    this.values = { ...this.values, [key]: value };
    changed();
  }

  #label(id) {
    const input = byId(id), value = +input.value;
    const text = { gravity: `${value.toFixed(2)} m/s²`, current: `${value.toFixed(2)} m/s`, waves: `${value.toFixed(2)}×`,
      "time-step": `1/${+(1 / (STEPS[value] ?? 1)).toPrecision(4)} s` }[id];
    input.parentElement.querySelector("output").textContent = text;
  }
}
