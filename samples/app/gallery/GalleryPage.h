// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace samples {

/// A scene of the gallery and its files; a file not made has no name.
struct GalleryItem {
    std::string name, title; ///< "falling-plate", "A plate falling through air"
    std::string description; ///< one line
    std::string figure;      ///< reproduced by the scene; may be empty
    std::string summary;     ///< outcome, in lines
    std::string picture, plot, film, csv, glb;
    std::string loop;    ///< short film, repeated on the card
    std::string excerpt; ///< the shown part of the run; empty: the whole run
};

/// The page of the gallery: one file without server, script or outside resources. Links to the page in three
/// dimensions, made by `samples/run.sh --web` in the folder `web` beside this page.
std::string galleryHtml(const std::vector<GalleryItem>& items);

} // namespace samples
