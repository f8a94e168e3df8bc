// SPDX-License-Identifier: Zlib
/* global physicsSource */

/** The physics in its worker: requests and their answers. */
export class Physics {
  #worker;
  #waiting = new Map();
  #nextId = 1;

  /** @param listeners {progress(fraction), log(line)} */
  constructor(listeners) {
    this.ready = new Promise((resolve, reject) => {
      if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly");
      if (typeof physicsSource === "undefined") throw new Error("the file physics.js cannot be read");
      // A page from a disk may start workers from its own text only.
      const address = URL.createObjectURL(new Blob([physicsSource], { type: "text/javascript" }));
      this.#worker = new Worker(address);
      this.#worker.onerror = (event) => reject(new Error(event.message || "the worker did not start"));
      this.#worker.onmessage = ({ data }) => {
        if (data.type === "ready") resolve();
        else if (data.type === "failed") reject(new Error(data.message));
        else if (data.type in listeners) listeners[data.type](data.fraction ?? data.line);
        else this.#settle(data);
      };
    });
  }

  /** Sends a request. @returns its answer; an Error if the physics refuses */
  ask(request, data = {}, transfer = []) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, request, ...data }, transfer);
    });
  }

  #settle({ id, ...answer }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (answer.type === "error") reject(new Error(answer.message));
    else resolve(answer);
  }
}
