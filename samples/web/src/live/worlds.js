// SPDX-License-Identifier: Zlib
// From a world file and the settings of the page to the text that the physics reads; and worlds that are made here.

/** Settings in place of those of the file; undefined: as the file says. */
export const AS_IN_FILE = Object.freeze({
  model: undefined, solver: undefined, medium: undefined, gravity: undefined, timeStep: undefined, waves: undefined, current: undefined,
});

/** Length of the world's gravity [m/s^2]. */
export function gravityOf(world) {
  return Math.hypot(...(world.gravity ?? [0, 0, -9.81]));
}

/** Whether waves run on the surface of the world's medium. */
export function hasWaves(world) {
  const { waves = [], sea } = world.medium?.surface ?? {};
  return waves.length > 0 || sea !== undefined;
}

/** A surface whose waves, and whose sea, are larger by a factor. */
function withWaves({ waves = [], sea, ...surface }, factor) {
  if (factor === 0) return { ...surface, waves: [] };
  return {
    ...surface, waves: waves.map((wave) => ({ ...wave, amplitude: factor * wave.amplitude })),
    ...(sea ? { sea: { ...sea, height: factor * sea.height } } : {}),
  };
}

function mediumWith(medium, { medium: fluid, waves, current }) {
  let result = typeof medium === "string" ? { fluid: medium } : structuredClone(medium);
  if (fluid !== undefined) {
    const { surface } = result;
    // Only liquids have a surface under air.
    result = { fluid, ...(surface && !["air", "vacuum"].includes(fluid) ? { surface } : {}) };
  }
  if (result.fluid === "vacuum") return "vacuum";
  if (current !== undefined) result.velocity = [current, 0, 0];
  if (waves !== undefined && hasWaves({ medium: result })) result.surface = withWaves(result.surface, waves);
  return result;
}

/** The world with other settings. */
export function withSettings(world, settings) {
  const result = { ...world };
  if (settings.model !== undefined) result.model = settings.model;
  if (settings.solver !== undefined) result.solver = settings.solver;
  if (settings.timeStep !== undefined) result.dt = settings.timeStep;
  if (settings.gravity !== undefined) {
    const { gravity = [0, 0, -9.81] } = world, length = gravityOf(world);
    result.gravity = length > 0 ? gravity.map((g) => (g * settings.gravity) / length + 0) : [0, 0, -settings.gravity + 0];
  }
  result.medium = mediumWith(world.medium, settings);
  return result;
}

/** A world with one more body, of a mesh file. @param at position of its frame [m] */
export function withMesh(world, { file, scale, thickness, density, at }) {
  const name = file.replace(/\.[^.]*$/, "").replace(/[^\w-]+/g, "_") || "mesh";
  const taken = new Set((world.bodies ?? []).map((body, i) => body.name ?? `body${i}`));
  let unique = name;
  for (let i = 2; taken.has(unique); ++i) unique = `${name}${i}`;
  const shape = { type: "mesh", file, scale, ...(thickness ? { sheet_thickness: thickness } : {}) };
  return { ...world, bodies: [...(world.bodies ?? []), { name: unique, shape, density, position: at, can_sleep: false }] };
}

/** Whether nothing holds the bodies of a world near where they start. */
export function isFree({ medium, regions = [], walls = [], joints = [], bodies = [], articulated_bodies: trees = [] }) {
  return !medium.surface && regions.length + walls.length + joints.length === 0 && bodies.every((body) => !body.static) &&
    trees.every((tree) => !tree.fixed_base);
}

/** A name that people read. */
export function titleOf(name, world) {
  if (world.name) return world.name;
  const words = name.replace(/\.json$/, "").replaceAll(/[-_]/g, " ");
  return words[0].toUpperCase() + words.slice(1);
}
