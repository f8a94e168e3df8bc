// SPDX-License-Identifier: Zlib
import * as THREE from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

/** What forces() of the physics has, in its order. */
export const FORCES = [
  { name: "weight", colour: "#7d8790" }, { name: "buoyancy", colour: "#009e73" }, { name: "drag and lift", colour: "#e69f00" },
];
const STATE = 10;

/** An arrow for each force of each body: as long as the body if it is the body's weight on earth. */
export class Arrows {
  constructor(parent, bodies) {
    const shaft = new THREE.CylinderGeometry(0.035, 0.035, 0.8, 8).translate(0, 0.4, 0);
    const tip = new THREE.ConeGeometry(0.09, 0.2, 12).translate(0, 0.9, 0);
    this.group = new THREE.InstancedMesh(mergeGeometries([shaft, tip]),
      new THREE.MeshBasicMaterial({ depthTest: false, transparent: true }), FORCES.length * bodies);
    this.group.frustumCulled = false;
    this.group.renderOrder = 10;
    this.group.visible = false;
    for (let i = 0; i < this.group.count; ++i) this.group.setColorAt(i, new THREE.Color(FORCES[i % FORCES.length].colour));
    parent.add(this.group);
  }

  show({ bodies }, { state, forces }) {
    if (!forces) return;
    const up = new THREE.Vector3(0, 1, 0), matrix = new THREE.Matrix4(), turn = new THREE.Quaternion();
    bodies.forEach(({ mass, radius }, i) => {
      const from = new THREE.Vector3().fromArray(state, STATE * i);
      for (let k = 0; k < FORCES.length; ++k) {
        const force = new THREE.Vector3().fromArray(forces, 3 * (FORCES.length * i + k));
        const newtons = force.length();
        const length = Math.min((2 * radius * newtons) / (9.81 * mass), 8 * radius);
        const width = Math.min(length, radius);
        turn.setFromUnitVectors(up, newtons > 0 ? force.divideScalar(newtons) : up);
        this.group.setMatrixAt(FORCES.length * i + k, matrix.compose(from, turn, new THREE.Vector3(width, length, width)));
      }
    });
    this.group.instanceMatrix.needsUpdate = true;
  }
}
