// SPDX-License-Identifier: Zlib
// pack.mjs SCENES_DIR OUT_DIR: writes each .glb as a script, because pages opened from a disk may not fetch files, and
// scenes.js with the entries of the list of scenes.
import fs from "node:fs";
import path from "node:path";

const [from, to] = process.argv.slice(2);

/** The JSON of a binary glTF file. */
function jsonOf(glb, file) {
  if (glb.length < 20 || glb.toString("latin1", 0, 4) !== "glTF") {
    console.error(`pack.mjs: ${file} is not a .glb file`);
    process.exit(1);
  }
  return JSON.parse(glb.toString("utf8", 20, 20 + glb.readUInt32LE(12)));
}

const scenes = [];
const folder = path.join(to, "scenes");
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
for (const file of fs.readdirSync(from).filter((name) => name.endsWith(".glb")).sort()) {
  const glb = fs.readFileSync(path.join(from, file));
  const json = jsonOf(glb, file);
  const { extras = {} } = json.scenes[json.scene ?? 0];
  const name = path.basename(file, ".glb");
  scenes.push({
    name,
    title: extras.title || name,
    description: extras.description ?? "",
    figure: extras.figure ?? "",
    medium: extras.medium?.name ?? "air",
  });
  fs.writeFileSync(path.join(folder, `${name}.js`), `takeScene(${JSON.stringify(name)}, "${glb.toString("base64")}");\n`);
}
const hasLivePage = fs.existsSync(path.join(to, "live.html"));
fs.writeFileSync(path.join(to, "scenes.js"),
  `const sceneList = ${JSON.stringify(scenes, null, 1)};\nconst hasLivePage = ${hasLivePage};\n`);
console.log(`${scenes.length} scenes in ${path.join(to, "index.html")}`);
