// SPDX-License-Identifier: Zlib
import * as THREE from "three";

/** Pulls at bodies with the mouse or a finger: the held point follows in the plane that faces the camera. */
export class Grip {
  #held = null;

  constructor(stage, physics, live) {
    Object.assign(this, { stage, physics, live });
    const material = new THREE.LineBasicMaterial({ color: "#d5402b", depthTest: false, transparent: true, toneMapped: false });
    this.line = new THREE.Line(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3()]), material);
    this.line.visible = false;
    this.line.frustumCulled = false;
    this.line.renderOrder = 11;
    stage.scene.add(this.line);
    const { canvas } = stage;
    // Before the camera's own listeners, which are on the canvas.
    canvas.parentElement.addEventListener("pointerdown", (event) => event.target === canvas && this.#take(event), true);
    canvas.parentElement.addEventListener("pointermove", (event) => this.#move(event), true);
    for (const kind of ["pointerup", "pointercancel"]) canvas.parentElement.addEventListener(kind, () => this.release(), true);
  }

  get body() {
    return this.#held?.body ?? -1;
  }

  #take(event) {
    if (event.button !== 0 || event.shiftKey || !this.live.run || this.#held) return;
    const hit = this.stage.pick(event.offsetX, event.offsetY, 14);
    if (!hit) return;
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    const normal = this.stage.camera.getWorldDirection(new THREE.Vector3());
    this.#held = {
      body: hit.index, target: hit.point.clone(), plane: new THREE.Plane().setFromNormalAndCoplanarPoint(normal, hit.point),
      local: this.live.run.bodies[hit.index].worldToLocal(hit.point.clone()),
    };
    this.#ask("grab", { body: hit.index, point: this.live.run.toWorld(hit.point) });
    this.draw();
  }

  #move(event) {
    if (!this.#held) return;
    const at = this.stage.ray(event.offsetX, event.offsetY).intersectPlane(this.#held.plane, new THREE.Vector3());
    if (!at) return;
    this.#held.target = at;
    this.#ask("pull", { point: this.live.run.toWorld(at) });
    this.draw();
  }

  release() {
    if (!this.#held) return;
    this.#held = null;
    this.stage.controls.enabled = true;
    this.#ask("release");
    this.draw();
  }

  #ask(request, data) {
    // A world that is being replaced has nothing to pull at.
    this.physics.ask(request, data).catch(() => {});
  }

  /** The line from the held point to where it is pulled. */
  draw() {
    this.line.visible = this.#held !== null;
    if (this.#held) {
      const body = this.live.run.bodies[this.#held.body];
      const from = body.userData.centre ? this.live.run.positionOf(this.#held.body) : body.localToWorld(this.#held.local.clone());
      this.line.geometry.setFromPoints([from, this.#held.target]);
    }
    this.stage.invalidate();
  }
}
