// SPDX-License-Identifier: Zlib
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { makeGround, makeSky, paletteOf } from "./backdrop.js";
import { Ruler } from "./ruler.js";

const SUN = new THREE.Vector3(0.45, 1, 0.5).normalize();

/** Canvas, camera, light and surroundings of a run. Draws only when something has changed. */
export class Stage {
  constructor(canvas, labels) {
    this.canvas = canvas;
    this.labels = labels;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.scene = new THREE.Scene();
    const room = new RoomEnvironment();
    const generator = new THREE.PMREMGenerator(this.renderer);
    this.scene.environment = generator.fromScene(room, 0.04).texture;
    this.scene.environmentIntensity = 0.55;
    generator.dispose();
    room.dispose();
    this.sun = new THREE.DirectionalLight(0xfff4e4, 2.2);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 5;
    this.scene.add(this.sun, this.sun.target);
    this.camera = new THREE.PerspectiveCamera(30, 1, 0.1, 100);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.addEventListener("change", () => this.invalidate());
    this.raycaster = new THREE.Raycaster();
    this.followed = -1;
    new ResizeObserver(() => this.#resize()).observe(canvas.parentElement);
    this.#resize();
  }

  invalidate() {
    this.isDirty = true;
  }

  /** Shows a run in place of the last one. */
  show(run) {
    this.run?.dispose();
    this.surroundings?.removeFromParent();
    this.ruler?.dispose();
    if (this.run) this.scene.remove(this.run.root);
    this.run = run;
    this.scene.add(run.root);
    this.#build();
    this.follow(-1);
  }

  /** Sky, ground and ruler, in the colours of the medium. */
  #build() {
    const { about, extent } = this.run;
    const palette = paletteOf(about.medium?.name);
    this.surroundings = new THREE.Group();
    this.sky = makeSky(palette);
    this.ruler = new Ruler(extent, about.ground, palette.lines, this.labels);
    this.surroundings.add(this.sky, this.ruler.group);
    this.extentRadius = extent.getBoundingSphere(new THREE.Sphere()).radius;
    if (about.ground !== undefined) {
      const middle = extent.getCenter(new THREE.Vector3()).setY(about.ground);
      this.surroundings.add(makeGround(palette, 5 * this.extentRadius, this.ruler.step, middle));
    }
    this.scene.add(this.surroundings);
  }

  setRuler(visible) {
    this.ruler.setVisible(visible);
    const grid = this.surroundings.getObjectByName("grid");
    if (grid) grid.visible = visible;
    this.invalidate();
  }

  /** Goes along with a body; -1: shows the whole run. */
  follow(index) {
    this.followed = index;
    if (index < 0) this.#showAll();
    else {
      const at = this.run.positionOf(index);
      const away = this.camera.position.clone().sub(this.controls.target).normalize();
      this.controls.target.copy(at);
      this.camera.position.copy(at).addScaledVector(away, 10 * this.run.bodies[index].userData.radius);
      this.lastFollowed = at;
    }
    this.controls.update();
    this.invalidate();
  }

  /** Looks as the file's camera does, from where all of the run just fits between heading and lower edge. */
  #showAll() {
    const { camera, extent } = this.run;
    const rotation = camera.getWorldQuaternion(new THREE.Quaternion());
    const [right, up, back] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => new THREE.Vector3(...axis).applyQuaternion(rotation));
    const centre = extent.getCenter(new THREE.Vector3());
    const { top, bottom } = this.#freeHeight();
    const slopeY = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2));
    const halfX = 0.78 * slopeY * this.camera.aspect, halfY = 0.5 * (top - bottom) * slopeY;
    let distance = 0;
    for (let corner = 0; corner < 8; ++corner) {
      const at = new THREE.Vector3(...["x", "y", "z"].map((axis, i) => extent[(corner >> i) & 1 ? "max" : "min"][axis]));
      at.sub(centre);
      const needed = Math.max(Math.abs(at.dot(right)) / halfX, Math.abs(at.dot(up)) / halfY) + at.dot(back);
      distance = Math.max(distance, needed);
    }
    this.camera.fov = camera.fov;
    this.camera.position.copy(centre).addScaledVector(back, distance);
    this.controls.target.copy(centre);
    this.#resize();
  }

  /** The part of the canvas's height, from -1 to 1, that the heading leaves free; on a narrow one the legends too. */
  #freeHeight() {
    const { parentElement: parent, clientWidth: width, clientHeight: height } = this.canvas;
    const heading = parent.querySelector("header"), legends = parent.querySelector("#legends");
    const above = (2 * (heading.offsetTop + heading.offsetHeight)) / height;
    const below = width < 640 ? (2 * (legends.offsetHeight + 20)) / height : 0.2;
    return { top: 0.94 - Math.min(above, 0.6), bottom: Math.min(below, 0.6) - 0.9 };
  }

  /** Where a body's origin is on the canvas, in CSS pixels from its upper left corner. */
  pixelOf(index) {
    const p = this.run.positionOf(index).project(this.camera);
    return { x: (0.5 + 0.5 * p.x) * this.canvas.clientWidth, y: (0.5 - 0.5 * p.y) * this.canvas.clientHeight };
  }

  /** From the camera through a point of the canvas. */
  ray(x, y) {
    const pointer = new THREE.Vector2((2 * x) / this.canvas.clientWidth - 1, 1 - (2 * y) / this.canvas.clientHeight);
    this.raycaster.setFromCamera(pointer, this.camera);
    return this.raycaster.ray;
  }

  /** The body under a point of the canvas and where on it, or null. @param reach pixels to the middle of one beside it */
  pick(x, y, reach = 0) {
    this.ray(x, y);
    const [hit] = this.raycaster.intersectObjects(this.run.bodies, false);
    if (hit) return { index: this.run.bodies.indexOf(hit.object), point: hit.point };
    const away = this.run.bodies.map((_, index) => {
      const at = this.pixelOf(index);
      return { index, distance: Math.hypot(at.x - x, at.y - y) };
    });
    const nearest = away.reduce((best, one) => (one.distance < best.distance ? one : best), { distance: reach });
    return nearest.index === undefined ? null : { index: nearest.index, point: this.run.positionOf(nearest.index) };
  }

  /** The body under a point of the canvas, or -1. */
  bodyAt(x, y) {
    return this.pick(x, y)?.index ?? -1;
  }

  /** Where the camera is, for setViewpoint() of another run. */
  viewpoint() {
    return { position: this.camera.position.clone(), target: this.controls.target.clone(), followed: this.followed };
  }

  setViewpoint({ position, target, followed }) {
    if (followed >= 0 && followed < this.run.bodies.length) this.follow(followed);
    this.camera.position.copy(position);
    this.controls.target.copy(target);
    this.controls.update();
    this.invalidate();
  }

  /** Draws more simply if there are too few pictures a second: first without shadows, then with fewer pixels. */
  adapt(picturesPerSecond) {
    this.slowTicks = picturesPerSecond < 20 ? (this.slowTicks ?? 0) + 1 : 0;
    if (this.slowTicks < 3) return;
    this.slowTicks = 0;
    if (this.renderer.shadowMap.enabled) {
      this.renderer.shadowMap.enabled = false;
      this.sun.castShadow = false;
    } else if (this.renderer.getPixelRatio() > 0.5) this.renderer.setPixelRatio(Math.max(0.5, 0.7 * this.renderer.getPixelRatio()));
    this.#resize();
  }

  /** To be called once per frame of the browser. */
  update() {
    if (!this.run) return;
    if (this.followed >= 0) {
      const at = this.run.positionOf(this.followed);
      const moved = at.clone().sub(this.lastFollowed);
      if (moved.lengthSq() > 0) {
        this.camera.position.add(moved);
        this.controls.target.add(moved);
        this.lastFollowed = at;
      }
    }
    this.controls.update();
    if (!this.isDirty) return;
    this.isDirty = false;
    this.#aim();
    this.renderer.render(this.scene, this.camera);
    this.ruler.update(this.camera, this.canvas.clientWidth, this.canvas.clientHeight);
  }

  /** Planes of the camera, and the shadow's window: as small as the bodies allow, since they alone throw shadows. */
  #aim() {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = 0.01 * distance;
    this.camera.far = 100 * Math.max(distance, this.extentRadius);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.sky.position.copy(this.camera.position);
    this.sky.scale.setScalar(0.5 * this.camera.far);

    const { center, radius } = this.run.boundsNow();
    const shadow = this.sun.shadow.camera;
    shadow.left = shadow.bottom = -1.1 * radius;
    shadow.right = shadow.top = 1.1 * radius;
    const reach = 4 * this.extentRadius;
    shadow.near = 0.0;
    shadow.far = 2 * reach;
    shadow.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.02 * radius;
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(SUN, reach);
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // The point that the camera looks at is in the middle of the free part.
    const { top, bottom } = this.#freeHeight();
    this.camera.setViewOffset(width, height, 0, 0.25 * (top + bottom) * height, width, height);
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }
}
