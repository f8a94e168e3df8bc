// SPDX-License-Identifier: Zlib
// The physics of the live page in Node.js.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Files beside the worlds that these name. */
const FILES = ["boat.obj", "vane.obj", "../robots/fish.urdf"];

export async function openPhysics(module, worlds) {
  const create = createRequire(import.meta.url)(path.resolve(module));
  const physics = await create({ onLog: (line) => console.error(line) });
  const text = (address) => physics.UTF8ToString(address);
  for (const file of FILES) {
    const place = path.posix.join("/worlds", file);
    physics.FS.mkdirTree(path.posix.dirname(place));
    physics.FS.writeFile(place, fs.readFileSync(path.join(worlds, file)));
  }
  const open = physics.cwrap("liveOpen", "number", ["string", "string", "string", "number"]);
  const must = (result) => {
    if (!result) throw new Error(text(physics._liveError()));
  };
  return {
    open(world, name) {
      must(open(world, name, "/worlds", 0));
      return JSON.parse(text(physics._liveAbout()));
    },
    step: (steps) => must(physics._liveStep(steps)),
    rows: () => text(physics._liveRows()),
  };
}

/** Processor time of ended children in user mode [s]. */
export function childTime() {
  // cutime, the sixteenth field of /proc/self/stat, in ticks of 10 ms; the second one may hold blanks.
  const fields = fs.readFileSync("/proc/self/stat", "utf8").replace(/^.*\) /, "").split(" ");
  return +fields[13] / 100;
}
