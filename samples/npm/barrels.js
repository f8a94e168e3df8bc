// SPDX-License-Identifier: Zlib
// Sixty barrels in waves and a boat, steered by the arrow keys. three.js draws; ambientfluid moves.
import * as THREE from "three";
import { load } from "ambientfluid";

const { World } = await load();
const world = new World({
  dt: 1 / 60,
  medium: { fluid: "water", surface: { height: 0, waves: [
    { amplitude: 0.15, wavelength: 9, direction: [1, 0, 0] }, { amplitude: 0.08, wavelength: 5, direction: [0.6, 0.8, 0] }] } },
});
const barrel = { type: "cylinder", radius: 0.3, length: 0.9 };
for (let i = 0; i < 60; ++i)
  world.addBody({ shape: barrel, density: 450, detail: "game", position: [(i % 10) * 1.4 - 6, Math.floor(i / 10) * 1.4 + 3, 0.3] });

// A hull of two outlines: the deck above, the keel below.
const deck = [[-1.5, -0.6], [0.6, -0.6], [1.7, 0], [0.6, 0.6], [-1.5, 0.6]];
const vertices = new Float32Array([...deck.flatMap(([x, y]) => [x, y, 0.3]), ...deck.flatMap(([x, y]) => [0.8 * x, 0.7 * y, -0.3])]);
const triangles = [1, 2, 3].flatMap((i) => [0, i, i + 1, 5, 6 + i, 5 + i]);
for (let i = 0, j = 1; i < 5; ++i, j = (j + 1) % 5) triangles.push(i, i + 5, j, j, i + 5, j + 5);
const boat = world.addBody({ name: "boat", shape: { type: "mesh", vertices, triangles }, density: 350, position: [0, -3, 0.1] });

// three.js has y up; the physics has z up: one turned group holds all.
const scene = new THREE.Scene();
const sea = new THREE.Group();
sea.rotation.x = -Math.PI / 2;
const sun = new THREE.DirectionalLight(0xfff2d8, 3);
sun.position.set(-4, 3, -6);
scene.add(sea, sun, new THREE.HemisphereLight(0xffffff, 0x406080, 1.2));
scene.background = new THREE.Color(0xbfd8e6);

const drums = new THREE.InstancedMesh(new THREE.CylinderGeometry(0.3, 0.3, 0.9, 32).rotateX(Math.PI / 2),
  new THREE.MeshStandardMaterial({ color: 0xd0662a }), 60);
drums.frustumCulled = false;
const planks = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(vertices, 3)).setIndex(triangles);
const hull = new THREE.Mesh(planks, new THREE.MeshStandardMaterial({ color: 0xf4f1e8, flatShading: true }));
const water = new THREE.PlaneGeometry(60, 60, 96, 96);
sea.add(drums, hull, new THREE.Mesh(water, new THREE.MeshStandardMaterial(
  { color: 0x2f7fa6, roughness: 0.35, transparent: true, opacity: 0.8, flatShading: true })));

const keys = new Set();
addEventListener("keydown", (event) => keys.add(event.key));
addEventListener("keyup", (event) => keys.delete(event.key));
function steer() {
  const ahead = (keys.has("ArrowUp") ? 1 : 0) - (keys.has("ArrowDown") ? 0.5 : 0);
  const turn = (keys.has("ArrowLeft") ? 1 : 0) - (keys.has("ArrowRight") ? 1 : 0);
  const bow = new THREE.Vector3(1, 0, 0).applyQuaternion(hull.quaternion);
  if (ahead !== 0) boat.applyForce(bow.multiplyScalar(900 * ahead).toArray());
  if (turn !== 0) boat.applyTorque([0, 0, 400 * turn]);
}

const place = new THREE.Matrix4(), one = new THREE.Vector3(1, 1, 1), position = new THREE.Vector3(), turn = new THREE.Quaternion();
function draw() {
  const { transforms } = world;
  for (let i = 0; i < 60; ++i)
    drums.setMatrixAt(i, place.compose(position.fromArray(transforms, 7 * i), turn.fromArray(transforms, 7 * i + 3), one));
  drums.instanceMatrix.needsUpdate = true;
  hull.position.fromArray(transforms, 7 * boat.row);
  hull.quaternion.fromArray(transforms, 7 * boat.row + 3);
  const points = water.attributes.position;
  world.heights(points.array).forEach((height, i) => points.setZ(i, height));
  points.needsUpdate = true;
  camera.position.lerp(position.set(hull.position.x, 5, -hull.position.y).add({ x: -9, y: 0, z: 4 }), 0.05);
  camera.lookAt(hull.position.x, 0, -hull.position.y);
  renderer.render(scene, camera);
}

const camera = new THREE.PerspectiveCamera(50, innerWidth / innerHeight, 0.1, 200);
camera.position.set(-9, 5, 8);
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
let clock = performance.now(); // of the world [ms]
renderer.setAnimationLoop((now) => {
  clock = Math.max(clock, now - 100); // a slow machine shows slow motion
  for (; clock < now; clock += 1000 / 60, steer()) world.step();
  draw();
});
