// SPDX-License-Identifier: Zlib
import * as THREE from "three";

/** The smallest of 1, 2, 5 times a power of ten that is not below `value`. */
export function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= value * 0.9999);
}

/** A length with its unit, as people write it. */
export function lengthText(metres, step) {
  if (step >= 0.1) return `${+metres.toFixed(Math.max(0, -Math.floor(Math.log10(step))))} m`;
  return `${+(100 * metres).toFixed(Math.max(0, -Math.floor(Math.log10(100 * step))))} cm`;
}

/** Scales along the edges of the room in which a run takes place, with labels that keep their size on the screen. */
export class Ruler {
  /**
   * @param extent Box3 of the run [m], y up
   * @param ground its height, on which the scales then stand, or undefined [m]
   * @param labels element that lies over the canvas
   */
  constructor(extent, ground, colour, labels) {
    this.labels = labels;
    this.group = new THREE.Group();
    this.ticks = [];
    const size = extent.getSize(new THREE.Vector3());
    const largest = Math.max(size.x, size.y, size.z);
    this.step = roundStep(largest / 6);
    const room = extent.clone();
    if (ground !== undefined) room.min.y = ground;
    const corner = new THREE.Vector3(room.min.x, room.min.y, room.max.z);
    this.onGround = ground !== undefined;
    const points = [];
    for (const axis of ["y", "x", "z"]) {
      if (size[axis] >= Math.max(0.25 * largest, this.step)) this.#addAxis(axis, room, corner, points);
    }
    const geometry = new THREE.BufferGeometry().setFromPoints(points);
    this.group.add(new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({
      color: colour, transparent: true, opacity: 0.75, toneMapped: false,
    })));
  }

  #addAxis(axis, extent, corner, points) {
    const tick = 0.07 * this.step;
    const outward = new THREE.Vector3(-tick, 0, 0);
    if (axis === "x") outward.set(0, this.onGround ? 0 : -tick, this.onGround ? tick : 0);
    // Depth runs against three.js' z: what is labelled is the y of the record.
    const sign = axis === "z" ? -1 : 1;
    const first = Math.ceil(extent.min[axis] / this.step - 1e-6), last = Math.floor(extent.max[axis] / this.step + 1e-6);
    points.push(corner.clone().setComponent("xyz".indexOf(axis), extent.min[axis]));
    points.push(corner.clone().setComponent("xyz".indexOf(axis), extent.max[axis]));
    for (let i = first; i <= last; ++i) {
      const at = corner.clone().setComponent("xyz".indexOf(axis), i * this.step);
      points.push(at, at.clone().add(outward));
      const element = document.createElement("span");
      element.textContent = lengthText(sign * i * this.step, this.step);
      this.labels.append(element);
      this.ticks.push({ axis, at: at.clone().add(outward), element, width: 0 });
    }
  }

  setVisible(visible) {
    this.group.visible = visible;
    this.labels.hidden = !visible;
  }

  /** Puts the labels where their ticks are seen; where they would crowd, every second or fifth stays. */
  update(camera, width, height) {
    if (!this.group.visible) return;
    const taken = [];
    for (const tick of this.ticks) {
      const p = tick.at.clone().project(camera);
      const x = (0.5 + 0.5 * p.x) * width, y = (0.5 - 0.5 * p.y) * height;
      const w = 7.5 * tick.element.textContent.length + 8, left = tick.axis === "x" ? x - w / 2 : x - w - 2;
      const top = tick.axis === "x" ? y + 2 : y - 9;
      const box = { left, right: left + w, top, bottom: top + 18 };
      const isFree = Math.abs(p.z) < 1 && left > 0 && box.right < width && box.top > 0 && box.bottom < height &&
        taken.every((t) => box.right < t.left || t.right < box.left || box.bottom + 4 < t.top || t.bottom + 4 < box.top);
      tick.element.style.display = isFree ? "" : "none";
      if (!isFree) continue;
      taken.push(box);
      tick.element.style.transform = tick.axis === "x" ? "translate(-50%, 2px)" : "translate(calc(-100% - 2px), -50%)";
      tick.element.style.left = `${x}px`;
      tick.element.style.top = `${y}px`;
    }
  }

  dispose() {
    this.labels.replaceChildren();
    this.group.traverse((object) => {
      object.geometry?.dispose();
      object.material?.dispose();
    });
  }
}
