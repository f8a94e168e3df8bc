// SPDX-License-Identifier: Zlib
import * as THREE from "three";

/** The surfaces of a world's media: that of the world fades out far away, those of regions end at their walls. */
export class Water {
  #surfaces = [];

  /** @param radius of the scene [m] @param centre of the scene, world axes */
  constructor(parent, about, radius, centre) {
    this.parent = parent;
    this.sheet = { x: centre.x, y: centre.y, halfWidth: 6 * radius };
    this.fades = [...(about.medium.surface ? [true] : []), ...about.regions.filter(({ medium }) => medium.surface).map(() => false)];
  }

  show(index, { cells, points }) {
    if (!this.#surfaces[index]) this.#surfaces[index] = this.#make(cells, this.fades[index], points);
    const { geometry } = this.#surfaces[index];
    if (cells === 1 && this.fades[index]) {
      // A still surface is a disc about the middle.
      this.#surfaces[index].position.set(this.sheet.x, this.sheet.y, (points[2] + points[5]) / 2);
      return;
    }
    geometry.attributes.position.copyArray(points).needsUpdate = true;
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
  }

  #make(cells, fades, points) {
    const geometry = cells === 1 && fades ? this.#disc() : this.#grid(cells, fades, points);
    const surface = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({
      color: "#2f86a8", roughness: 0.12, metalness: 0.1, transparent: true, opacity: 0.62, vertexColors: true,
      side: THREE.DoubleSide, depthWrite: false,
    }));
    surface.renderOrder = 5;
    surface.name = "water";
    this.parent.add(surface);
    return surface;
  }

  #disc() {
    const { halfWidth } = this.sheet;
    const geometry = new THREE.RingGeometry(0, halfWidth, 64, 16);
    this.#setFade(geometry, ({ x, y }) => Math.hypot(x, y) / halfWidth);
    return geometry;
  }

  #grid(cells, fades, points) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(points), 3));
    const index = [], side = cells + 1;
    for (let row = 0; row < cells; ++row) {
      for (let column = 0; column < cells; ++column) {
        const a = row * side + column, c = a + side;
        index.push(a, a + 1, c + 1, a, c + 1, c);
      }
    }
    geometry.setIndex(index);
    const { x, y, halfWidth } = this.sheet;
    this.#setFade(geometry, (p) => (fades ? Math.hypot(p.x - x, p.y - y) / halfWidth : 0));
    return geometry;
  }

  /** Opaque in the middle, nothing at a share of 1. */
  #setFade(geometry, shareOf) {
    const { position } = geometry.attributes, colours = [];
    for (let i = 0; i < position.count; ++i) {
      const share = shareOf({ x: position.getX(i), y: position.getY(i) });
      colours.push(1, 1, 1, 1 - THREE.MathUtils.smoothstep(share, 0.2, 1));
    }
    geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 4));
  }
}
