// SPDX-License-Identifier: Zlib
// assemble.mjs PAGE OUT_DIR: writes a page whose lines <!-- part NAME --> are the files parts/NAME.html: browsers do not load pieces of
// pages from the disk.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [page, out] = process.argv.slice(2);
const parts = path.join(path.dirname(fileURLToPath(import.meta.url)), "parts");
const whole = fs.readFileSync(page, "utf8").replace(/^ *<!-- part ([a-z]+) -->\n/gm,
  (_, name) => fs.readFileSync(path.join(parts, `${name}.html`), "utf8").replace(/^<!--.*-->\n/, ""));
fs.writeFileSync(path.join(out, path.basename(page)), whole);
