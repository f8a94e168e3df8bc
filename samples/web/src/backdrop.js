// SPDX-License-Identifier: Zlib
import * as THREE from "three";

// Colours of the sky from the zenith over the horizon down, and of the ground, by medium.
const LIGHT = {
  air: { sky: ["#5d98d6", "#eaf2f8", "#b7c3cc"], ground: "#b8bcae", lines: "#3c4650" },
  water: { sky: ["#8fd6da", "#3d8fa3", "#0c3a4e"], ground: "#a9b3a2", lines: "#eaf6f8" },
  vacuum: { sky: ["#11151d", "#2a303c", "#171b23"], ground: "#5c6068", lines: "#c8d0da" },
};
const DARK = {
  air: { sky: ["#142238", "#62768e", "#2f3942"], ground: "#5f665d", lines: "#dfe7ee" },
  water: { sky: ["#3f8f9c", "#14566a", "#05202e"], ground: "#66766d", lines: "#dff2f5" },
  vacuum: LIGHT.vacuum,
};

/** Colours for a medium in the colour scheme that the user prefers. */
export function paletteOf(medium) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return (dark ? DARK : LIGHT)[medium] ?? LIGHT.air;
}

/** A sphere about the camera, shaded from top to bottom. */
export function makeSky(palette) {
  const geometry = new THREE.SphereGeometry(1, 32, 48);
  const [top, horizon, bottom] = palette.sky.map((colour) => new THREE.Color(colour));
  const colours = [];
  for (let i = 0; i < geometry.attributes.position.count; ++i) {
    const height = geometry.attributes.position.getY(i);
    const colour = horizon.clone().lerp(height > 0 ? top : bottom, Math.sqrt(Math.abs(height)));
    colours.push(colour.r, colour.g, colour.b);
  }
  geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 3));
  const material = new THREE.MeshBasicMaterial({
    vertexColors: true, side: THREE.BackSide, depthWrite: false, depthTest: false, toneMapped: false, fog: false,
  });
  const sky = new THREE.Mesh(geometry, material);
  sky.renderOrder = -10;
  sky.frustumCulled = false;
  return sky;
}

/** A disc that fades out towards its rim, and lines on it every `step` metres. */
export function makeGround(palette, radius, step, centre) {
  const group = new THREE.Group();
  const disc = new THREE.RingGeometry(0, radius, 96, 24).rotateX(-Math.PI / 2);
  setFade(disc, new THREE.Color(1, 1, 1), radius, 1);
  const surface = new THREE.Mesh(disc, new THREE.MeshStandardMaterial({
    color: palette.ground, roughness: 0.95, vertexColors: true, transparent: true, depthWrite: false,
  }));
  surface.receiveShadow = true;
  surface.renderOrder = -5;
  group.add(surface);

  const points = [];
  const pieces = 24;
  const from = -Math.ceil(radius / step);
  // Lines lie on whole multiples of the step.
  const offset = { x: Math.round(centre.x / step) * step - centre.x, z: Math.round(centre.z / step) * step - centre.z };
  for (let i = from; i <= -from; ++i) {
    for (const along of ["x", "z"]) {
      const at = i * step + offset[along === "x" ? "z" : "x"];
      if (Math.abs(at) >= radius) continue;
      const half = Math.sqrt(radius * radius - at * at);
      for (let k = 0; k < pieces; ++k) {
        for (const end of [k, k + 1]) {
          const u = half * ((2 * end) / pieces - 1);
          points.push(...(along === "x" ? [u, 0, at] : [at, 0, u]));
        }
      }
    }
  }
  const lines = new THREE.BufferGeometry();
  lines.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
  setFade(lines, new THREE.Color(palette.lines), radius, 0.3);
  const grid = new THREE.LineSegments(lines, new THREE.LineBasicMaterial({
    vertexColors: true, transparent: true, depthWrite: false, toneMapped: false,
  }));
  grid.renderOrder = -4;
  grid.name = "grid";
  group.add(grid);
  group.position.copy(centre);
  return group;
}

function setFade(geometry, colour, radius, opacity) {
  const position = geometry.attributes.position;
  const colours = [];
  for (let i = 0; i < position.count; ++i) {
    const share = Math.min(1, Math.hypot(position.getX(i), position.getZ(i)) / radius);
    const alpha = opacity * (1 - THREE.MathUtils.smoothstep(share, 0.25, 1));
    colours.push(colour.r, colour.g, colour.b, alpha);
  }
  geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 4));
}
