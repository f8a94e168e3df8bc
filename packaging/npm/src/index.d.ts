// SPDX-License-Identifier: Zlib
/** Bodies in air and water in a Bullet world. World axes and SI units; quaternions are (x, y, z, w). */

/** Thrown for every bad argument: one line that names the part and the value. Nothing has changed then. */
export class AmbientFluidError extends Error {}

/** Numbers of a vector: an array, a typed array, or `vector.toArray()` of three.js. */
export type Numbers = ArrayLike<number>;

/** An object with the keys of a world file (worlds.md of this package). Vertices and triangles of a mesh may be
 * flat typed arrays; bodies may stand for their names. */
export type Keys = { [key: string]: unknown };

export interface LoadOptions {
  /** Receives warnings, one line each. Default: console.warn. */
  log?: (line: string) => void;
}

/** Starts the physics, which takes some 50 ms. Each call has a memory of its own. */
export function load(options?: LoadOptions): Promise<AmbientFluid>;

export interface AmbientFluid {
  /** A Bullet world with a fluid. */
  World: WorldConstructor;
  /** Makes a mesh or a robot's file known to worlds, under the name that they have for it. */
  addFile(name: string, data: string | Uint8Array | ArrayBuffer): void;
}

export interface WorldConstructor {
  /** @param keys of a world file; bodies may be missing, and the medium, which is a vacuum then. `dt` is the length of a step [s], 1/240 */
  new (keys?: Keys, options?: WorldOptions): World;
  /** The world of a file, as its text or as an object. */
  fromJSON(file: string | Keys, options?: WorldOptions): World;
}

export interface WorldOptions {
  /** Whether articulated bodies may be added to a world whose file has none; default: false. */
  articulated?: boolean;
}

export interface World {
  /** Length of a step [s]. */
  readonly timeStep: number;
  /** [m/s^2] */
  readonly gravity: [number, number, number];
  /** Simulated time [s]. */
  readonly time: number;
  /** Names of the moving parts, in the order of `transforms`: bodies, and links as "body/link". */
  readonly names: string[];

  step(steps?: number): void;

  /** Seven numbers for each moving part: position of the frame of its shape [m], orientation. The array is written anew after a change if it
   * is asked for; it is another one after a part was added. */
  readonly transforms: Float32Array;
  /** Thirteen numbers for each moving part: position of the centre of mass [m], orientation, angular velocity [rad/s], velocity [m/s]. */
  readonly state: Float64Array;

  addBody(keys: Keys): Body;
  addJoint(keys: Keys): Joint;
  /** A tree of links, or a robot of a file. @returns its name */
  addArticulated(keys: Keys): string;
  addThruster(keys: Keys): Thruster;
  addMooring(keys: Keys): Mooring;
  addWall(keys: Keys): void;
  /** A box with a medium of its own. @returns its index, for heights() */
  addRegion(keys: Keys): number;
  /** Makes bodies feel each other's flow. */
  addCoupling(keys?: Keys): void;
  /** Puts water on a grid into the world. */
  addGrid(keys: Keys): void;
  /** Replaces the medium outside the regions: a name such as "water", or an object. */
  setMedium(medium: string | Keys): void;
  /** A velocity of the medium beside its own, from the next step on [m/s]. */
  setCurrent(velocity: Numbers): void;

  /** Takes a part out, with the joints, moorings and thrusters on it; an articulated body by its name. Its handles then throw. States saved
   * before no longer fit. */
  remove(part: Body | Joint | Thruster | Mooring | string): void;

  /** All bodies by name, static ones too. */
  readonly bodies: Map<string, Body>;
  readonly joints: Map<string, Joint>;
  readonly thrusters: Map<string, Thruster>;
  readonly moorings: Map<string, Mooring>;

  /** Vertices and triangles of a moving part in the frame of `transforms`: empty if it has no mesh. */
  mesh(row: number): Mesh;
  /** Heights of the water surface above or below world points now, along up [m]. @param points three numbers each @param region its
   * index; default: the medium outside the regions */
  heights(points: Numbers, region?: number): Float64Array;

  /** State of all that moves, for restore() of a world with the same parts. Equal steps then give equal bytes. */
  save(): Uint8Array;
  restore(state: Uint8Array): void;
  /** The world as a file, with the poses and velocities of now. */
  toJSON(): Keys;

  /** Frees the memory at once; later calls throw. A world that nothing refers to is freed in time. */
  dispose(): void;
}

export interface Mesh {
  positions: Float32Array;
  indices: Uint32Array;
}

export interface Body {
  readonly name: string;
  /** Row of the body in `transforms` and `state`; null: static. */
  readonly row: number | null;
  /** Dry mass [kg]; 0: static. */
  readonly mass: number;
  readonly isStatic: boolean;
  readonly changesShape: boolean;
  /** Position of the centre of mass [m]. Setting it keeps the velocity. */
  get position(): number[];
  set position(value: Numbers);
  get orientation(): number[];
  set orientation(value: Numbers);
  /** [rad/s] */
  get angularVelocity(): number[];
  set angularVelocity(value: Numbers);
  /** Of the centre of mass [m/s]. */
  get linearVelocity(): number[];
  set linearVelocity(value: Numbers);
  setPose(position: Numbers, orientation: Numbers): void;
  /** A force for the next step [N]. @param point of attack, world [m]; default: the centre of mass */
  applyForce(force: Numbers, point?: Numbers): void;
  /** An impulse on the dry mass, now [N s]. @param point as above */
  applyImpulse(impulse: Numbers, point?: Numbers): void;
  /** A torque for the next step [N m]. */
  applyTorque(torque: Numbers): void;
  /** Loads at the end of the last step, about the centre of mass. Throws for a dry body. */
  readout(): Readout;
  mesh(): Mesh;
  /** Present vertices of a body that changes its shape, world [m]. Throws for others. */
  vertices(): Float64Array;
}

export interface Load {
  /** [N m] */
  torque: [number, number, number];
  /** [N] */
  force: [number, number, number];
}

export interface Readout {
  /** By name, with the power on the motion relative to the medium [W]. */
  terms: { [name: string]: Load & { power: number } };
  total: Load;
  /** Of body and fluid [J]. */
  kineticEnergy: number;
  /** [m^3] */
  submergedVolume: number;
  /** [m^2] */
  wettedArea: number;
  centerOfBuoyancy: [number, number, number];
  /** Why the fluid gave the body up; null while all is well. */
  failure: string | null;
}

export interface Joint {
  readonly name: string;
  /** Angle of a hinge, over any number of turns [rad], or shift of a slider [m]. Throws for other kinds. */
  readonly value: number;
  /** @param velocity [rad/s, m/s] @param maxForce [N m, N]; 0: no motor */
  setMotor(velocity: number, maxForce: number): void;
}

export interface Thruster {
  readonly name: string;
  /** Commanded speed [1/s], or command of its table. */
  setCommand(command: number): void;
  /** [1/s] */
  readonly speed: number;
  /** Mean of the last step [N]. */
  readonly thrust: number;
  /** Mean torque of the motor [N m]. */
  readonly torque: number;
  /** Mean power of the motor [W]. */
  readonly power: number;
}

export interface Mooring {
  readonly name: string;
  /** At the body and at the other end [N]. */
  readonly tensions: [number, number];
  /** Without tension [m]. */
  readonly length: number;
  readonly isBroken: boolean;
  /** Three numbers for each point along the line, world [m]. */
  readonly points: Float64Array;
  /** Pays out or reels in until the length [m] is reached, at a rate [m/s]. */
  reel(length: number, rate: number): void;
}
