// SPDX-License-Identifier: Zlib
#pragma once

#include "commands/Commands.h"
#include "exporters/Film.h"
#include "exporters/StillPicture.h"

namespace samples {

/// Options of the command line for the picture and the film of a run, checked.
struct PictureOrders {
    StillOptions still;
    FilmOptions film;

    /// \param duration of the run [s]
    /// \throws std::invalid_argument, one line: an impossible value, or one without effect
    PictureOrders(const CommandLine& line, double duration);
};

} // namespace samples
