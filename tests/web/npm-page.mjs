// SPDX-License-Identifier: Zlib
// npm-page.mjs FOLDER PICTURE_DIR: the sample of the npm package in headless Chromium, served from FOLDER with its node_modules.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { launch } from "./browser.mjs";

const [folder, pictures] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript" };

const server = http.createServer((request, response) => {
  const file = path.join(folder, new URL(request.url, "http://x").pathname);
  const found = fs.existsSync(file) && fs.statSync(file).isFile();
  response.writeHead(found ? 200 : 404, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" });
  response.end(found ? fs.readFileSync(file) : "");
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.on("listening", resolve));

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 960, height: 540 } });
const complaints = [];
page.on("console", (message) => message.type() === "error" && !message.text().startsWith("Failed to load") && complaints.push(message.text()));
page.on("pageerror", (error) => complaints.push(error.message));
const origin = `http://127.0.0.1:${server.address().port}`;
page.on("request", (request) => request.url().startsWith(origin) || /^(data|blob):/.test(request.url()) || complaints.push(`asks for ${request.url()}`));
page.on("response", (response) => response.status() >= 400 && !response.url().includes("favicon") && complaints.push(`${response.url()}: ${response.status()}`));

await page.goto(`${origin}/index.html`);
await page.waitForSelector("canvas", { timeout: 120000 });
await page.waitForTimeout(4000);
const before = await page.screenshot({ path: path.join(pictures, "npm-barrels.png") });
await page.keyboard.down("ArrowUp");
await page.keyboard.down("ArrowLeft");
await page.waitForTimeout(4000);
const after = await page.screenshot({ path: path.join(pictures, "npm-boat.png") });
// Modules run in workers of the browser too.
const speed = await page.evaluate(async (origin) => {
  const source = `import { load } from "${origin}/node_modules/ambientfluid/index.js";
    const { World } = await load();
    const world = new World({ medium: "water", gravity: [0, 0, -10] });
    const ball = world.addBody({ shape: { type: "sphere", radius: 0.1 }, density: 7800 });
    world.step(240);
    postMessage(ball.linearVelocity[2]);`;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
}, origin);
await browser.close();
server.close();
assert.deepEqual(complaints, []);
assert.ok(speed < -1 && speed > -10, `a ball sinks in a worker at ${speed} m/s`);
assert.notDeepEqual(before, after);
console.log(`the sample of the npm package runs in Chromium; pictures in ${pictures}`);
