// SPDX-License-Identifier: Zlib
/* global sceneList, hasLivePage */
import { bindKeys } from "./keys.js";
import { loadBytes, parse } from "./load.js";
import { fillFollowMenu, fillSceneList, markScene, showAbout, showLegends, showPlaying } from "./panel.js";
import { Run } from "./run.js";
import { Stage } from "./stage.js";

const byId = (id) => document.getElementById(id);
const canvas = byId("canvas");
const stage = new Stage(canvas, byId("ruler-labels"));
byId("live-link").hidden = typeof hasLivePage === "undefined" || !hasLivePage;
const scenes = typeof sceneList === "undefined" ? [] : sceneList;

/** What the page shows; also for tests, and for pages that embed this one. */
const viewer = { stage, scenes, name: "", run: null, isPlaying: false, choose, setTime, setPlaying };
window.viewer = viewer;

function setPlaying(isPlaying) {
  if (isPlaying && viewer.run && viewer.run.time >= viewer.run.duration) setTime(0);
  viewer.isPlaying = isPlaying;
  showPlaying(isPlaying);
}

function setTime(time) {
  const { run } = viewer;
  if (!run) return;
  run.setTime(time);
  const clock = `${run.time.toFixed(2)} / ${run.duration.toFixed(2)} s`;
  byId("time").value = run.time;
  byId("time").setAttribute("aria-valuetext", `${run.time.toFixed(2)} seconds`);
  byId("clock").textContent = clock;
  stage.invalidate();
}

function applyView() {
  const { run } = viewer;
  if (!run) return;
  const view = { colours: byId("colours").value, trails: byId("trails").value };
  run.setColours(view.colours);
  run.setTrails(view.trails);
  stage.setRuler(byId("ruler").checked);
  showLegends(run, view);
}

/** Offers only the colours that the run has. */
function offerColours(run) {
  const menu = byId("colours");
  for (const option of menu.options) {
    option.disabled = (option.value === "now" && !run.hasColoursOverTime) ||
      (option.value !== "plain" && !run.hasSlipColours);
  }
  menu.value = [...menu.options].find((option) => !option.disabled).value;
}

async function choose(name) {
  viewer.name = name;
  markScene(name);
  byId("status").textContent = "Loading …";
  try {
    const bytes = await loadBytes(name);
    const gltf = await parse(bytes.slice(0));
    if (viewer.name !== name) return; // another one was chosen meanwhile
    viewer.run = new Run(gltf);
    viewer.bytes = bytes;
    showAbout(viewer.run.about, viewer.run.enlargement);
    offerColours(viewer.run);
    showLegends(viewer.run, { colours: byId("colours").value, trails: byId("trails").value });
    stage.show(viewer.run);
    byId("time").max = viewer.run.duration;
    byId("status").textContent = "";
    fillFollowMenu(viewer.run);
    applyView();
    setTime(0);
    setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    history.replaceState(null, "", `#${name}`);
  } catch (error) {
    byId("status").textContent = `This scene cannot be shown: ${error.message}`;
  }
}

function follow(index) {
  byId("follow").value = index;
  stage.follow(index);
}

function cycle(id) {
  const menu = byId(id);
  do menu.selectedIndex = (menu.selectedIndex + 1) % menu.options.length;
  while (menu.options[menu.selectedIndex].disabled);
  menu.dispatchEvent(new Event("change"));
}

function chooseNext(step) {
  const order = [...byId("scene-select").options].map((option) => option.value);
  choose(order[(order.indexOf(viewer.name) + step + order.length) % order.length]);
}

function saveFile() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([viewer.bytes], { type: "model/gltf-binary" }));
  link.download = `${viewer.name}.glb`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

byId("play").onclick = () => setPlaying(!viewer.isPlaying);
byId("time").oninput = () => {
  setPlaying(false);
  setTime(+byId("time").value);
};
byId("follow").onchange = () => follow(+byId("follow").value);
byId("colours").onchange = byId("trails").onchange = byId("ruler").onchange = applyView;
byId("reset").onclick = () => follow(-1);
byId("download").onclick = saveFile;
byId("help").onclick = () => byId("keys").showModal();
canvas.addEventListener("dblclick", (event) => follow(stage.bodyAt(event.offsetX, event.offsetY)));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => viewer.name && choose(viewer.name));

const stepBy = (seconds) => {
  setPlaying(false);
  setTime(viewer.run.time + seconds);
};
bindKeys([
  { keys: [" "], shown: "Space", text: "play or pause", action: () => setPlaying(!viewer.isPlaying) },
  { keys: ["ArrowRight"], shown: "→", text: "a little later (Shift: 1 s)", action: (e) => stepBy(e.shiftKey ? 1 : 1 / 60) },
  { keys: ["ArrowLeft"], shown: "←", text: "a little earlier (Shift: 1 s)", action: (e) => stepBy(e.shiftKey ? -1 : -1 / 60) },
  { keys: ["Home"], shown: "Home", text: "to the start", action: () => stepBy(-Infinity) },
  { keys: ["End"], shown: "End", text: "to the end", action: () => stepBy(Infinity) },
  { keys: ["s"], shown: "S", text: "next speed", action: () => cycle("speed") },
  { keys: ["n", "PageDown"], shown: "N", text: "next scene", action: () => chooseNext(1) },
  { keys: ["p", "PageUp"], shown: "P", text: "previous scene", action: () => chooseNext(-1) },
  { keys: ["f"], shown: "F", text: "follow the next body", action: () => cycle("follow") },
  { keys: ["0"], shown: "0", text: "whole view", action: () => follow(-1) },
  { keys: ["c"], shown: "C", text: "colours", action: () => cycle("colours") },
  { keys: ["t"], shown: "T", text: "trails", action: () => cycle("trails") },
  { keys: ["r"], shown: "R", text: "ruler and grid", action: () => byId("ruler").click() },
  { keys: ["?", "h"], shown: "H or ?", text: "this list", action: () => byId("keys").showModal() },
]);

let lastTick = performance.now();
function tick(now) {
  const elapsed = Math.min((now - lastTick) / 1000, 0.1);
  lastTick = now;
  if (viewer.isPlaying && viewer.run) {
    setTime(viewer.run.time + elapsed * +byId("speed").value);
    if (viewer.run.time >= viewer.run.duration) setPlaying(false);
  }
  stage.update();
  requestAnimationFrame(tick);
}

setPlaying(false);
fillSceneList(scenes, choose);
if (scenes.length === 0) byId("status").textContent = "There is no scene beside this page.";
else {
  const wanted = [decodeURIComponent(location.hash.slice(1)), "falling-plate", scenes[0].name];
  choose(wanted.find((name) => scenes.some((scene) => scene.name === name)));
}
requestAnimationFrame(tick);
