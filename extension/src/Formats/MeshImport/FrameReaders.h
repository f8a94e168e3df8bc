// SPDX-License-Identifier: Zlib
#pragma once

#include "MeshImport/FrameImport.h"

#include <functional>
#include <map>
#include <vector>

namespace ambient {

/// The contents of a file of frames.
struct FrameFile {
    std::vector<PointColumns> frames;
    ShapeTopology topology;
    std::vector<double> times;           ///< [s]; empty: unknown
    std::map<long long, int> pointNamed; ///< index of a point by its name in the file; empty: its number
    std::map<long long, int> frameNamed; ///< index of a frame by its name; empty: its number
};

/// Ends the reading of a file. \throws FrameImportError always
[[noreturn]] void refuseFrames(const std::string& path, const std::string& why);

/// The whole file. \throws FrameImportError if the file cannot be read
std::string frameFileBytes(const std::string& path);

/// A row of numbers in a text, and its line, counted from 1.
struct NumberRow {
    std::vector<double> numbers;
    int line = 0;
};

/// Calls row(NumberRow) for each line of a CSV text but empty ones, comments (#) and a header in the first line.
/// \param counts allowed counts of numbers in a line, all lines alike \param row of numbers, any of which may be NaN
void readNumberRows(const std::string& path, const std::string& text, const std::vector<int>& counts,
                    const std::function<void(const NumberRow&)>& row);

/// CSV with edges and faces.
FrameFile readFrameCsv(const std::string& path, const FrameImportOptions& options);

/// Weights of the points, a column for all frames or one per frame.
Eigen::MatrixXd readFrameWeights(const std::string& path, const FrameFile& frames);

/// A folder of OBJ and PLY files.
FrameFile readFrameFolder(const std::string& path);

/// One mesh of a folder: vertices in the order of the file, and polygons and edges by their indices.
struct FrameMesh {
    std::vector<Vector3> vertices;
    std::vector<std::vector<int>> polygons;
    std::vector<std::array<int, 2>> edges;
};

/// An OBJ file: vertices, faces and lines. \throws FrameImportError
FrameMesh readObjFrame(const std::string& path, const std::string& bytes);

/// Faces as triangles, and edges. \throws FrameImportError if a face names a missing vertex
ShapeTopology topologyOf(const std::string& path, const FrameMesh& mesh);

/// A PLY file, text or binary. \throws FrameImportError
FrameMesh readPlyFrame(const std::string& path, const std::string& bytes);

/// At which times an animation is read.
struct AnimationSampling {
    double framesPerSecond = 0.0; ///< 0: 30, or the file's own keys
    bool atKeys = false;          ///< without a rate: at the file's own keys of the shape
};

/// An animation through the importing library.
FrameFile readAnimation(const std::string& path, const AnimationSampling& sampling);

} // namespace ambient
