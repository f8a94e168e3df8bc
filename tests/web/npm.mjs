// SPDX-License-Identifier: Zlib
// npm.mjs PACKAGE WORLDS_DIR STATES: the npm package in Node.js, as installed beside this file.
import { AmbientFluidError, load } from "ambientfluid";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

const [file, worlds, states] = process.argv.slice(2);
const said = [];
const { World, addFile } = await load({ log: (line) => said.push(line) });
for (const name of ["boat.obj", "vane.obj"]) addFile(name, fs.readFileSync(path.join(worlds, name)));
const water = { fluid: "water", surface: { height: 0 } };
const ball = { shape: { type: "sphere", radius: 0.1 }, density: 500 };
const refusal = (call) => {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof AmbientFluidError, String(error));
    assert.ok(!error.message.includes("\n"), error.message);
    return error.message;
  }
  return "taken";
};

test("the package has at most 3 MB", () => assert.ok(fs.statSync(file).size < 3e6, `${fs.statSync(file).size} bytes`));

test("worlds of files have the native numbers, to the last bit", () => {
  for (const [name, { steps, names, state }] of Object.entries(JSON.parse(fs.readFileSync(states, "utf8")))) {
    const world = World.fromJSON(fs.readFileSync(path.join(worlds, `${name}.json`), "utf8"));
    world.step(steps);
    assert.deepEqual(world.names, names);
    assert.deepEqual(Array.from(world.state), state, name);
    world.dispose();
  }
});

test("a world of parts is the world of its file", () => {
  const parts = new World({ medium: water });
  const raft = parts.addBody({ name: "raft", shape: { type: "box", size: [1, 0.6, 0.2] }, density: 400, position: [0, 0, 0.1] });
  parts.addBody({ ...ball, name: "ball", position: [0, 0, 0.5] });
  parts.addWall({ normal: [0, 0, 1], offset: -2 });
  parts.addMooring({ body: raft, anchor: [3, 0, -1], length: 3, mass: 2, diameter: 0.02 });
  const whole = World.fromJSON(JSON.stringify(parts.toJSON()));
  for (const world of [parts, whole]) world.step(240);
  assert.deepEqual(whole.state, parts.state);
  assert.deepEqual([...whole.bodies.keys()], ["raft", "ball"]);
  assert.ok(parts.moorings.size === 1 && [...parts.moorings.values()][0].points.length > 3);
});

test("a mesh of typed arrays is the mesh of lists; its frame is that of the transforms", () => {
  const vertices = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), triangles = new Uint32Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  const world = new World({ medium: "water" });
  const first = world.addBody({ shape: { type: "mesh", vertices, triangles }, density: 500, position: [1, 2, 3] });
  const second = world.addBody({
    shape: { type: "mesh", vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], triangles: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] }, density: 500, position: [1, 2, 13],
  });
  assert.deepEqual(first.mass, second.mass);
  assert.ok(Math.abs(first.mass - 500 / 6) < 1e-9);
  const place = [1, 2, 3, 0, 0, 0, 1]; // but for Bullet's axes, which are the principal ones
  assert.ok(world.transforms.subarray(0, 7).every((value, i) => Math.abs(value - place[i]) < 1e-6));
  assert.ok(Math.abs(first.position[0] - 1.25) < 1e-6, "the centre of mass of a corner"); // a quarter of its edges
  const { positions, indices } = first.mesh();
  assert.equal(indices.length, 12);
  assert.ok(Math.max(...positions.map((value, i) => Math.abs(value - vertices[i]))) < 1e-6);
});

test("loads move bodies by their masses", () => {
  const world = new World({ gravity: [0, 0, 0], dt: 0.01 });
  const body = world.addBody({ ...ball, mass: 2, density: undefined });
  body.applyForce([4, 0, 0]);
  world.step();
  assert.ok(Math.abs(body.linearVelocity[0] - 0.02) < 1e-8);
  body.applyImpulse([0, 2, 0], [0, 0, 0.1]);
  assert.ok(Math.abs(body.linearVelocity[1] - 1) < 1e-6 && body.angularVelocity[0] < 0);
  body.setPose([5, 0, 0], [0, 0, Math.SQRT1_2, Math.SQRT1_2]);
  assert.deepEqual(body.position, [5, 0, 0]);
});

test("a float takes the volume that its weight asks for, and the heights are those of the waves", () => {
  const world = new World({ medium: water });
  const float = world.addBody({ ...ball });
  world.step(2400);
  const { submergedVolume, failure } = float.readout();
  assert.equal(failure, null);
  assert.ok(Math.abs(submergedVolume * 998.2 / float.mass - 1) < 2e-3, `${submergedVolume * 998.2 / float.mass}`);
  world.setMedium({ fluid: "water", surface: { height: 1, wave_type: "sine", waves: [{ amplitude: 0.2, wavelength: 4, direction: [1, 0, 0] }] } });
  const heights = world.heights([0, 0, 0, 2, 0, 0, 4, 0, 0]);
  assert.ok(Math.abs(heights[0] + heights[1] - 2) < 1e-9 && Math.abs(heights[0] - heights[2]) < 1e-9);
  assert.match(refusal(() => new World({ medium: "water" }).heights([0, 0, 0])), /no surface/);
});

test("a saved state goes on as the first run did", () => {
  const world = World.fromJSON(fs.readFileSync(path.join(worlds, "rov.json"), "utf8"));
  world.step(60);
  const state = world.save();
  world.step(60);
  const { state: then } = world, kept = then.slice();
  world.restore(state);
  world.step(60);
  assert.deepEqual(world.state, kept);
  assert.notEqual(refusal(() => world.restore(state.subarray(1))), "taken");
  assert.deepEqual(world.state, kept);
});

test("joints, motors and thrusters", () => {
  const world = new World({ medium: "water", gravity: [0, 0, 0] });
  const hull = world.addBody({ name: "hull", shape: { type: "box", size: [1, 0.3, 0.2] }, density: 900 });
  const flap = world.addBody({ name: "flap", shape: { type: "box", size: [0.3, 0.05, 0.2] }, density: 900, position: [-0.7, 0, 0] });
  const hinge = world.addJoint({ type: "hinge", child: flap, parent: hull, position: [-0.52, 0, 0], axis: [0, 0, 1] });
  hinge.setMotor(1, 100);
  const thruster = world.addThruster({ body: hull, diameter: 0.1, thrust_coefficient: 0.4, torque_coefficient: 0.05 });
  thruster.setCommand(20);
  world.step(120);
  assert.ok(Math.abs(hinge.value - 0.5) < 0.05, `${hinge.value}`);
  assert.ok(thruster.thrust > 1 && hull.linearVelocity[0] > 0.01);
  assert.deepEqual([...world.thrusters.keys()], [thruster.name]);
});

test("articulated bodies and bodies that change their shape are rows too", () => {
  const world = World.fromJSON(fs.readFileSync(path.join(worlds, "swimmer.json"), "utf8"));
  assert.ok(world.names.some((name) => name.includes("/")));
  assert.equal(world.transforms.length, 7 * world.names.length);
  const eel = World.fromJSON(fs.readFileSync(path.join(worlds, "eel.json"), "utf8"));
  const [body] = eel.bodies.values();
  assert.ok(body.changesShape);
  const before = body.vertices();
  eel.step(60);
  assert.ok(body.vertices().some((value, i) => Math.abs(value - before[i]) > 1e-3));
});

test("removed parts take along what hangs on them, and the others stay", () => {
  const world = new World({ medium: water }, { articulated: true });
  const [a, b, c] = ["a", "b", "c"].map((name, i) => world.addBody({ ...ball, name, position: [i, 0, 0] }));
  const joint = world.addJoint({ type: "ball", child: b, parent: a });
  const mooring = world.addMooring({ body: c, anchor: [2, 0, -1], length: 2, mass: 2, diameter: 0.02 });
  const arm = world.addArticulated({ name: "arm", position: [0, 3, 0], links: [
    { name: "base", shape: ball.shape, density: 500 },
    { name: "tip", parent: "base", shape: ball.shape, density: 500, position: [0.3, 0, 0], joint: { type: "hinge", axis: [0, 0, 1] } }] });
  world.step(10);
  const before = c.position;
  world.remove(a);
  assert.deepEqual([...world.bodies.keys()], ["b", "c"]);
  assert.deepEqual([b.row, c.row, world.joints.size], [0, 1, 0]);
  assert.deepEqual(c.position, before);
  assert.match(refusal(() => a.position), /a: was removed/);
  assert.match(refusal(() => joint.value), /removed/);
  world.step(10);
  assert.ok(mooring.tensions[0] >= 0);
  world.remove(arm);
  assert.match(refusal(() => world.remove(arm)), /arm/);
  assert.match(refusal(() => world.remove({})), /not of this world/);
  world.remove(c);
  assert.match(refusal(() => mooring.length), /removed/);
  world.step(10);
  assert.equal(world.transforms.length, 7);
});

test("bad arguments are refused in one line, and nothing changes", () => {
  const world = new World({ medium: water });
  const body = world.addBody({ ...ball, name: "one" });
  const before = world.state.slice();
  assert.match(refusal(() => new World({ medium: "treacle" })), /treacle/);
  assert.match(refusal(() => new World({ bodies: [{ shape: { type: "ball" } }] })), /bodies\[0\]/);
  assert.match(refusal(() => World.fromJSON("{")), /world/);
  assert.match(refusal(() => world.addBody({ ...ball, mass: -1 })), /mass/);
  assert.match(refusal(() => world.addBody({ ...ball, name: "one" })), /one/);
  assert.match(refusal(() => world.addBody({ ...ball, position: [NaN, 0, 0] })), /NaN/);
  assert.match(refusal(() => world.addBody({ shape: { type: "mesh", file: "none.obj" }, mass: 1 })), /none.obj/);
  assert.match(refusal(() => world.addBody(7)), /not an object/);
  assert.match(refusal(() => body.applyForce([0, 0])), /force/);
  assert.match(refusal(() => body.applyForce([0, 0, Infinity])), /force\[2\]/);
  assert.match(refusal(() => body.applyForce([0, 0, 1e300])), /force/);
  assert.match(refusal(() => { body.orientation = [0, 0, 0, 2]; }), /orientation/);
  assert.match(refusal(() => { body.position = "here"; }), /position/);
  assert.match(refusal(() => world.step(1.5)), /steps/);
  assert.match(refusal(() => world.addArticulated({ links: [] })), /articulated/);
  assert.match(refusal(() => world.mesh(9)), /no such part/);
  assert.match(refusal(() => addFile("../x", "")), /name/);
  assert.deepEqual(world.state, before);
  world.dispose();
  world.dispose();
  assert.match(refusal(() => world.step()), /no more/);
  assert.match(refusal(() => body.position), /no more/);
});

test("worlds and parts are dropped in any order", async () => {
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const held = [];
  for (let round = 0; round < 10000; ++round) {
    if (held.length < 20 && random(3) > 0) {
      const world = new World({ medium: random(2) ? "water" : "air" });
      world.addWall({ normal: [0, 0, 1] });
      held.push(world, world.addBody({ ...ball, model: "rbd" }));
    } else if (held.length > 0) {
      const [part] = held.splice(random(held.length), 1);
      if (part instanceof World && random(2)) part.dispose();
      else if (part instanceof World) part.step();
      else refusal(() => part.applyForce([0, 0, 1])); // of a world that may be no more
    }
    if (round % 200 === 0) { // what nothing refers to is freed between two tasks
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  new World({ medium: water }).step();
});

test("worlds beyond the memory are refused", async () => {
  const other = await load(), held = [];
  const message = refusal(() => {
    for (let count = 0; count < 5000; ++count) held.push(new other.World({ medium: "water" }));
  });
  assert.match(message, /memory/);
  held.splice(0, 100).forEach((world) => world.dispose());
  held[0].step();
  new other.World({ medium: "water" }).step();
});
