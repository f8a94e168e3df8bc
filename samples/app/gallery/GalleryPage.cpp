// SPDX-License-Identifier: Zlib
#include "gallery/GalleryPage.h"

#include "validation/Report.h"

namespace samples {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1c2329; --soft: #5b6670; --paper: #f7f6f2; --card: #fff; --line: #dcd9d0; --link: #0b5c8a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --soft: #a3adb6; --paper: #14181c; --card: #1d2328; --line: #333c44; --link: #7cc0ea; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; }
header, footer { max-width: 100em; margin: 0 auto; padding: 2.5em 1.5em 1em; box-sizing: border-box; }
h1 { font-size: 2.1em; line-height: 1.15; margin: 0 0 .3em; } h2 { font-size: 1.15em; margin: 0; }
header p, .figure, footer { color: var(--soft); }
a { color: var(--link); } a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24em, 100%), 1fr)); gap: 1.4em;
       max-width: 100em; margin: 0 auto; padding: 1em 1.5em; box-sizing: border-box; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
article.wide { grid-column: 1 / -1; }
article img, article video { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: contain; background: #fff; }
.text { padding: 1em 1.2em 1.1em; } .text p { margin: .3em 0; } .figure { font-size: .9em; }
.wide .media { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30em, 100%), 1fr)); gap: 2px; }
pre { font: .82em/1.45 ui-monospace, monospace; background: var(--paper); padding: .7em .9em; border-radius: 6px;
      white-space: pre-wrap; margin: .7em 0; }
ul { list-style: none; padding: 0; margin: .6em 0 0; display: flex; flex-wrap: wrap; gap: .3em 1em; font-size: .92em; }
)";

std::string linkTo(const std::string& file, const std::string& name) {
    return file.empty() ? "" : "<li><a href=\"" + escaped(file) + "\">" + name + "</a></li>";
}

std::string imageOf(const std::string& file, const std::string& description) {
    if (file.empty()) return "";
    return "<a href=\"" + escaped(file) + "\"><img loading=\"lazy\" src=\"" + escaped(file) + "\" alt=\"" +
           escaped(description) + "\"></a>";
}

/// The picture, the repeating film, or the film with the picture for its cover and the curves beside it.
std::string mediaOf(const GalleryItem& item) {
    const std::string description = item.title + ": " + item.description;
    const std::string cover = item.picture.empty() ? "" : " poster=\"" + escaped(item.picture) + "\"";
    // Browsers play a silent film only on the screen.
    if (item.film.empty() && !item.loop.empty())
        return "<div class=\"media\"><video autoplay loop muted playsinline preload=\"none\"" + cover +
               " aria-label=\"" + escaped("Film: " + description) + "\" src=\"" + escaped(item.loop) +
               "\"></video></div>\n";
    if (item.film.empty()) return "<div class=\"media\">" + imageOf(item.picture, description) + "</div>\n";
    return "<div class=\"media\"><video controls loop muted playsinline preload=\"metadata\"" + cover +
           " aria-label=\"" + escaped("Film: " + description) + "\" src=\"" + escaped(item.film) + "\"></video>" +
           imageOf(item.plot, "Curves: " + description) + "</div>\n";
}

std::string noteOf(const std::string& text) {
    return text.empty() ? "" : "<p class=\"figure\">" + escaped(text) + "</p>\n";
}

std::string cardOf(const GalleryItem& item) {
    const std::string links = linkTo(item.picture, "picture") + linkTo(item.plot, "plot") + linkTo(item.film, "film") +
                              linkTo(item.csv, "data (CSV)") + linkTo(item.glb, "3D (glTF)");
    return "<article id=\"" + escaped(item.name) + "\"" + (item.film.empty() ? "" : " class=\"wide\"") + ">\n" +
           mediaOf(item) + "<div class=\"text\"><h2>" + escaped(item.title) + "</h2>\n<p>" + escaped(item.description) +
           "</p>\n" + noteOf(item.figure) + noteOf(item.excerpt) + "<pre>" + escaped(item.summary) + "</pre>\n<ul>" +
           links + "</ul></div>\n</article>\n";
}

} // namespace

std::string galleryHtml(const std::vector<GalleryItem>& items) {
    std::string text =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>AmbientFluid for Bullet: gallery</title>\n<style>" +
        std::string(kStyle) +
        "</style>\n</head>\n<body>\n<header><h1>AmbientFluid for Bullet</h1>\n"
        "<p>Rigid bodies in air and water, moved by their shape and mass alone. Every picture was computed "
        "by <code>ambient-samples</code> in a Bullet world.</p>\n";
    text +=
        "<p><a href=\"web/index.html\">In three dimensions</a>, once <code>samples/run.sh --web</code> has made that "
        "page.</p>\n</header>\n<main>\n";
    for (const GalleryItem& item : items)
        text += cardOf(item);
    return text +
           "</main>\n<footer><p>The same from the command line: <code>ambient-samples --run NAME --headless --png "
           "picture.png --plot curves.png --csv data.csv --mp4 film.mp4 --glb scene.glb</code></p></footer>\n"
           "</body>\n</html>\n";
}

} // namespace samples
