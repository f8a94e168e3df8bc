// SPDX-License-Identifier: Zlib
#include "MeshImport/SequenceImport.h"

namespace ambient {

ShapeSequence importSequence(const std::string& path, const SequenceImportOptions& options) {
    FrameImportOptions reading;
    reading.faces = options.faces;
    reading.framesPerSecond = options.framesPerSecond;
    reading.atKeys = true;
    RecordedFrames frames = importFrames(path, reading);
    try {
        if (options.isLoop) frames.close();
    } catch (const std::invalid_argument& error) {
        throw FrameImportError(path + ": " + error.what());
    }
    ShapeSequence sequence;
    for (const auto& face : frames.topology().faces)
        sequence.faces.push_back({face[0], face[1], face[2]});
    if (sequence.faces.empty())
        throw FrameImportError(path + ": has no faces; with a CSV they are in a file of their own");
    PointColumns scratch;
    for (int i = 0; i < frames.frameCount(); ++i) {
        const PointColumns& points = frames.points(i, scratch);
        std::vector<Vector3> key;
        for (Eigen::Index p = 0; p < points.cols(); ++p)
            key.push_back(options.scale * Vector3(points.col(p)));
        sequence.keys.push_back(std::move(key));
        sequence.times.push_back(frames.time(i));
    }
    sequence.period = options.isLoop ? frames.period() : 0.0;
    if (options.isLinear) sequence.interpolation = ShapeSequence::Interpolation::Linear;
    return sequence;
}

} // namespace ambient
