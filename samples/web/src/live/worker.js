// SPDX-License-Identifier: Zlib
// Runs in a worker behind the module of ambient-live: one world, stepped on request, so that the page never waits for it.
/* global createPhysics */

const FOLDER = "/worlds";
const BUDGET = 24; // milliseconds of steps per request: steps that are not done by then are left out

let physics = null;
let open = null;
let about = null;
let owed = 0; // simulated seconds that are not stepped yet
let water = []; // cells along the sides of each surface

const text = (address) => physics.UTF8ToString(address);
const numbers = () => physics.HEAPF32.slice(physics._liveNumbers() / 4, physics._liveNumbers() / 4 + physics._liveNumberCount());
const faces = () => physics.HEAP32.slice(physics._liveFaces() / 4, physics._liveFaces() / 4 + physics._liveFaceNumberCount());

function must(result) {
  if (!result) throw new Error(text(physics._liveError()));
}

function shapeOf(standing, index) {
  must(physics._liveShape(standing ? 1 : 0, index));
  return { vertices: numbers(), faces: faces() };
}

/** All that the page draws now. @param view {forces, water: {x, y, halfWidth, cells}} */
function frame(view = {}) {
  must(physics._liveState());
  const result = { type: "frame", time: physics._liveTime(), state: numbers(), deformed: [], surfaces: [] };
  about.bodies.forEach((body, index) => {
    if (!body.isDeforming) return;
    must(physics._liveDeformed(index));
    result.deformed.push({ index, vertices: numbers() });
  });
  if (view.forces) {
    must(physics._liveForces());
    result.forces = numbers();
  }
  if (view.water) {
    for (let i = 0; i < physics._liveSurfaceCount(); ++i) {
      must(physics._liveSurface(i, view.water.x, view.water.y, view.water.halfWidth, water[i]));
      result.surfaces.push({ cells: water[i], points: numbers() });
    }
  }
  return result;
}

/** Where a file is that a world names. */
const placeOf = (path) => decodeURI(new URL(encodeURI(path), `file://${FOLDER}/`).pathname);

/** Files that worlds name, relative to theirs. */
function writeFiles(files) {
  for (const { path, bytes } of files) {
    const whole = placeOf(path);
    physics.FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    physics.FS.writeFile(whole, new Uint8Array(bytes));
  }
}

function openWorld({ name, world, goesOn, view }) {
  must(open(world, name, FOLDER, goesOn ? 1 : 0));
  about = JSON.parse(text(physics._liveAbout()));
  owed = 0;
  water = [];
  const isWavy = (medium) => (medium.surface ? [medium.surface.waves > 0 ? 64 : 1] : []);
  water.push(...isWavy(about.medium), ...about.regions.flatMap((region) => isWavy(region.medium)));
  return {
    type: "opened", about,
    shapes: about.bodies.map((_, i) => shapeOf(false, i)), standing: about.standing.map((_, i) => shapeOf(true, i)),
    frame: frame(view),
  };
}

function advance({ seconds, steps = 0, view }) {
  const start = performance.now();
  owed = steps > 0 ? 0 : owed + seconds;
  let due = steps > 0 ? steps : Math.floor(owed / about.timeStep + 1e-9);
  owed -= steps > 0 ? 0 : due * about.timeStep;
  const wanted = due;
  while (due > 0 && performance.now() - start < BUDGET) {
    must(physics._liveStep(1));
    --due;
  }
  const took = performance.now() - start;
  return { ...frame(view), steps: wanted - due, stepTime: wanted > due ? took / (wanted - due) : 0 };
}

/** So many steps at once, and the rows of the table that `ambient simulate` writes. */
function runRows({ steps }) {
  const rows = [text(physics._liveRows())];
  for (let i = 0; i < steps; ++i) {
    must(physics._liveStep(1));
    rows.push(text(physics._liveRows()));
  }
  return { type: "rows", rows: rows.join("") };
}

const answers = {
  files: ({ files }) => {
    writeFiles(files);
    return { type: "files" };
  },
  size: ({ path }) => {
    const radius = physics.cwrap("liveMeshRadius", "number", ["string"])(placeOf(path));
    if (radius < 0) throw new Error(text(physics._liveError()));
    return { type: "size", radius };
  },
  open: openWorld,
  advance,
  rows: runRows,
  save: () => {
    must(physics._liveSave());
    return { type: "saved", world: text(physics._liveText()) };
  },
  grab: ({ body, point }) => {
    must(physics._liveGrab(body, ...point));
    return { type: "held" };
  },
  pull: ({ point }) => {
    physics._livePull(...point);
    return { type: "pulled" };
  },
  release: () => {
    physics._liveRelease();
    return { type: "released" };
  },
};

async function answer({ data: { id, request, ...rest } }) {
  try {
    if (!physics) throw new Error("the physics is not loaded");
    postMessage({ id, ...answers[request](rest) });
  } catch (error) {
    const message = error instanceof WebAssembly.RuntimeError ? `the physics stopped (${error.message}); load the page anew` : error.message;
    postMessage({ id, type: "error", message });
  }
}

createPhysics({
  onProgress: (fraction) => postMessage({ type: "progress", fraction }),
  onLog: (line) => postMessage({ type: "log", line }),
  print: (line) => postMessage({ type: "log", line }),
  printErr: (line) => postMessage({ type: "log", line }),
}).then((module) => {
  physics = module;
  open = module.cwrap("liveOpen", "number", ["string", "string", "string", "number"]);
  onmessage = answer;
  postMessage({ type: "ready" });
}, (error) => postMessage({ type: "failed", message: String(error) }));
