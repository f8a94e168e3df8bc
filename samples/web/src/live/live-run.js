// SPDX-License-Identifier: Zlib
import * as THREE from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { Arrows } from "./arrows.js";
import { Water } from "./water.js";

const COLOURS = ["#d98c2b", "#3f8fc5", "#2f9e77", "#c9576b", "#8a78c9", "#b9a13a", "#5b6f86", "#d9714a"];
const STATE = 10; // numbers per body: position, orientation, velocity

/** Equal shapes share one geometry. */
class Shapes {
  #made = new Map();

  of({ vertices, faces }, isConvex) {
    const words = new Uint32Array(vertices.buffer);
    let hash = faces.length;
    for (const word of words) hash = (Math.imul(hash, 31) + word) | 0;
    const key = `${hash} ${vertices.length}`;
    if (!this.#made.has(key)) this.#made.set(key, this.#make(vertices, faces, isConvex));
    return this.#made.get(key);
  }

  #make(vertices, faces, isConvex) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(vertices, 3));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(faces), 1));
    return toCreasedNormals(geometry, isConvex ? 0.6 : 0.9);
  }
}

/** A world that is being stepped, as the stage shows it: y up, the world's z. */
export class LiveRun {
  /** @param opened answer of the physics: about, shapes, standing, frame */
  constructor({ about, shapes, standing, frame }, title) {
    this.physics = about;
    this.root = new THREE.Group();
    this.world = new THREE.Group();
    this.world.rotation.x = -Math.PI / 2;
    this.root.add(this.world);
    this.#addBodies(shapes);
    this.#addStanding(standing);
    const ground = about.walls.find(({ normal }) => normal[2] > 0.99);
    this.about = { title, medium: { name: this.#look() }, ground: ground?.offset };
    this.#place(frame);
    this.extent = this.#findExtent(ground);
    this.#addWalls();
    const sphere = this.extent.getBoundingSphere(new THREE.Sphere());
    this.water = new Water(this.world, about, sphere.radius, this.#inWorld(sphere.center.clone()));
    this.arrows = new Arrows(this.world, about.bodies.length);
    this.camera = new THREE.PerspectiveCamera(30);
    this.camera.position.set(0.35, 0.3, 1);
    this.camera.lookAt(0, 0, 0);
    this.show(frame);
  }

  /** Takes what the physics says about the present. */
  show(frame) {
    this.time = frame.time;
    this.#place(frame);
    for (const surface of frame.surfaces.entries()) this.water.show(...surface);
    this.arrows.show(this.physics, frame);
  }

  #place({ state, deformed }) {
    this.bodies.forEach((body, i) => {
      if (this.physics.bodies[i].isDeforming) return;
      body.position.fromArray(state, STATE * i);
      body.quaternion.fromArray(state, STATE * i + 3);
    });
    for (const { index, vertices } of deformed) {
      const { geometry } = this.bodies[index];
      geometry.attributes.position.copyArray(vertices).needsUpdate = true;
      geometry.computeVertexNormals();
      geometry.computeBoundingSphere();
      this.bodies[index].userData.centre = new THREE.Vector3().fromArray(state, STATE * index);
    }
    this.root.updateMatrixWorld(true);
  }

  /** What the page asks of the physics for a frame. */
  view(hasForces) {
    this.arrows.group.visible = hasForces;
    return { forces: hasForces, water: this.water.sheet };
  }

  speedOf(frame, index) {
    return Math.hypot(...frame.state.subarray(STATE * index + 7, STATE * index + STATE));
  }

  positionOf(index) {
    const { centre } = this.bodies[index].userData;
    return centre ? this.world.localToWorld(centre.clone()) : this.bodies[index].getWorldPosition(new THREE.Vector3());
  }

  boundsNow() {
    const box = new THREE.Box3();
    this.bodies.forEach((body, i) => box.union(new THREE.Box3().setFromCenterAndSize(
      this.positionOf(i), new THREE.Vector3().setScalar(2 * body.userData.radius))));
    return box.getBoundingSphere(new THREE.Sphere());
  }

  /** From the stage to the world's axes. */
  toWorld(point) {
    return this.#inWorld(point.clone()).toArray();
  }

  #inWorld(point) {
    return this.world.worldToLocal(point);
  }

  dispose() {
    this.root.traverse((object) => {
      object.geometry?.dispose();
      object.material?.dispose();
    });
  }

  #look() {
    const { fluid, surface } = this.physics.medium;
    if (!fluid) return "vacuum";
    return fluid.density > 100 && !surface ? "water" : "air";
  }

  #addBodies(all) {
    const shapes = new Shapes();
    this.bodies = this.physics.bodies.map((about, i) => {
      const material = new THREE.MeshStandardMaterial({ color: COLOURS[i % COLOURS.length], roughness: 0.55 });
      let geometry;
      if (all[i].vertices.length === 0) {
        geometry = new THREE.SphereGeometry(0.02, 12, 8); // a link without a shape
        about.radius = 0.02;
      } else if (about.isDeforming) {
        geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.BufferAttribute(all[i].vertices, 3));
        geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(all[i].faces), 1));
      } else geometry = shapes.of(all[i], about.isConvex);
      const body = new THREE.Mesh(geometry, material);
      body.name = about.name;
      body.userData = { name: about.name, radius: about.radius };
      body.castShadow = body.receiveShadow = true;
      this.world.add(body);
      return body;
    });
  }

  #addStanding(standing) {
    this.physics.standing.forEach((about, i) => {
      const body = new THREE.Mesh(new Shapes().of(standing[i], about.isConvex),
        new THREE.MeshStandardMaterial({ color: "#9aa3ab", roughness: 0.9 }));
      body.position.fromArray(about.position);
      body.quaternion.fromArray(about.orientation);
      body.castShadow = body.receiveShadow = true;
      this.world.add(body);
    });
  }

  /** Walls but the ground, and the edges of regions. */
  #addWalls() {
    const size = 2 * this.extent.getBoundingSphere(new THREE.Sphere()).radius;
    for (const { normal, offset } of this.physics.walls.filter((wall) => wall.normal[2] <= 0.99)) {
      const wall = new THREE.Mesh(new THREE.PlaneGeometry(size, size), new THREE.MeshStandardMaterial({
        color: "#c7ced4", transparent: true, opacity: 0.25, side: THREE.DoubleSide, depthWrite: false,
      }));
      const unit = new THREE.Vector3(...normal);
      const centre = this.#inWorld(this.extent.getCenter(new THREE.Vector3()));
      wall.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), unit);
      wall.position.copy(centre).addScaledVector(unit, offset - centre.dot(unit));
      this.world.add(wall);
    }
    for (const { min, max } of this.physics.regions) {
      const sides = max.map((value, i) => value - min[i]);
      const edges = new THREE.LineSegments(new THREE.EdgesGeometry(new THREE.BoxGeometry(...sides)),
        new THREE.LineBasicMaterial({ color: "#3f8fc5", transparent: true, opacity: 0.6 }));
      edges.position.set(...min.map((value, i) => (value + max[i]) / 2));
      this.world.add(edges);
    }
  }

  /** The bodies with room about them, down to the ground, and the regions. */
  #findExtent(ground) {
    const box = new THREE.Box3();
    const add = (x, y, z, radius) => box.union(new THREE.Box3().setFromCenterAndSize(
      this.world.localToWorld(new THREE.Vector3(x, y, z)), new THREE.Vector3().setScalar(2 * radius)));
    const largest = Math.max(...this.physics.bodies.map(({ radius }) => radius));
    this.bodies.forEach((body, i) => {
      const p = this.#inWorld(this.positionOf(i));
      add(p.x, p.y, p.z, Math.max(1.2 * body.userData.radius, 0.5 * largest));
    });
    for (const { position, radius } of this.physics.standing) add(...position, radius);
    for (const { min, max } of this.physics.regions) for (const p of [min, max]) add(...p, 0);
    if (ground) {
      const centre = this.#inWorld(box.getCenter(new THREE.Vector3()));
      const height = centre.z - ground.offset;
      if (height < 40 * largest) add(centre.x, centre.y, ground.offset, Math.min(height, largest) * 0.2);
      box.min.y = Math.max(box.min.y, ground.offset);
    }
    const size = box.getSize(new THREE.Vector3());
    const least = 0.35 * Math.max(size.x, size.y, size.z);
    for (const axis of ["x", "z"]) {
      if (size[axis] < least) {
        box.min[axis] -= (least - size[axis]) / 2;
        box.max[axis] += (least - size[axis]) / 2;
      }
    }
    return box;
  }
}
