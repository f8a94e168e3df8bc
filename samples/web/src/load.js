// SPDX-License-Identifier: Zlib
// Scenes lie beside the page as scripts that call takeScene(name, base64): a page from a disk may not fetch files.
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";

const waiting = new Map();

window.takeScene = (name, base64) => {
  waiting.get(name)?.(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer);
  waiting.delete(name);
};

/** The bytes of a scene's .glb file. */
export function loadBytes(name) {
  return new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    const script = document.createElement("script");
    script.src = `scenes/${encodeURIComponent(name)}.js`;
    script.onerror = () => reject(new Error(`the file scenes/${name}.js cannot be read`));
    script.onload = () => script.remove();
    document.head.append(script);
  });
}

/** What GLTFLoader makes of them. */
export function parse(bytes) {
  return new GLTFLoader().parseAsync(bytes, "");
}
