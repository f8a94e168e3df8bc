// SPDX-License-Identifier: Zlib
import * as THREE from "three";
import { roundStep } from "./ruler.js";

const SMALLEST_SHARE = 0.016; // of a body's radius in the extent of the run
const SIDES = 6; // of a trail's tube, as ambient-samples writes it

/** A run as three.js shows it: bodies that move, trails, and what the file says about them. */
export class Run {
  constructor(gltf) {
    this.root = gltf.scene;
    this.about = gltf.scene.userData;
    this.clip = gltf.animations[0];
    this.duration = this.clip.duration;
    this.mixer = new THREE.AnimationMixer(this.root);
    this.action = this.mixer.clipAction(this.clip).setLoop(THREE.LoopOnce);
    this.action.clampWhenFinished = true;
    this.action.play();
    this.world = this.root.getObjectByName("world");
    this.bodies = this.#nodesOf("body");
    this.trails = this.#nodesOf("trail");
    this.camera = gltf.cameras[0];
    for (const node of this.#nodesOf("ground")) node.visible = false; // the stage has its own
    for (const node of [...this.bodies, ...this.#nodesOf("obstacle"), ...this.#nodesOf("mark")]) {
      node.castShadow = node.receiveShadow = true;
    }
    for (const body of this.bodies) this.#prepareBody(body);
    this.colours = "peak";
    this.trailMode = "past";
    this.enlargement = this.about.enlargement ?? 1;
    this.extent = this.#findExtent();
    this.#enlargeTinyBodies();
    this.setTime(0);
  }

  /** Whether the colours of any body change over time. */
  get hasColoursOverTime() {
    return this.bodies.some((body) => body.morphTargetInfluences);
  }

  get hasSlipColours() {
    return Boolean(this.about.legend);
  }

  setTime(time) {
    this.time = Math.min(Math.max(time, 0), this.duration);
    this.action.paused = false;
    this.action.time = this.time;
    this.mixer.update(0);
    if (this.colours !== "now") for (const body of this.bodies) body.morphTargetInfluences?.fill(0);
    this.root.updateMatrixWorld(true);
    this.#showTrails();
  }

  /** "now", "peak" or "plain". */
  setColours(colours) {
    this.colours = colours;
    for (const body of this.bodies) {
      body.material = colours === "plain" ? body.userData.plainMaterial : body.userData.slipMaterial;
    }
    this.setTime(this.time);
  }

  /** "past", "whole" or "off". */
  setTrails(mode) {
    this.trailMode = mode;
    this.#showTrails();
  }

  /** World position of a body, or of the middle of all. */
  positionOf(index) {
    return this.bodies[index].getWorldPosition(new THREE.Vector3());
  }

  /** A sphere about all bodies as they are now. */
  boundsNow() {
    const box = new THREE.Box3();
    for (const body of this.bodies) {
      box.union(new THREE.Box3().setFromCenterAndSize(
        body.getWorldPosition(new THREE.Vector3()), new THREE.Vector3().setScalar(2 * body.userData.radius)));
    }
    return box.getBoundingSphere(new THREE.Sphere());
  }

  dispose() {
    this.mixer.stopAllAction();
    this.root.traverse((object) => {
      object.geometry?.dispose();
      object.material?.dispose();
    });
    for (const { userData } of this.bodies) {
      userData.plainMaterial.dispose();
      userData.slipMaterial.dispose();
    }
  }

  #nodesOf(kind) {
    return this.world.children.filter((node) => node.userData.kind === kind);
  }

  #prepareBody(body) {
    const plain = body.material.clone();
    plain.vertexColors = false;
    plain.color.fromArray(body.userData.plainColour);
    Object.assign(body.userData, { slipMaterial: body.material, plainMaterial: plain });
  }

  /** What would be a few pixels only is drawn a round number of times as large, unless an obstacle shows the scale. */
  #enlargeTinyBodies() {
    if (this.#nodesOf("obstacle").length > 0) return;
    const size = this.extent.getSize(new THREE.Vector3());
    const largest = Math.max(...this.bodies.map((body) => body.userData.radius));
    const wanted = (SMALLEST_SHARE * Math.max(size.x, size.y, size.z)) / largest;
    if (wanted <= 1) return;
    const all = roundStep(wanted * this.enlargement), more = all / this.enlargement;
    this.enlargement = all;
    for (const body of this.bodies) {
      body.scale.multiplyScalar(more);
      body.userData.radius *= more;
    }
  }

  #showTrails() {
    for (const trail of this.trails) {
      trail.visible = this.trailMode !== "off";
      const { index, attributes } = trail.geometry;
      if (this.trailMode === "whole") {
        trail.geometry.setDrawRange(0, index.count);
        continue;
      }
      const rings = (attributes._time.count - 2) / SIDES;
      let shown = 0;
      while (shown + 1 < rings && attributes._time.getX((shown + 1) * SIDES) <= this.time) ++shown;
      trail.geometry.setDrawRange(0, shown === 0 ? 0 : 3 * SIDES * (1 + 2 * shown));
    }
  }

  /** Box of all that moves, over the whole run. */
  #findExtent() {
    const box = new THREE.Box3();
    this.root.updateMatrixWorld(true);
    for (const track of this.clip.tracks.filter(({ name }) => name.endsWith(".position"))) {
      const name = THREE.PropertyBinding.parseTrackName(track.name).nodeName;
      const body = this.bodies.find((b) => b.name === name || b.uuid === name);
      for (let i = 0; i < track.values.length; i += 3) {
        const at = new THREE.Vector3().fromArray(track.values, i).applyMatrix4(this.world.matrixWorld);
        box.union(new THREE.Box3().setFromCenterAndSize(at, new THREE.Vector3().setScalar(2 * body.userData.radius)));
      }
    }
    return box;
  }
}
