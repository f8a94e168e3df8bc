// SPDX-License-Identifier: Zlib
import { jsonOf, numbers, whole } from "./arguments.js";
import { Body, Joint, Mooring, Thruster } from "./parts.js";
import { AmbientFluidError, Physics } from "./physics-memory.js";

export { AmbientFluidError };

const FOLDER = "/files";

/** Starts the physics. Each call has a memory of its own. */
export async function load({ log = (line) => console.warn(line) } = {}) {
  const physics = await Physics.start(log);
  const forgotten = new FinalizationRegistry((handle) => physics.call("afClose", handle));

  class World {
    #handle;
    #about;
    #transforms = new Float32Array();
    #state = new Float64Array();
    #isRead = false;
    #places = new Map(); // of handles, by list and index: a part that goes moves those behind it up

    constructor(keys = {}, { articulated = false } = {}) {
      if (keys === null || typeof keys !== "object") throw new AmbientFluidError("world: is not an object");
      this.#handle = physics.ask(0, "afOpen", jsonOf({ medium: "vacuum", ...keys }, "world"), FOLDER, articulated);
      forgotten.register(this, this.#handle, this);
    }

    static fromJSON(file, options) {
      return new World(typeof file === "string" ? parsed(file) : file, options);
    }

    get timeStep() { return this._about().time_step; }
    get gravity() { return this._about().gravity; }
    get time() { return this._ask("afTime", undefined, -1); }
    get names() { return this._about().rows; }

    step(steps = 1) {
      this._do("afStep", whole(steps, "steps"));
      this._changed();
    }

    get transforms() {
      this.#read();
      return this.#transforms;
    }
    get state() {
      this.#read();
      return this.#state;
    }

    addBody(keys) { return this.#part(Body, this.#add("bodies", keys)); }
    addJoint(keys) { return this.#part(Joint, this.#add("joints", keys)); }
    addArticulated(keys) {
      const index = this.#add("articulated_bodies", keys);
      return this._about().articulated_bodies[index];
    }
    addThruster(keys) { return this.#part(Thruster, this.#add("thrusters", keys)); }
    addMooring(keys) { return this.#part(Mooring, this.#add("moorings", keys)); }
    addWall(keys) { this.#add("walls", keys); }
    addRegion(keys) { return this.#add("regions", keys); }
    addCoupling(keys = {}) { this.#add("coupling", keys); }
    addGrid(keys) { this.#add("grid", keys); }
    setMedium(medium) {
      this._askWith("afAdd", -1, "medium", typeof medium === "string" ? JSON.stringify(medium) : jsonOf(medium, "medium"));
    }
    setCurrent(velocity) { this._do("afSetCurrent", ...numbers(velocity, 3, "velocity")); }

    remove(part) {
      const isName = typeof part === "string";
      if (!isName && part?.world !== this) throw new AmbientFluidError("part: is not of this world");
      const list = isName ? "articulated_bodies" : part.constructor.list;
      const index = isName ? this._about().articulated_bodies.indexOf(part) : part.index;
      if (index < 0) throw new AmbientFluidError(`part: there is no articulated body ${JSON.stringify(part)}`);
      for (const [from, at] of JSON.parse(this._text("afRemove", list, index))) {
        const places = this.#places.get(from) ?? [];
        places.splice(at, 1).forEach((place) => { place.now = -1; });
        places.slice(at).forEach((place) => { --place.now; });
      }
      this.#about = undefined;
      this._changed();
    }

    get bodies() { return this.#named(Body); }
    get joints() { return this.#named(Joint); }
    get thrusters() { return this.#named(Thruster); }
    get moorings() { return this.#named(Mooring); }

    mesh(row) { return this.#mesh(false, whole(row, "row")); }

    heights(points, region = -1) {
      if (points.length % 3 !== 0) throw new AmbientFluidError(`points: ${points.length} numbers are no triples`);
      whole(region, "region", -1);
      return this._numbers("afReadHeights", region, numbers(Float64Array.from(points), points.length, "points"), points.length / 3);
    }

    save() {
      this._do("afSave");
      return physics.array(Uint8Array, physics.call("afBytes"), physics.call("afByteCount"));
    }
    restore(state) {
      if (!(state instanceof Uint8Array)) throw new AmbientFluidError("state: is not a Uint8Array of save()");
      this._do("afRestore", state, state.length);
      this._changed();
    }
    toJSON() { return JSON.parse(this._text("afFile")); }

    dispose() {
      if (this.#handle === 0) return;
      forgotten.unregister(this);
      physics.call("afClose", this.#handle);
      this.#handle = 0;
    }

    // For the parts of the world.
    _do(name, ...values) { physics.ask(0, name, this.#handle, ...values); }
    _ask(name, value, failed = NaN) { return physics.ask(failed, name, this.#handle, ...(value === undefined ? [] : [value])); }
    _askWith(name, failed, ...values) { return physics.ask(failed, name, this.#handle, ...values); }
    _text(name, ...values) {
      this._do(name, ...values);
      return physics.text("afText");
    }
    _numbers(name, ...values) {
      this._do(name, ...values);
      return physics.array(Float64Array, physics.call("afNumbers", this.#handle), physics.call("afNumberCount", this.#handle));
    }
    _motion(index) { return this._numbers("afReadMotion", index); }
    _changed() { this.#isRead = false; }
    _about() {
      this.#about ??= JSON.parse(this._text("afAbout"));
      return this.#about;
    }
    _staticMesh(name) { return this.#mesh(true, this._about().static_bodies.indexOf(name)); }

    #add(list, keys) {
      const index = this._askWith("afAdd", -1, list, jsonOf(keys, list));
      this.#about = undefined;
      this._changed();
      return index;
    }
    #part(Kind, index) {
      const places = this.#places.get(Kind.list) ?? [];
      this.#places.set(Kind.list, places);
      while (places.length <= index) places.push({ now: places.length });
      return new Kind(this, places[index], this._about()[Kind.list][index]);
    }
    #named(Kind) {
      return new Map(this._about()[Kind.list].map((_, index) => this.#part(Kind, index)).map((part) => [part.name, part]));
    }
    #mesh(isStanding, index) {
      const positions = Float32Array.from(this._numbers("afReadMesh", isStanding, index));
      const indices = physics.array(Uint32Array, physics.call("afFaces", this.#handle), physics.call("afFaceNumberCount", this.#handle));
      return { positions, indices };
    }
    #read() {
      if (this.#isRead) return;
      this._do("afReadState");
      const count = physics.call("afNumberCount", this.#handle);
      this.#state = physics.copy(this.#state, physics.call("afNumbers", this.#handle), count);
      this.#transforms = physics.copy(this.#transforms, physics.call("afPlaces", this.#handle), (count / 13) * 7);
      this.#isRead = true;
    }
  }

  return {
    World,
    addFile(name, data) {
      if (typeof name !== "string" || name === "" || name.split("/").includes(".."))
        throw new AmbientFluidError(`name: ${JSON.stringify(name)} is not a name of a file`);
      physics.writeFile(`${FOLDER}/${name}`, data instanceof ArrayBuffer ? new Uint8Array(data) : data);
    },
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AmbientFluidError(`world: ${error.message}`);
  }
}
