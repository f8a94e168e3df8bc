// SPDX-License-Identifier: Zlib
// pack-live.mjs BUILD_DIR WORLDS_DIR OUT_DIR: writes the physics with its worker as text inside a script, because pages
// opened from a disk may not fetch files. Also writes worlds.js with the worlds and the files named by them.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const [build, worlds, out] = process.argv.slice(2);
// In this order; others follow by name.
const FIRST = ["barrels", "falling-plate", "boat", "coins", "eel", "swimmer", "wet-pendulum", "coupled-balls", "vehicle", "ferry", "buoy", "pool"];

const physics = ["bin/ambient-live.js", "worker.js"].map((file) => fs.readFileSync(path.join(build, file), "utf8")).join("\n");
fs.writeFileSync(path.join(out, "physics.js"), `const physicsSource = ${JSON.stringify(physics)};\n`);

const names = fs.readdirSync(worlds).filter((name) => name.endsWith(".json")).map((name) => path.basename(name, ".json"));
const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
const list = names.map((name) => ({ name, world: JSON.parse(fs.readFileSync(path.join(worlds, `${name}.json`), "utf8")) }));

// The keys that name files, from the program that saves worlds.
const saver = fs.readFileSync(new URL("../../extension/src/Worlds/SaveWorld.cpp", import.meta.url), "utf8");
const keysOfFiles = [...(/kNames = \{([^}]*)\}/.exec(saver)?.[1] ?? "").matchAll(/"(\w+)"/g)].map((match) => match[1]);
if (!keysOfFiles.includes("file")) throw new Error("SaveWorld.cpp: the keys that name files are not found");

/** All file names in a world. */
function filesOf(value) {
  if (Array.isArray(value)) return value.flatMap(filesOf);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    (keysOfFiles.includes(key) && typeof inner === "string" ? [inner] : filesOf(inner)));
}
const files = [...new Set(list.flatMap(({ world }) => filesOf(world)))].map((file) =>
  ({ path: file, base64: fs.readFileSync(path.join(worlds, file)).toString("base64") }));
fs.writeFileSync(path.join(out, "worlds.js"),
  `const worldList = ${JSON.stringify(list)};\nconst worldFiles = ${JSON.stringify(files)};\n`);

const shipped = ["live.html", "style.css", "live.js", "physics.js", "worlds.js"];
const packed = shipped.reduce((sum, file) => sum + zlib.gzipSync(fs.readFileSync(path.join(out, file))).length, 0);
console.log(`${list.length} worlds to play with in ${path.join(out, "live.html")}, ${(packed / 1e6).toFixed(2)} MB gzipped`);
