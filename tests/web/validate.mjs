// SPDX-License-Identifier: Zlib
// validate.mjs FILE...: Khronos' glTF validator reports nothing about any file: no error, warning, information or hint.
import fs from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(`${process.env.AMBIENT_WEB_TOOLS}/`);
const validator = require("gltf-validator");

let remarks = 0;
for (const file of process.argv.slice(2)) {
  const { issues } = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 5 });
  for (const { code, message, pointer } of issues.messages) console.log(`${file}: ${code} at ${pointer}: ${message}`);
  remarks += issues.numErrors + issues.numWarnings + issues.numInfos + issues.numHints;
}
console.log(`glTF validator: ${process.argv.length - 2} files, ${remarks} remarks`);
process.exit(remarks === 0 && process.argv.length > 2 ? 0 : 1);
