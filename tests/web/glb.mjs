// SPDX-License-Identifier: Zlib
// Reads poses out of a .glb by the specification, without three.js, to check the poses of three.js.
import fs from "node:fs";

export class Glb {
  constructor(file) {
    const bytes = fs.readFileSync(file);
    const length = bytes.readUInt32LE(12);
    this.json = JSON.parse(bytes.toString("utf8", 20, 20 + length));
    this.data = bytes.subarray(28 + length);
  }

  get bodies() {
    return this.json.nodes.map((_, i) => i).filter((i) => this.json.nodes[i].extras?.kind === "body");
  }

  get duration() {
    return Math.max(...this.json.animations[0].samplers.map(({ input }) => this.json.accessors[input].max[0]));
  }

  #floats(accessor, components) {
    const { count, bufferView } = this.json.accessors[accessor];
    const { byteOffset } = this.json.bufferViews[bufferView];
    return Array.from({ length: count }, (_, i) =>
      Array.from({ length: components }, (_, k) => this.data.readFloatLE(byteOffset + 4 * (i * components + k))));
  }

  /** Where a node is at a time, in glTF's world (y up). The node "world" above it turns z up into y up. */
  positionAt(node, time) {
    const { channels, samplers } = this.json.animations[0];
    const channel = channels.find(({ target }) => target.node === node && target.path === "translation");
    const { input, output } = samplers[channel.sampler];
    const times = this.#floats(input, 1).flat(), values = this.#floats(output, 3);
    let next = times.findIndex((t) => t >= time);
    if (next < 0) next = times.length - 1;
    const share = next === 0 ? 1 : Math.min(1, (time - times[next - 1]) / (times[next] - times[next - 1]));
    const [x, y, z] = values[next].map((v, k) => (next === 0 ? v : values[next - 1][k] + share * (v - values[next - 1][k])));
    return [x, z, -y];
  }
}
