// SPDX-License-Identifier: Zlib
// jolt.mjs FOLDER: the time of a step of barrels afloat in Jolt, from the package jolt-physics below FOLDER/node_modules: lines
// "ROW COUNT MICROSECONDS", processor time, one thread, WebAssembly. The barrels are those of KindBenchmark.cpp in still
// water at 1/60 s, without sleep. "dry": without buoyancy.
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2] ?? "build/jolt");
const require = createRequire(path.join(folder, "any.cjs"));
const initJolt = (await import(pathToFileURL(require.resolve("jolt-physics")))).default;
const Jolt = await initJolt();

const STEP = 1 / 60, STILL = 0, MOVING = 1;

/** A world of barrels 3 m apart. */
function worldOf(count) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxBodies = count + 16;
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(MOVING, MOVING);
  const broad = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  broad.MapObjectToBroadPhaseLayer(STILL, new Jolt.BroadPhaseLayer(0));
  broad.MapObjectToBroadPhaseLayer(MOVING, new Jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 2, pairs, 2);
  const jolt = new Jolt.JoltInterface(settings);
  Jolt.destroy(settings);
  const interfaceOf = jolt.GetPhysicsSystem().GetBodyInterface();
  const shape = new Jolt.CylinderShape(0.44, 0.29, 0.02);
  shape.SetDensity(250);
  const bodies = [];
  for (let i = 0; i < count; ++i) {
    const place = new Jolt.RVec3(3 * (i % 20), 0.1, 3 * Math.floor(i / 20));
    const turn = Jolt.Quat.prototype.sRotation(new Jolt.Vec3(Math.SQRT1_2, 0, Math.SQRT1_2), 0.7 * i);
    const creation = new Jolt.BodyCreationSettings(shape, place, turn, Jolt.EMotionType_Dynamic, MOVING);
    creation.mAllowSleeping = false;
    const body = interfaceOf.CreateBody(creation);
    interfaceOf.AddBody(body.GetID(), Jolt.EActivation_Activate);
    bodies.push(body);
  }
  return { jolt, bodies };
}

/** Microseconds of a step, the least of five. */
function time(count, isWet) {
  const { jolt, bodies } = worldOf(count);
  const surface = new Jolt.RVec3(0, 0, 0), up = new Jolt.Vec3(0, 1, 0), still = new Jolt.Vec3(0, 0, 0);
  const gravity = new Jolt.Vec3(0, -9.81, 0);
  const step = () => {
    if (isWet)
      for (const body of bodies) body.ApplyBuoyancyImpulse(surface, up, 998.2 / 250, 0.5, 0.05, still, gravity, STEP);
    jolt.Step(STEP, 1);
  };
  for (let i = 0; i < 120; ++i) step();
  const steps = Math.max(20, Math.round(30000 / count));
  let best = Infinity;
  for (let round = 0; round < 5; ++round) {
    const start = process.cpuUsage();
    for (let i = 0; i < steps; ++i) step();
    const used = process.cpuUsage(start);
    best = Math.min(best, (used.user + used.system) / steps);
  }
  const height = bodies[0].GetPosition().GetY();
  if (isWet && !(Math.abs(height) < 0.5)) throw new Error(`jolt.mjs: a barrel is at ${height} m`);
  Jolt.destroy(jolt);
  return best;
}

for (const count of [1, 100, 1000])
  for (const isWet of [false, true])
    console.log(`${isWet ? "jolt" : "jolt-dry"} ${count} ${time(count, isWet).toFixed(3)}`);
