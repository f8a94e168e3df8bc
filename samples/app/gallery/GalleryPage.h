// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace samples {

/// A scene of the gallery and the files that it left there; a file that could not be made has no name.
struct GalleryItem {
    std::string name, title; ///< "falling-plate", "A plate falling through air"
    std::string description; ///< one line
    std::string figure;      ///< that it reproduces; may be empty
    std::string summary;     ///< outcome, in lines
    std::string picture, plot, film, csv, glb;
    std::string loop;    ///< short film that the card repeats
    std::string excerpt; ///< how much of the run is shown; empty: all of it
};

/// The page that shows them: one file that needs no server, no script and nothing from elsewhere.
/// It links to the page in three dimensions, which `samples/run.sh --web` makes in the folder `web` beside it.
std::string galleryHtml(const std::vector<GalleryItem>& items);

} // namespace samples
