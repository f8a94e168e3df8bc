// SPDX-License-Identifier: Zlib
#include "MeshImport/FrameImport.h"

#include "FilePath.h"
#include "MeshImport/FrameReaders.h"

#include <filesystem>
#include <new>

namespace ambient {
namespace {

FrameFile readFrames(const std::string& path, const FrameImportOptions& options) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(pathFromUtf8(path), error);
    if (!std::filesystem::exists(status)) refuseFrames(path, "no such file or folder");
    const std::string kind = kindOfFile(path);
    const bool isFolder = std::filesystem::is_directory(status), isCsv = !isFolder && kind == "csv";
    if (!isCsv && !options.edges.empty()) refuseFrames(options.edges, "edges are for frames in CSV");
    if (!isCsv && !options.faces.empty()) refuseFrames(options.faces, "faces are for frames in CSV");
    if (isFolder) return readFrameFolder(path);
    if (isCsv) return readFrameCsv(path, options);
    if (kind == "glb" || kind == "gltf" || kind == "bvh")
        return readAnimation(path, {options.framesPerSecond, options.atKeys});
    refuseFrames(path, "unsupported kind of frames; supported are .csv, .glb, .gltf, .bvh and folders of .obj or .ply");
}

} // namespace

RecordedFrames importFrames(const std::string& path, const FrameImportOptions& options) {
    try {
        FrameFile file = readFrames(path, options);
        Eigen::MatrixXd weights;
        if (!options.weights.empty()) weights = readFrameWeights(options.weights, file);
        RecordedFrames frames(std::move(file.frames), std::move(file.topology));
        if (weights.size() > 0) frames.setWeights(std::move(weights));
        if (!file.times.empty())
            frames.setTimes(std::move(file.times));
        else if (options.framesPerSecond > 0.0)
            frames.setTimeStep(1.0 / options.framesPerSecond);
        return frames;
    } catch (const std::bad_alloc&) {
        refuseFrames(path, "needs more memory than there is");
    } catch (const std::invalid_argument& error) {
        refuseFrames(path, error.what());
    }
}

} // namespace ambient
