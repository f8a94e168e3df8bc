// SPDX-License-Identifier: Zlib
// A headless Chromium for the tests of a page from the disk. Counts the passed checks, and keeps the errors of the
// page.
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.env.AMBIENT_WEB_TOOLS}/`);
const { chromium } = require("playwright-core");

/** A headless Chromium that draws without a graphics card. */
export const launch = () => chromium.launch({
  executablePath: process.env.AMBIENT_CHROMIUM,
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

/** @param file of the page; pictures, a folder, is made */
export async function startBrowser(file, pictures) {
  const address = pathToFileURL(file).href;
  fs.mkdirSync(pictures, { recursive: true });
  const browser = await launch();
  const complaints = [];
  let passed = 0, failed = 0;
  return {
    browser, address,
    /** Errors and warnings of all pages that open() has opened, and what they asked the network for. */
    complaints,
    /** Runs one test; what it throws is told of. */
    async test(what, check) {
      try {
        await check();
        ++passed;
      } catch (error) {
        ++failed;
        console.log(`FAILED: ${what}\n${error.message}`);
      }
    },
    /** A page that shows what is named behind the #. */
    async open(name, options = {}) {
      const page = await browser.newPage({ viewport: { width: 1000, height: 600 }, reducedMotion: "reduce", ...options });
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || complaints.push(`asks for ${request.url()}`));
      await page.goto(`${address}#${name}`, { timeout: 300000 }); // pictures are drawn without a graphics card, on a machine that compiles beside
      return page;
    },
    /** Says what passed and ends the program. */
    async end(title) {
      await browser.close();
      console.log(`${title}: ${passed} passed, ${failed} failed; pictures in ${pictures}`);
      process.exit(failed === 0 ? 0 : 1);
    },
  };
}

/** Controls without a name for those who cannot see them. */
export const namelessControls = (page) => page.locator("button, select, input, canvas").evaluateAll((all) =>
  all.filter((e) => !e.ariaLabel && !e.textContent.trim() && !e.labels?.length).map((e) => e.id));

/** The page does not scroll sideways, and these elements can be seen. */
export async function fits(page, ids) {
  if (!await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)) return "it is wider than the window";
  for (const id of ids) if (!await page.locator(`#${id}`).isVisible()) return `#${id} cannot be seen`;
  return "";
}
