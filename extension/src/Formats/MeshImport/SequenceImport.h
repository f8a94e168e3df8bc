// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ShapeSequence.h"
#include "MeshImport/FrameImport.h"

namespace ambient {

/// Options of importSequence().
struct SequenceImportOptions {
    std::string faces;            ///< file of lines `a,b,c`, for CSV; empty: none
    double framesPerSecond = 0.0; ///< of CSV and folders: 0: 1 s in all; of animations: 0: the file's own keys
    double scale = 1.0;           ///< factor on the lengths of the file
    bool isLoop = false;          ///< the last frame leads back to the first (RecordedFrames::close)
    bool isLinear = false;        ///< ShapeSequence::Interpolation::Linear
};

/// The key shapes of a file or folder readable by importFrames(), without masses. Axes as in the file.
/// \throws FrameImportError naming the file and why
ShapeSequence importSequence(const std::string& path, const SequenceImportOptions& options = {});

} // namespace ambient
