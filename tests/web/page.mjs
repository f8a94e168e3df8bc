// SPDX-License-Identifier: Zlib
// page.mjs GLB_DIR PAGE_DIR PICTURE_DIR: opens the page from the disk in headless Chromium and uses it as a user would.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fits, namelessControls, startBrowser } from "./browser.mjs";
import { Glb } from "./glb.mjs";

const [scenes, folder, pictures] = process.argv.slice(2).map((name) => path.resolve(name));
const names = fs.readdirSync(scenes).filter((name) => name.endsWith(".glb")).map((name) => path.basename(name, ".glb")).sort();
const first = names.includes("falling-plate") ? "falling-plate" : names[0];

const { complaints, test, open: openPage, end } = await startBrowser(path.join(folder, "index.html"), pictures);

/** A page that shows a scene and stands still. What it complains about goes to `complaints`. */
async function open(scene, options = {}) {
  const page = await openPage(scene, options);
  await shown(page, scene);
  return page;
}

const shown = (page, scene) =>
  page.waitForFunction((name) => viewer.name === name && viewer.run?.about.scene === name &&
    document.getElementById("status").textContent === "", scene, { timeout: 300000 });
/** Two frames of the browser: then what was asked for is drawn. */
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const select = async (page, id, value) => {
  await page.selectOption(`#${id}`, value);
  await drawn(page);
};
const scrub = async (page, share) => {
  await page.evaluate((s) => {
    const slider = document.getElementById("time");
    slider.value = s * viewer.run.duration;
    slider.dispatchEvent(new Event("input"));
  }, share);
  await drawn(page);
};
/** The canvas as numbers, 0 to 255. They come over as one text: a list of as many numbers takes half a second. */
const pixels = async (page) => Buffer.from(await page.evaluate(() => {
  const { canvas } = viewer.stage;
  const copy = Object.assign(document.createElement("canvas"), { width: 250, height: 150 });
  const context = copy.getContext("2d");
  context.drawImage(canvas, 0, 0, 250, 150);
  return Array.from(context.getImageData(0, 0, 250, 150).data, (value) => String.fromCharCode(value)).join("");
}), "latin1");
const changedPixels = (a, b) => a.filter((value, i) => Math.abs(value - b[i]) > 8).length;
const legends = (page) => page.locator(".legend").allTextContents();

const page = await open(first);
await drawn(page);

await test("the list has every scene", async () => {
  const listed = await page.locator("#scene-list button").evaluateAll((all) => all.map((b) => b.dataset.scene));
  assert.deepEqual(listed.sort(), names);
  assert.equal(await page.locator("#scene-select option").count(), names.length);
});

await test("every control has a name for those who cannot see it", async () => {
  assert.deepEqual(await namelessControls(page), []);
});

await test("a body is drawn where the file says it is", async () => {
  const glb = new Glb(path.join(scenes, `${first}.glb`));
  await select(page, "trails", "off");
  for (const share of [0, 0.37, 0.8, 1]) {
    await scrub(page, share);
    const at = glb.positionAt(glb.bodies[0], share * glb.duration);
    const { expected, shownAt, change } = await page.evaluate(async (world) => {
      const { stage, run } = viewer, { camera, canvas } = stage;
      const multiply = (m, v) => [0, 1, 2, 3].map((r) => v.reduce((sum, x, c) => sum + m.elements[4 * c + r] * x, 0));
      const clip = multiply(camera.projectionMatrix, multiply(camera.matrixWorldInverse, [...world, 1]));
      const expected = {
        x: (0.5 + (0.5 * clip[0]) / clip[3]) * canvas.clientWidth, y: (0.5 - (0.5 * clip[1]) / clip[3]) * canvas.clientHeight,
      };
      const read = () => {
        stage.renderer.render(stage.scene, camera);
        const copy = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
        const ratio = canvas.width / canvas.clientWidth;
        copy.drawImage(canvas, Math.round(expected.x * ratio), Math.round(expected.y * ratio), 1, 1, 0, 0, 1, 1);
        return Array.from(copy.getImageData(0, 0, 1, 1).data);
      };
      const withBody = read();
      run.bodies[0].visible = false;
      const without = read();
      run.bodies[0].visible = true;
      stage.invalidate();
      const change = Math.max(...withBody.map((v, i) => Math.abs(v - without[i])));
      return { expected, shownAt: stage.pixelOf(0), change };
    }, at);
    assert.ok(Math.hypot(expected.x - shownAt.x, expected.y - shownAt.y) < 0.05, JSON.stringify({ expected, shownAt }));
    assert.ok(change > 20, `nothing is drawn at ${JSON.stringify(expected)}, ${share} of the time`);
  }
  await select(page, "trails", "past");
});

await test("scrubbing moves the picture and the clock", async () => {
  await scrub(page, 0.1);
  const early = await pixels(page), clock = await page.textContent("#clock");
  await scrub(page, 0.9);
  assert.ok(changedPixels(early, await pixels(page)) > 50);
  assert.notEqual(await page.textContent("#clock"), clock);
});

await test("trails, colours and ruler can be switched", async () => {
  await scrub(page, 0.7);
  const all = await pixels(page);
  assert.equal((await legends(page)).length, 2);
  assert.match((await legends(page))[0], /slip speed \[m\/s\]/);
  await select(page, "trails", "off");
  assert.ok(changedPixels(all, await pixels(page)) > 50);
  assert.equal((await legends(page)).length, 1);
  await select(page, "trails", "whole");
  const before = await pixels(page);
  await select(page, "colours", "plain");
  assert.ok(changedPixels(before, await pixels(page)) > 3);
  assert.equal((await legends(page)).length, 1);
  await page.locator("#ruler").uncheck();
  await drawn(page);
  assert.equal(await page.locator("#ruler-labels span:visible").count(), 0);
  await page.locator("#ruler").check();
  await drawn(page);
  assert.ok(await page.locator("#ruler-labels span:visible").count() >= 2);
  await select(page, "colours", "now");
  await select(page, "trails", "past");
});

await test("colours of slip speed change with time, the largest do not", async () => {
  const influences = () => page.evaluate(() => Array.from(viewer.run.bodies[0].morphTargetInfluences));
  await scrub(page, 0.37);
  const now = await influences();
  assert.ok(Math.abs(now.reduce((sum, w) => sum + w, 0) - 1) < 1e-5);
  await select(page, "colours", "peak");
  assert.ok((await influences()).every((w) => w === 0));
  await select(page, "colours", "now");
});

await test("it plays, pauses and steps by the keyboard", async () => {
  await scrub(page, 0);
  await page.locator("#canvas").focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => viewer.run.time > 0.05);
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute("#play", "aria-label"), "Play");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs((await page.evaluate(() => viewer.run.time)) - 1 / 60) < 1e-9);
  await page.keyboard.press("End");
  assert.ok(await page.evaluate(() => viewer.run.time === viewer.run.duration));
  await page.keyboard.press("h");
  assert.ok(await page.locator("#keys").isVisible());
  await page.keyboard.press("Escape");
});

await test("the camera follows a body and comes back, and can be turned", async () => {
  await select(page, "follow", "0");
  const places = [];
  for (const share of [0.2, 0.9]) {
    await scrub(page, share);
    places.push(await page.evaluate(() => viewer.stage.pixelOf(0)));
  }
  assert.ok(Math.hypot(places[0].x - places[1].x, places[0].y - places[1].y) < 1, JSON.stringify(places));
  await page.screenshot({ path: path.join(pictures, "follow.png") });
  await page.click("#reset");
  await drawn(page);
  const eye = () => page.evaluate(() => viewer.stage.camera.position.toArray());
  const before = await eye();
  const box = await page.locator("#canvas").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 250);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 250, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  assert.notDeepEqual(await eye(), before);
});

await test("the file can be saved as it is", async () => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  assert.equal(download.suggestedFilename(), `${first}.glb`);
  assert.deepEqual(fs.readFileSync(await download.path()), fs.readFileSync(path.join(scenes, `${first}.glb`)));
});
await page.close();

for (const [look, options] of Object.entries({
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 720 } },
  light: { viewport: { width: 1280, height: 720 } },
})) {
  await test(`the page fits: ${look}`, async () => {
    const other = await open(first, options);
    await scrub(other, 0.6);
    assert.equal(await fits(other, ["canvas", "play", "time", "title"]), "");
    await other.screenshot({ path: path.join(pictures, `${look}.png`) });
    await other.close();
  });
}

const small = await open(names[0], { viewport: { width: 1200, height: 680 } });
for (const name of names.filter((scene) => ["boat", "barrels"].includes(scene))) {
  await test(`${name}: waves run, whose weights stay on a circle`, async () => {
    await small.evaluate((scene) => viewer.choose(scene), name);
    await shown(small, name);
    const weights = async (share) => {
      await scrub(small, share);
      return small.evaluate(() => Array.from(viewer.run.world.getObjectByName("water").morphTargetInfluences));
    };
    const early = await weights(0.31), late = await weights(0.33);
    for (const all of [early, late]) {
      assert.ok(all.length >= 2);
      for (let i = 0; i < all.length; i += 2) assert.ok(Math.abs(Math.hypot(all[i], all[i + 1]) - 1) < 0.01, String(all));
    }
    assert.ok(early.every((w, i) => w !== late[i]));
  });
}

for (const name of names) {
  await test(`${name} is shown, all bodies in the picture`, async () => {
    await small.evaluate((scene) => viewer.choose(scene), name);
    await shown(small, name);
    await scrub(small, 0.5);
    const picture = await pixels(small);
    assert.ok(new Set(picture.map((value) => value >> 3)).size > 8, "the picture is blank");
    const outside = await small.evaluate(() => viewer.run.bodies.map((_, i) => viewer.stage.pixelOf(i)).filter(
      ({ x, y }) => !(x > 0 && x < viewer.stage.canvas.clientWidth && y > 0 && y < viewer.stage.canvas.clientHeight)));
    assert.deepEqual(outside, []);
    await small.screenshot({ path: path.join(pictures, `${name}.png`) });
  });
}

await test("nothing was complained about, nothing came from the network", () => assert.deepEqual(complaints, []));

await test("a scene that is not there is told of", async () => {
  await small.evaluate(() => viewer.choose("nowhere"));
  await small.waitForFunction(() => document.getElementById("status").textContent.includes("scenes/nowhere.js"));
});
await end("web page");
