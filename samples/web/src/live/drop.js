// SPDX-License-Identifier: Zlib
const MESHES = /\.(obj|stl|ply)$/i;

/** Files that are dropped on the page or chosen: worlds are opened, meshes become bodies, others may be named by a world. */
export function takeDrops({ physics, showError, openWorld, addMesh }) {
  async function take(files) {
    const all = [...files];
    if (all.length === 0) return;
    const worlds = all.filter(({ name }) => /\.json$/i.test(name)), meshes = all.filter(({ name }) => MESHES.test(name));
    if (worlds.length + meshes.length === 0) {
      showError(`${all[0].name}: is no world (.json) and no mesh (.obj, .stl, .ply)`);
      return;
    }
    try {
      const contents = await Promise.all(all.map(async (file) => ({ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
      await physics.ask("files", { files: contents });
      if (worlds.length > 0) await openWorld(worlds[0].name.replace(/\.json$/i, ""), await worlds[0].text());
      else for (const { name } of meshes) await addMesh(name);
    } catch (error) {
      showError(error.message);
    }
  }

  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  for (const kind of ["dragleave", "drop"]) document.addEventListener(kind, () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  const input = document.getElementById("file");
  input.onchange = async () => {
    await take(input.files);
    input.value = "";
  };
}
