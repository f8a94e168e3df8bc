// SPDX-License-Identifier: Zlib
// A user's program that the types of the npm package must take; tsc compiles it and runs nothing.
import { AmbientFluidError, load, type Body, type World } from "ambientfluid";

const { World: Made, addFile } = await load({ log: (line: string) => console.log(line) });
addFile("vane.obj", new Uint8Array(3));
const world: World = new Made({ medium: "water", gravity: [0, 0, -9.81] }, { articulated: true });
const ball: Body = world.addBody({ shape: { type: "sphere", radius: 0.1 }, density: 500 });
const mesh = world.addBody({ shape: { vertices: new Float32Array(12), triangles: new Uint32Array(12) }, mass: 1 });
world.addJoint({ type: "hinge", child: ball, parent: mesh, axis: [0, 0, 1] }).setMotor(1, 2);
ball.position = new Float64Array([0, 0, 1]);
ball.applyForce([0, 0, 1], [0, 0, 0]);
const row: number | null = ball.row;
const places: Float32Array = world.transforms;
const power: number = ball.readout().terms["weight"].power;
const saved: Uint8Array = world.save();
world.restore(saved);
Made.fromJSON(world.toJSON()).dispose();
// @ts-expect-error the mass is the body's own
ball.mass = 3;
// @ts-expect-error a number of steps is needed
world.step("two");
console.log(row, places.length, power, new AmbientFluidError("one line").message);
