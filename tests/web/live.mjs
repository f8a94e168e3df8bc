// SPDX-License-Identifier: Zlib
// live.mjs PAGE_DIR AMBIENT WORLDS_DIR PICTURE_DIR: opens the live page from the disk in headless Chromium, operates
// the page like a user, and compares its runs with those of the native tool.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { fits, namelessControls, startBrowser } from "./browser.mjs";

const [folder, ambient, worlds, pictures] = process.argv.slice(2).map((name) => path.resolve(name));
const names = fs.readdirSync(worlds).filter((name) => name.endsWith(".json")).map((name) => path.basename(name, ".json")).sort();

// World, seconds, and the largest distance [m] of any body's centre between WebAssembly and the native tool: with the
// baseline's instructions, and with the widest of the machine. 0: all numbers of all bodies are equal, as text. boat:
// the native tool reads OBJ by another library, which rounds coordinates to floats. coupled-balls: the coupling in
// single precision is fused if the machine can, measured 1.2e-7.
const SAME = [
  ["falling-plate", 2, 0, 0], ["buoy", 4, 0, 0], ["ferry", 6, 0, 0], ["pool", 3, 0, 0], ["wet-pendulum", 4, 0, 0], ["coupled-balls", 1, 0, 2e-7],
  ["eel", 2, 0, 0], ["cards", 2, 0, 0], ["robot", 2, 0, 0], ["swimmer", 3, 0, 0], ["vehicle", 6, 0, 0], ["gate", 4, 0, 0], ["boat", 0.4, 1e-6, 1e-6],
  ["coins", 0.5, 0, 0],
];

const { browser, address, complaints, test, open: openPage, end } = await startBrowser(path.join(folder, "live.html"), pictures);

const idle = (page) => page.waitForFunction(() => !live.isBusy && (live.run || !document.getElementById("error").hidden), null, { timeout: 120000 });

async function open(world, options = {}) {
  const page = await openPage(world, options);
  await idle(page);
  return page;
}

async function choose(page, world) {
  assert.ok(await page.evaluate((name) => live.choose(name), world), await page.textContent("#error"));
  await idle(page);
}

/** Positions by time and body, and the whole row, from a table of `ambient simulate`. */
const positions = (table) => table.trim().split("\n").filter((row) => !row.startsWith("time")).map((text) => {
  const [time, body, ...numbers] = text.split(",");
  return { text, time: +time, body, at: numbers.slice(0, 3).map(Number) };
});

const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
const positionOf = (page, body) => page.evaluate((i) => Array.from(live.frame.state.slice(10 * i, 10 * i + 3)), body);
/** A file as if it were dropped. */
const drop = async (page, files) => {
  await page.setInputFiles("#file", files.map(({ name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
  await page.waitForFunction(() => document.getElementById("file").value === "", null, { timeout: 60000 });
  await idle(page);
};

const page = await open("falling-plate");

await test("the list has every world, and every control a name for those who cannot see it", async () => {
  assert.deepEqual((await page.locator("#scene-list button").evaluateAll((all) => all.map((b) => b.dataset.scene))).sort(), names);
  assert.deepEqual(await namelessControls(page), []);
});

for (const [world, seconds, ...tolerances] of SAME) {
  await test(`${world} moves as natively`, async () => {
    await choose(page, world);
    let found = null;
    for (const [i, environment] of [{ AMBIENT_FLUID_INSTRUCTION_SET: "baseline" }, {}].entries()) {
      const native = spawnSync(ambient, ["simulate", path.join(worlds, `${world}.json`), "--seconds", String(seconds), "--csv", "-"],
        { encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, ...environment } });
      assert.equal(native.status, 0, native.stderr);
      const expected = positions(native.stdout);
      const steps = new Set(expected.map(({ time }) => time)).size - 1;
      found ??= positions(await page.evaluate((count) => live.rows(count), steps));
      assert.equal(found.length, expected.length);
      const moved = Math.max(...expected.map(({ body, at }) => distance(at, expected.find((row) => row.body === body).at)));
      assert.ok(moved > 1e-3, `nothing moves: ${moved} m`);
      if (tolerances[i] === 0) {
        const row = found.findIndex(({ text }, j) => text !== expected[j].text);
        assert.equal(row, -1, `row ${row}: ${found[row]?.text} here, ${expected[row]?.text} natively`);
      }
      found.forEach(({ time, body, at }, j) => {
        assert.equal(body, expected[j].body);
        assert.ok(Math.abs(time - expected[j].time) < 1e-6);
        const apart = distance(at, expected[j].at);
        assert.ok(apart <= tolerances[i], `${apart} m apart`);
      });
    }
  });
}

await test("it plays, pauses, steps and starts again", async () => {
  await choose(page, "falling-plate");
  await page.click("#step");
  await page.waitForFunction(() => Math.abs(live.frame.time - 1 / 240) < 1e-9);
  await page.selectOption("#speed", "0.25");
  await page.click("#play");
  await page.waitForFunction(() => live.frame.time > 0.05);
  await page.keyboard.press("Escape");
  await page.click("#play");
  await idle(page);
  assert.equal(await page.getAttribute("#play", "aria-label"), "Play");
  await page.click("#restart");
  await idle(page);
  assert.equal(await page.evaluate(() => live.frame.time), 0);
  await page.selectOption("#speed", "1");
});

await test("a body that is dragged follows the mouse, and falls when it is let go", async () => {
  await choose(page, "pool");
  const box = await page.locator("#canvas").boundingBox();
  const pixel = await page.evaluate(() => live.stage.pixelOf(1));
  const before = await positionOf(page, 1), cork = await positionOf(page, 0), eye = await page.evaluate(() => live.stage.camera.position.toArray());
  await page.mouse.move(box.x + pixel.x, box.y + pixel.y);
  await page.mouse.down();
  await page.mouse.move(box.x + pixel.x + 60, box.y + pixel.y - 20, { steps: 6 });
  for (let i = 0; i < 3; ++i) await page.evaluate(() => live.rows(80));
  const held = await positionOf(page, 1);
  await page.screenshot({ path: path.join(pictures, "live-drag.png") });
  const now = await page.evaluate(() => live.stage.pixelOf(1));
  assert.ok(distance(held, before) > 0.1, `from ${before} to ${held}`);
  assert.ok(Math.hypot(now.x - pixel.x - 60, now.y - pixel.y + 20) < 25, JSON.stringify({ pixel, now }));
  assert.ok(distance(await positionOf(page, 0), cork) > 0.5, "the other one falls meanwhile");
  assert.ok(distance(await page.evaluate(() => live.stage.camera.position.toArray()), eye) < 1e-9, "the camera stays");
  await page.mouse.up();
  await page.evaluate(() => live.rows(240));
  assert.ok((await positionOf(page, 1))[2] < held[2] - 1, "it falls");
});

await test("a link that is dragged takes its chain along", async () => {
  await choose(page, "wet-pendulum");
  const box = await page.locator("#canvas").boundingBox(), pixel = await page.evaluate(() => live.stage.pixelOf(1));
  await page.evaluate(() => live.rows(600));
  const rest = await positionOf(page, 1), at = await page.evaluate(() => live.stage.pixelOf(1));
  assert.ok(pixel.x !== at.x);
  await page.mouse.move(box.x + at.x, box.y + at.y);
  await page.mouse.down();
  await page.mouse.move(box.x + at.x + 70, box.y + at.y - 10, { steps: 4 });
  await page.evaluate(() => live.rows(120));
  const pulled = await positionOf(page, 1);
  await page.mouse.up();
  await page.evaluate(() => live.rows(600));
  assert.ok(distance(rest, pulled) > 0.1, `from ${rest} to ${pulled}`);
  assert.ok(distance(rest, await positionOf(page, 1)) < 0.3 * distance(rest, pulled), "it swings back");
});

await test("model, solver, medium and sliders change the run", async () => {
  await choose(page, "falling-plate");
  const fall = async () => {
    await page.evaluate(() => live.rows(60));
    return (await positionOf(page, 0))[2];
  };
  const set = async (id, value) => {
    await page.evaluate(([control, v]) => {
      document.getElementById(control).value = v;
      document.getElementById(control).dispatchEvent(new Event("change"));
    }, [id, value]);
    await idle(page);
  };
  const first = await fall();
  await set("model", "rbd");
  // Bodies continue from their present poses.
  assert.ok(Math.abs((await positionOf(page, 0))[2] - first) < 1e-6);
  assert.equal(await page.evaluate(() => live.run.physics.hasContinued), true);
  await page.click("#restart");
  await idle(page);
  assert.ok(Math.abs((await fall()) - (1 - 9.81 / 2 / 16)) < 0.01, "it falls freely without the fluid");
  await page.click("#as-in-file");
  await idle(page);
  await set("medium", "water");
  await set("gravity", "0");
  await page.click("#restart");
  await idle(page);
  assert.ok(Math.abs((await fall()) - 1) < 1e-4, "nothing falls without gravity");
  await set("time-step", "4");
  await set("solver", "stock");
  assert.deepEqual(await page.evaluate(() => [live.run.physics.solver, +(1 / live.run.physics.timeStep).toFixed(3)]), ["stock", 60]);
});

await test("the present goes over to another model without a jump, articulated bodies too", async () => {
  await choose(page, "wet-pendulum");
  await page.evaluate(() => live.rows(30));
  const before = await page.evaluate(() => Array.from(live.frame.state));
  await page.selectOption("#model", "uwrbd");
  await idle(page);
  const after = await page.evaluate(() => Array.from(live.frame.state));
  before.forEach((value, i) => assert.ok(Math.abs(value - after[i]) < 2e-5, `number ${i}: ${value} becomes ${after[i]}`));
  assert.equal(await page.evaluate(() => live.run.physics.model), "uwrbd");
});

await test("arrows show the forces", async () => {
  await choose(page, "buoy");
  await page.locator("#arrows").check();
  await page.waitForFunction(() => live.frame.forces);
  await page.evaluate(() => live.rows(600));
  const [weight, buoyancy] = await page.evaluate(() => [live.frame.forces[11], live.frame.forces[14]]);
  assert.ok(Math.abs(weight + 30 * 9.81) < 0.01 && buoyancy > 0.9 * 30 * 9.81, `${weight} and ${buoyancy} N`);
  assert.equal(await page.locator(".legend .key").count(), 3);
  await page.screenshot({ path: path.join(pictures, "live-arrows.png") });
  await page.locator("#arrows").uncheck();
});

await test("files that are dropped become worlds and bodies; bad ones are told of and change nothing", async () => {
  const world = JSON.stringify({ medium: "water", bodies: [{ name: "mine", shape: { type: "sphere", radius: 0.2 }, density: 700 }] });
  await drop(page, [{ name: "own.json", text: world }]);
  assert.equal(await page.textContent("#title"), "Own");
  await drop(page, [{ name: "vane.obj", text: fs.readFileSync(path.join(worlds, "vane.obj"), "utf8") }]);
  assert.deepEqual(await page.evaluate(() => live.run.physics.bodies.map(({ name }) => name)), ["mine", "vane"]);
  for (const [name, text, message] of [
    ["bad.json", world.replace("0.2", "-1"), /bad\.json: bodies\[0\]\.shape\.radius: /], ["bad.json", "{", /bad\.json: is no JSON: /],
    ["bad.json", world.replace("700", "1e999"), /bad\.json: is no JSON|bodies\[0\]\.density/],
    ["bad.json", world.replace('"sphere", "radius": 0.2', '"mesh", "file": "none.stl"').replace('"sphere","radius":0.2', '"mesh","file":"none.stl"'), /none\.stl: no such file/],
    ["bad.stl", "solid\nvertex 0 0\n", /bad\.stl:2: is no vertex/], ["bad.txt", "a", /bad\.txt: is no world/],
  ]) {
    await drop(page, [{ name, text }]);
    assert.match(await page.textContent("#error"), message);
    assert.ok(await page.locator("#error").isVisible());
    assert.equal(await page.evaluate(() => live.run.physics.bodies.length), 2, "the world before stays");
  }
  await page.click("#close-error");
  assert.ok(!(await page.locator("#error").isVisible()));
});

await test("a saved world goes on from now, here and natively; a part that no file can hold is named", async () => {
  await choose(page, "wet-pendulum");
  await page.evaluate(() => live.rows(90));
  const download = page.waitForEvent("download");
  await page.click("#save");
  const text = fs.readFileSync(await (await download).path(), "utf8");
  const then = positions(await page.evaluate(() => live.rows(60)));
  await drop(page, [{ name: "later.json", text }]);
  const later = positions(await page.evaluate(() => live.rows(60)));
  const file = path.join(pictures, "later.json");
  fs.writeFileSync(file, text);
  const native = positions(spawnSync(ambient, ["simulate", file, "--seconds", "1", "--csv", "-"], { encoding: "utf8" }).stdout);
  assert.ok(Math.max(...then.map(({ body, at }) => distance(at, then.find((row) => row.body === body).at))) > 0.1, "it moves");
  for (const table of [later, native]) {
    assert.equal(table.length, then.length);
    const largest = Math.max(...then.map(({ at }, i) => distance(at, table[i].at)));
    assert.ok(largest < 6e-8, `${largest} m apart`); // a unit in the last place of Bullet's numbers at 1 m; measured 2.7e-8
  }
  await choose(page, "robot");
  await page.click("#save");
  await page.waitForFunction(() => !document.getElementById("error").hidden);
  assert.match(await page.textContent("#error"), /cannot be saved: articulated_bodies\[0\]\.robot: /);
});

await test("two hundred bodies stay interactive in software", async () => {
  await choose(page, "crowd");
  await page.evaluate(() => live.setPlaying(true));
  await page.waitForFunction(() => live.frame.time > 0.5, null, { timeout: 120000 });
  const { pictures: rate, step, kept } = await page.evaluate(() =>
    ({ pictures: live.framesPerSecond, step: live.stepTime, kept: live.keptShare }));
  await page.evaluate(() => live.setPlaying(false));
  await idle(page);
  console.log(`live page, 200 bodies: ${rate.toFixed(1)} pictures a second, ${step.toFixed(1)} ms a step, ${(100 * kept).toFixed(0)} % of real time`);
  const start = Date.now(), pixel = await page.evaluate(() => live.stage.pixelOf(0));
  const box = await page.locator("#canvas").boundingBox();
  await page.mouse.move(box.x + pixel.x, box.y + pixel.y);
  await page.mouse.down();
  await page.evaluate(() => live.step());
  await page.mouse.up();
  console.log(`live page, 200 bodies: a pull and a step are seen after ${Date.now() - start} ms`);
  assert.ok(Date.now() - start < 5000);
});

for (const [look, options] of Object.entries({
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, dark: { colorScheme: "dark", viewport: { width: 1280, height: 720 } },
})) {
  await test(`the page fits: ${look}`, async () => {
    const other = await open("boat", options);
    await other.evaluate(() => live.rows(60));
    assert.equal(await fits(other, ["canvas", "play", "title", "model"]), "");
    await other.screenshot({ path: path.join(pictures, `live-${look}.png`) });
    await other.close();
  });
}

for (const name of names) {
  await test(`${name} is shown, all bodies in the picture`, async () => {
    await choose(page, name);
    const outside = await page.evaluate(() => live.run.bodies.map((_, i) => live.stage.pixelOf(i)).filter(
      ({ x, y }) => !(x > 0 && x < live.stage.canvas.clientWidth && y > 0 && y < live.stage.canvas.clientHeight)));
    assert.deepEqual(outside, []);
    await page.evaluate(() => live.rows(Math.round(0.5 / live.run.physics.timeStep)));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.screenshot({ path: path.join(pictures, `live-${name}.png`) });
  });
}

await test("nothing was complained about, nothing came from the network", () => assert.deepEqual(complaints, []));

await test("without WebAssembly the page says so and names the recorded scenes", async () => {
  const other = await browser.newPage();
  await other.addInitScript(() => { delete globalThis.WebAssembly; });
  await other.goto(address);
  await other.waitForFunction(() => document.getElementById("error").textContent.includes("recorded scenes"));
  await other.close();
});

await test("the page has at most 3 MB, gzipped", () => {
  const bytes = fs.readdirSync(folder).filter((file) => /^(live\.|physics\.js|worlds\.js|style\.css)/.test(file))
    .reduce((sum, file) => sum + zlib.gzipSync(fs.readFileSync(path.join(folder, file))).length, 0);
  console.log(`live page: ${(bytes / 1e6).toFixed(2)} MB gzipped`);
  assert.ok(bytes > 1e5 && bytes < 3e6, `${bytes} bytes`);
});
await end("live page");
