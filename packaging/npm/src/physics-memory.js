// SPDX-License-Identifier: Zlib
import createPhysics from "./physics.js";

/** What the physics refuses: one line that names the part and the value. */
export class AmbientFluidError extends Error {
  name = "AmbientFluidError";
}

/** Calls of the compiled functions: texts and arrays go into its memory and back. */
export class Physics {
  #module;

  static async start(log) {
    const physics = new Physics();
    physics.#module = await createPhysics({ onLog: log, print: log, printErr: log });
    return physics;
  }

  /** Calls a function whose arguments are numbers, texts, or arrays of numbers of known types. @returns its number */
  call(name, ...values) {
    const held = [];
    try {
      return this.#module[`_${name}`](...values.map((value) => this.#given(value, held)));
    } finally {
      for (const address of held) this.#module._free(address);
    }
  }

  /** As call(), for functions that say by a number that they have failed. */
  ask(failed, name, ...values) {
    const result = this.call(name, ...values);
    if (result === failed || Number.isNaN(result)) throw new AmbientFluidError(this.text("afError"));
    return result;
  }

  /** The text at the address that a function returns. */
  text(name, ...values) {
    return this.#module.UTF8ToString(this.call(name, ...values));
  }

  /** A copy of an array of the memory. @param type of a typed array */
  array(type, address, length) {
    return new type(this.#module.HEAPU8.buffer, address, length).slice();
  }

  /** Copies an array of the memory into `target`, which is made anew if its length is another one. */
  copy(target, address, length) {
    if (target.length !== length) return this.array(target.constructor, address, length);
    target.set(new target.constructor(this.#module.HEAPU8.buffer, address, length));
    return target;
  }

  /** Puts a file where worlds look for meshes and robots. */
  writeFile(path, data) {
    const { FS } = this.#module;
    const folder = path.slice(0, path.lastIndexOf("/"));
    FS.mkdirTree(folder);
    FS.writeFile(path, data);
  }

  #given(value, held) {
    if (typeof value === "number") return value;
    if (typeof value === "boolean") return value ? 1 : 0;
    const module = this.#module;
    const bytes = typeof value === "string" ? module.lengthBytesUTF8(value) + 1 : value.byteLength;
    const address = module._malloc(Math.max(bytes, 1));
    if (address === 0) throw new AmbientFluidError("it needs more memory than there is");
    held.push(address);
    if (typeof value === "string") module.stringToUTF8(value, address, bytes);
    else module.HEAPU8.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), address);
    return address;
  }
}
