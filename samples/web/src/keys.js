// SPDX-License-Identifier: Zlib

/** Connects keys with actions and fills the list of them. @param bindings [{keys, shown, text, action}] */
export function bindKeys(bindings) {
  for (const { shown, text } of bindings) {
    const term = document.createElement("dt"), meaning = document.createElement("dd");
    term.textContent = shown;
    meaning.textContent = text;
    document.getElementById("key-list").append(term, meaning);
  }
  document.addEventListener("keydown", (event) => {
    // Menus, sliders and buttons keep the keys that they need.
    const isMenu = event.target.matches("select, dialog *");
    const isPressed = event.target.matches("button, input") && [" ", "Enter"].includes(event.key);
    if (isMenu || isPressed || event.ctrlKey || event.metaKey || event.altKey) return;
    const binding = bindings.find(({ keys }) => keys.includes(event.key));
    if (!binding) return;
    event.preventDefault();
    binding.action(event);
  });
}
