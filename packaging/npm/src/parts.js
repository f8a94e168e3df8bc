// SPDX-License-Identifier: Zlib
// Parts of a world. Each knows its world and its index in the list of the world file.
import { finite, numbers, rotation } from "./arguments.js";
import { AmbientFluidError } from "./physics-memory.js";

class Part {
  #place;
  /** @param place {now}: its present index; below 0: it was removed */
  constructor(world, place, name) {
    this.#place = place;
    Object.defineProperties(this, { world: { value: world }, name: { value: name, enumerable: true } });
  }
  get index() {
    if (this.#place.now < 0) throw new AmbientFluidError(`${this.name}: was removed from its world`);
    return this.#place.now;
  }
  get isPartOfWorld() { return true; }
}

export class Body extends Part {
  static list = "bodies";
  constructor(world, place, about) {
    super(world, place, about.name);
    Object.defineProperties(this, { mass: { value: about.mass, enumerable: true }, changesShape: { value: about.deforms, enumerable: true } });
  }

  get row() {
    const { row } = this.world._about().bodies[this.index];
    return row < 0 ? null : row;
  }
  get isStatic() { return this.row === null; }

  #motion(first, count) {
    return Array.from(this.world._motion(this.index).subarray(first, first + count));
  }
  get position() { return this.#motion(0, 3); }
  set position(value) { this.setPose(value, this.orientation); }
  get orientation() { return this.#motion(3, 4); }
  set orientation(value) { this.setPose(this.position, value); }
  get angularVelocity() { return this.#motion(7, 3); }
  set angularVelocity(value) { this.#change("afSetVelocity", true, ...numbers(value, 3, "angularVelocity")); }
  get linearVelocity() { return this.#motion(10, 3); }
  set linearVelocity(value) { this.#change("afSetVelocity", false, ...numbers(value, 3, "linearVelocity")); }

  setPose(position, orientation) {
    this.#change("afSetPose", ...numbers(position, 3, "position"), ...rotation(orientation, "orientation"));
  }
  applyForce(force, point) { this.#load("afApplyForce", force, "force", point); }
  applyImpulse(impulse, point) { this.#load("afApplyImpulse", impulse, "impulse", point); }
  applyTorque(torque) { this.#change("afApplyTorque", ...numbers(torque, 3, "torque")); }

  readout() { return JSON.parse(this.world._text("afReadout", this.index)); }
  mesh() { return this.isStatic ? this.world._staticMesh(this.name) : this.world.mesh(this.row); }
  /** Present vertices of a body that changes its shape. */
  vertices() { return this.world._numbers("afReadDeformed", this.index); }

  #load(name, load, key, point) {
    const at = point === undefined ? [0, 0, 0, 0] : [1, ...numbers(point, 3, "point")];
    this.#change(name, ...numbers(load, 3, key), ...at);
  }
  #change(name, ...values) {
    this.world._do(name, this.index, ...values);
    this.world._changed();
  }
}

export class Joint extends Part {
  static list = "joints";
  get value() { return this.world._ask("afJointValue", this.index); }
  setMotor(velocity, maxForce) {
    this.world._do("afSetMotor", this.index, finite(velocity, "velocity"), finite(maxForce, "maxForce"));
  }
}

export class Thruster extends Part {
  static list = "thrusters";
  setCommand(command) { this.world._do("afSetThruster", this.index, finite(command, "command")); }
  get speed() { return this.#numbers()[0]; }
  get thrust() { return this.#numbers()[1]; }
  get torque() { return this.#numbers()[2]; }
  get power() { return this.#numbers()[3]; }
  #numbers() { return this.world._numbers("afReadThruster", this.index); }
}

export class Mooring extends Part {
  static list = "moorings";
  get tensions() { return Array.from(this.#numbers().subarray(0, 2)); }
  get length() { return this.#numbers()[2]; }
  get isBroken() { return this.#numbers()[3] !== 0; }
  /** Points along the line, three numbers each. */
  get points() { return this.#numbers().slice(4); }
  reel(length, rate) { this.world._do("afReel", this.index, finite(length, "length"), finite(rate, "rate")); }
  #numbers() { return this.world._numbers("afReadMooring", this.index); }
}
