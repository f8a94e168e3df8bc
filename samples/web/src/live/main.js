// SPDX-License-Identifier: Zlib
/* global worldList, worldFiles */
import { bindKeys } from "../keys.js";
import { fillFollowMenu, markScene, showPlaying } from "../panel.js";
import { Stage } from "../stage.js";
import { takeDrops } from "./drop.js";
import { Grip } from "./grip.js";
import { LiveRun } from "./live-run.js";
import { fillWorldList, showArrowLegend, showError, showFacts, showHeading } from "./panel.js";
import { Physics } from "./physics.js";
import { Settings } from "./settings.js";
import { isFree, titleOf, withMesh, withSettings } from "./worlds.js";

const byId = (id) => document.getElementById(id);
const canvas = byId("canvas");
const stage = new Stage(canvas, byId("ruler-labels"));
const worlds = new Map((typeof worldList === "undefined" ? [] : worldList).map((entry) => [entry.name, entry]));

/** What the page shows; also for tests, and for pages that embed this one. */
const live = {
  stage, worlds, name: "", world: null, run: null, frame: null, isPlaying: false, isBusy: true,
  framesPerSecond: 0, stepTime: 0, keptShare: 1,
  choose, open, setPlaying, step, addMesh, rows,
};
window.live = live;

const settings = new Settings(() => live.world && open(live.name, live.world, { goesOn: true, keepsView: true }));
const physics = new Physics({
  progress: (fraction) => { byId("status").textContent = `Preparing … ${Math.round(100 * fraction)} %`; },
  log: (line) => { byId("note").textContent = line; },
});
const grip = new Grip(stage, physics, live);

function setPlaying(isPlaying) {
  live.isPlaying = isPlaying && live.run !== null;
  showPlaying(live.isPlaying);
}

const view = () => live.run?.view(byId("arrows").checked);

/** Opens a world; the one before it stays if the physics refuses. @returns whether it did not */
async function open(name, world, { goesOn = false, keepsView = false } = {}) {
  live.isBusy = true;
  grip.release();
  try {
    const text = typeof world === "string" ? world : JSON.stringify(withSettings(world, settings.values));
    byId("status").textContent = "Preparing …";
    const opened = await physics.ask("open", { name: `${name}.json`, world: text, goesOn, view: keepsView ? view() : undefined });
    live.name = name;
    live.world = typeof world === "string" ? JSON.parse(world) : world;
    const eye = keepsView && live.run ? stage.viewpoint() : null;
    const old = live.run;
    live.run = new LiveRun(opened, titleOf(name, live.world));
    if (keepsView && old) live.run.extent.copy(old.extent);
    live.frame = opened.frame;
    stage.show(live.run);
    stage.setRuler(byId("ruler").checked);
    fillFollowMenu(live.run);
    if (eye) stage.setViewpoint(eye);
    else if (isFree(live.world)) follow(0);
    settings.show(live.world, live.run.physics);
    showHeading(live.run);
    showError("");
    byId("note").textContent = "";
    history.replaceState(null, "", `#${name}`);
    await refresh();
    return true;
  } catch (error) {
    showError(error.message);
    return false;
  } finally {
    byId("status").textContent = "";
    live.isBusy = false;
    showFacts(live);
  }
}

/** Opens a world of the list, at its start. */
async function choose(name) {
  const entry = worlds.get(name);
  if (!entry) {
    showError(`there is no world '${name}'`);
    return false;
  }
  settings.reset();
  markScene(name);
  const opened = await open(name, entry.world);
  if (opened) setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  return opened;
}

/** Goes on by some time or by so many steps, and shows where all is then. */
async function advance(request) {
  if (live.isBusy) return;
  live.isBusy = true;
  try {
    const frame = await physics.ask("advance", { seconds: 0, ...request, view: view() });
    if (frame.steps > 0) live.stepTime += 0.1 * (frame.stepTime - live.stepTime);
    show(frame);
  } catch (error) {
    setPlaying(false);
    showError(error.message);
  } finally {
    live.isBusy = false;
  }
}

/** The present once more, for instance with arrows. */
async function refresh() {
  const wasBusy = live.isBusy;
  live.isBusy = false;
  await advance({});
  live.isBusy = wasBusy;
}

function show(frame) {
  live.frame = frame;
  live.run.show(frame);
  byId("clock").textContent = `${frame.time.toFixed(2)} s`;
  grip.draw();
  stage.invalidate();
}

async function step() {
  setPlaying(false);
  await advance({ steps: 1 });
}

const restart = () => open(live.name, live.world, { keepsView: true });

/** The table of `ambient simulate` for so many steps from now. */
async function rows(steps) {
  const answer = await physics.ask("rows", { steps });
  await refresh();
  return answer.rows;
}

/** A mesh file becomes a body above the middle of the world. */
async function addMesh(file) {
  const { radius: size } = await physics.ask("size", { path: file });
  const { run, world, frame } = live, { radius, center } = run.boundsNow();
  // Lengths are metres; a mesh that would fill the world or vanish in it is made to fit.
  const wanted = Math.min(Math.max(size, 0.05 * radius), Math.max(0.6 * radius, 2 * run.physics.bodies[0].radius));
  const scale = size > 0 ? wanted / size : 1;
  const at = run.toWorld(center);
  at[2] = Math.max(...run.physics.bodies.map((body, i) => frame.state[10 * i + 2] + body.radius)) + 1.5 * wanted;
  const { fluid } = run.physics.medium, density = fluid && fluid.density > 100 ? 0.5 * fluid.density : 300;
  const body = { file, scale, density, at };
  if (await open(live.name, withMesh(world, body), { goesOn: false, keepsView: true })) return true;
  if (!byId("error").textContent.includes("sheet_thickness")) return false;
  return open(live.name, withMesh(world, { ...body, thickness: 0.03 * wanted }), { keepsView: true });
}

/** The world as it is now as a file. */
async function save() {
  if (!live.run) return;
  let answer = null;
  try {
    answer = await physics.ask("save");
  } catch (error) {
    showError(`the world cannot be saved: ${error.message}`);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([answer.world], { type: "application/json" }));
  link.download = `${live.name}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function follow(index) {
  byId("follow").value = index;
  stage.follow(index);
}

byId("play").onclick = () => setPlaying(!live.isPlaying);
byId("step").onclick = step;
byId("restart").onclick = restart;
byId("follow").onchange = () => follow(+byId("follow").value);
byId("arrows").onchange = () => {
  showArrowLegend(byId("arrows").checked);
  if (live.run) refresh();
};
byId("ruler").onchange = () => stage.setRuler(byId("ruler").checked);
byId("reset").onclick = () => follow(-1);
byId("save").onclick = save;
byId("help").onclick = () => byId("keys").showModal();
byId("close-error").onclick = () => showError("");
byId("as-in-file").onclick = () => {
  settings.reset();
  restart();
};
takeDrops({
  physics, showError, addMesh,
  openWorld: async (name, text) => {
    settings.reset();
    if (await open(name, text)) setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  },
});
const chooseNext = (change) => {
  const names = [...worlds.keys()];
  choose(names[(names.indexOf(live.name) + change + names.length) % names.length]);
};
const cycle = (id, change) => {
  const menu = byId(id);
  menu.selectedIndex = Math.min(Math.max(menu.selectedIndex + change, 0), menu.options.length - 1);
  menu.dispatchEvent(new Event("change"));
};
bindKeys([
  { keys: [" "], shown: "Space", text: "play or pause", action: () => setPlaying(!live.isPlaying) },
  { keys: ["ArrowRight"], shown: "→", text: "one step", action: step },
  { keys: ["Home"], shown: "Home", text: "to the start", action: restart },
  { keys: ["-"], shown: "−", text: "slower", action: () => cycle("speed", -1) },
  { keys: ["+"], shown: "+", text: "faster", action: () => cycle("speed", 1) },
  { keys: ["a"], shown: "A", text: "force arrows", action: () => byId("arrows").click() },
  { keys: ["n", "PageDown"], shown: "N", text: "next world", action: () => chooseNext(1) },
  { keys: ["p", "PageUp"], shown: "P", text: "previous world", action: () => chooseNext(-1) },
  { keys: ["f"], shown: "F", text: "follow the next body", action: () => cycle("follow", 1) },
  { keys: ["0"], shown: "0", text: "whole view", action: () => follow(-1) },
  { keys: ["r"], shown: "R", text: "ruler and grid", action: () => byId("ruler").click() },
  { keys: ["?", "h"], shown: "H or ?", text: "this list", action: () => byId("keys").showModal() },
]);

let lastTick = performance.now(), ticks = 0, lastFacts = lastTick;
let due = 0; // seconds that have passed and were not asked for yet
let paceFrom = null;
/** The share of the speed asked for that is kept. */
function measurePace(now) {
  const speed = +byId("speed").value, { time } = live.frame ?? { time: 0 };
  if (live.isPlaying && paceFrom?.run === live.run && paceFrom.speed === speed) {
    const share = (1000 * (time - paceFrom.time)) / (speed * (now - paceFrom.now));
    live.keptShare += 0.5 * (Math.min(share, 1) - live.keptShare);
  } else live.keptShare = 1;
  paceFrom = live.isPlaying ? { run: live.run, speed, time, now } : null;
}

function tick(now) {
  due = Math.min(due + (now - lastTick) / 1000, 0.1);
  lastTick = now;
  ++ticks;
  if (now - lastFacts > 500) {
    live.framesPerSecond = (1000 * ticks) / (now - lastFacts);
    ticks = 0;
    lastFacts = now;
    stage.adapt(live.framesPerSecond);
    measurePace(now);
    if (live.run) showFacts(live);
  }
  if (!live.isPlaying || document.hidden) due = 0;
  else if (!live.isBusy) {
    advance({ seconds: due * +byId("speed").value });
    due = 0;
  }
  stage.update();
  requestAnimationFrame(tick);
}

async function start() {
  setPlaying(false);
  fillWorldList([...worlds.values()], choose);
  try {
    byId("status").textContent = "Loading …";
    await physics.ready;
    await physics.ask("files", { files: (typeof worldFiles === "undefined" ? [] : worldFiles).map(({ path, base64 }) =>
      ({ path, bytes: Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)) })) });
  } catch (error) {
    byId("status").textContent = "";
    showError(`The physics does not run here: ${error.message}. The recorded scenes (index.html) need no WebAssembly.`);
    return;
  }
  requestAnimationFrame(tick);
  const asked = decodeURIComponent(location.hash.slice(1));
  await choose(worlds.has(asked) ? asked : [...worlds.keys()][0]);
}

start();
