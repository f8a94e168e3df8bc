// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeFrames.h"

#include <stdexcept>
#include <string>

namespace ambient {

/// Unreadable frames. what() is one line: the file, the place in it, and why.
class FrameImportError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Options of importFrames().
struct FrameImportOptions {
    std::string edges;            ///< file of lines `a,b`, for CSV; empty: none
    std::string faces;            ///< file of lines `a,b,c`, for CSV; empty: none
    std::string weights;          ///< file of lines `point,weight` or `frame,point,weight`; empty: none
    double framesPerSecond = 0.0; ///< of CSV and folders: gives times; of animations: samples them. 0: a period of 1 s,
                                  ///< or 30 samples per second
    bool atKeys = false; ///< of animations without a rate: sampled at the file's own keys of its shape, to be joined
                         ///< smoothly, instead of 30 times a second
};

/// Reads a sequence of shapes, open, in double precision if the file has doubles:
/// - CSV, lines `frame,point,x,y,z` with or without this header, in any order. Frames and points are whole numbers;
///   edges and faces name points by these.
/// - a folder of OBJ or PLY files, in the order of their names with numbers by value; vertices as in the files, equal
///   faces (and edges: OBJ's `l`, PLY's element `edge`) in all of them.
/// - animated glTF, GLB (meshes with skins or morph targets, or else all; without meshes, the joints) and BVH (joints
///   as points, bones as edges): the first animation. Single precision.
/// Lengths are metres. \throws FrameImportError
RecordedFrames importFrames(const std::string& path, const FrameImportOptions& options = {});

} // namespace ambient
