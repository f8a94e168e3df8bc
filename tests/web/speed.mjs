// SPDX-License-Identifier: Zlib
// speed.mjs MODULE AMBIENT WORLDS_DIR: processor time of a step in WebAssembly over that of the native SSE2 loops, one
// thread. Least of some runs, taken in turn; the native figure is the difference between a run and a run of twice the
// length.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { childTime, openPhysics } from "./physics.mjs";

const [module, ambient, worlds] = process.argv.slice(2);
const CASES = [["wet-pendulum", 60], ["swimmer", 30], ["vehicle", 40], ["ferry", 60], ["barrels", 1], ["crowd", 1]];

function native(world, seconds) {
  const before = childTime();
  const { status } = spawnSync(ambient, ["simulate", path.join(worlds, `${world}.json`), "--seconds", String(seconds), "--quiet"], {
    env: { ...process.env, AMBIENT_FLUID_INSTRUCTION_SET: "baseline", OMP_NUM_THREADS: "1" }, stdio: "ignore",
  });
  if (status !== 0) throw new Error(`${world} fails natively`);
  return childTime() - before;
}

const physics = await openPhysics(module, worlds);
const ratios = [];
for (const [world, seconds] of CASES) {
  let compiled = Infinity, once = Infinity, twice = Infinity, steps = 0;
  for (let round = 0; round < 2; ++round) {
    once = Math.min(once, native(world, seconds));
    twice = Math.min(twice, native(world, 2 * seconds));
    const about = physics.open(fs.readFileSync(path.join(worlds, `${world}.json`), "utf8"), `${world}.json`);
    steps = Math.ceil(seconds / about.timeStep - 1e-6);
    physics.step(steps); // the second half of twice the time, as natively
    const start = process.cpuUsage().user;
    physics.step(steps);
    compiled = Math.min(compiled, (process.cpuUsage().user - start) / 1e6);
  }
  const ratio = compiled / (twice - once);
  ratios.push(ratio);
  console.log(`${world.padEnd(14)} native ${(1e6 * (twice - once) / steps).toFixed(0).padStart(6)} us, WebAssembly ` +
    `${(1e6 * compiled / steps).toFixed(0).padStart(6)} us a step: ${ratio.toFixed(2)}`);
}
const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
console.log(`a step in WebAssembly takes ${mean.toFixed(2)} of the native one (geometric mean)`);
