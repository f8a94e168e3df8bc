// SPDX-License-Identifier: Zlib
import { AmbientFluidError } from "./physics-memory.js";

/** A finite number. */
export function finite(value, name) {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new AmbientFluidError(`${name}: ${shown(value)} is not a finite number`);
  return value;
}

/** `count` finite numbers of an array or typed array. */
export function numbers(value, count, name) {
  if (value?.length !== count) throw new AmbientFluidError(`${name}: ${shown(value)} does not have ${count} numbers`);
  for (let i = 0; i < count; ++i) finite(value[i], `${name}[${i}]`);
  return value;
}

export function whole(value, name, least = 0) {
  if (!Number.isInteger(value) || value < least || value > 2 ** 31 - 1)
    throw new AmbientFluidError(`${name}: ${shown(value)} is not a whole number of at least ${least}`);
  return value;
}

/** A unit quaternion (x, y, z, w). */
export function rotation(value, name) {
  numbers(value, 4, name);
  const length = Math.hypot(...value);
  if (!(Math.abs(length - 1) < 1e-3)) throw new AmbientFluidError(`${name}: its length is ${length}, not 1`);
  return value;
}

function shown(value) {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const listOf = (array, width) => Array.from({ length: array.length / width }, (_, i) => Array.from(array.slice(width * i, width * (i + 1))));

/** The JSON of a part: typed arrays become lists, those of a mesh lists of three, and bodies become their names. */
export function jsonOf(keys, name) {
  if (keys === null || typeof keys !== "object") throw new AmbientFluidError(`${name}: ${shown(keys)} is not an object`);
  return JSON.stringify(keys, (key, value) => {
    if (typeof value === "number" && !Number.isFinite(value)) throw new AmbientFluidError(`${name}: ${key} is ${value}`);
    if (ArrayBuffer.isView(value)) value = Array.from(value);
    if (value?.isPartOfWorld) return value.name;
    if ((key === "vertices" || key === "triangles") && Array.isArray(value) && typeof value[0] === "number") {
      if (value.length % 3 !== 0) throw new AmbientFluidError(`${name}: the ${value.length} numbers of ${key} are no triples`);
      return listOf(value, 3);
    }
    return value;
  });
}
