// SPDX-License-Identifier: Zlib
#include "drawing/SurfaceColours.h"

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/SeparationLine.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr int kScaleFrames = 100; // looked at for the scale of a run
constexpr double kShare = 0.98;   // of the values within the scale

/// The next larger number with one digit, or 15 of them.
double roundedUp(double value) {
    if (!(value > 0.0)) return 0.0;
    const double unit = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (step * unit >= value * (1.0 - 1e-9)) return step * unit;
    return 10.0 * unit;
}

} // namespace

std::optional<ambient::RelativeFlow> flowAt(const RunRecord& record, int body, const BodySample& sample) {
    if (!record.medium || !record.bodies[static_cast<std::size_t>(body)].model) return std::nullopt;
    const ambient::Pose& pose = sample.worldFromBody;
    const ambient::MediumSample medium = record.mediumAt(pose.position)->sample(pose.position, sample.time);
    if (!(medium.density > 0.0)) return std::nullopt;
    const ambient::Quaternion meshFromWorld = pose.orientation.conjugate();
    ambient::RelativeFlow flow;
    flow.twist.angular = meshFromWorld * sample.velocity.angular;
    flow.twist.linear = meshFromWorld * (sample.velocity.linear - medium.velocity);
    flow.density = medium.density;
    flow.dynamicViscosity = medium.dynamicViscosity;
    return flow;
}

std::vector<double> slipSpeeds(const RunRecord& record, int body, const BodySample& sample) {
    const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
    std::vector<double> speeds(recorded.mesh->vertices.size(), 0.0);
    const auto flow = flowAt(record, body, sample);
    if (!flow) return speeds;
    ambient::SurfaceField field;
    ambient::fillSurfaceField(*recorded.model, *flow, field);
    // The recorded mesh is the model's: face f is face f of the field.
    const ambient::Faces& faces = recorded.model->faces();
    std::vector<double> around(speeds.size(), 0.0);
    for (std::size_t f = 0; f < static_cast<std::size_t>(faces.size()); ++f) {
        const double speed = field.slipVelocity[f].norm();
        for (const int vertex : recorded.mesh->faces[f]) {
            speeds[static_cast<std::size_t>(vertex)] += faces.area[f] * speed;
            around[static_cast<std::size_t>(vertex)] += faces.area[f];
        }
    }
    for (std::size_t i = 0; i < speeds.size(); ++i)
        if (around[i] > 0.0) speeds[i] /= around[i];
    return speeds;
}

double slipScale(const RunRecord& record) {
    const int frames = record.frameCount(), stride = std::max(1, frames / kScaleFrames);
    std::vector<double> largest;
    for (int frame = 0; frame < frames; frame += stride) {
        double fastest = 0.0;
        for (int body = 0; body < record.bodyCount(); ++body)
            for (const double speed : slipSpeeds(record, body, record.at(frame, body)))
                fastest = std::max(fastest, speed);
        largest.push_back(fastest);
    }
    if (largest.empty()) return 0.0;
    std::sort(largest.begin(), largest.end());
    const auto index = static_cast<std::size_t>(std::ceil(kShare * double(largest.size() - 1)));
    return roundedUp(largest[index]);
}

std::vector<Rgb> slipColours(const std::vector<double>& speeds, double scale) {
    std::vector<Rgb> colours;
    colours.reserve(speeds.size());
    for (const double speed : speeds)
        colours.push_back(ColourMap::sequential().at(scale > 0.0 ? speed / scale : 0.0));
    return colours;
}

std::vector<std::array<ambient::Vector3, 2>> separationLineAt(const RunRecord& record, int body,
                                                              const BodySample& sample) {
    const auto flow = flowAt(record, body, sample);
    if (!flow) return {};
    auto pieces = ambient::separationLine(*record.bodies[static_cast<std::size_t>(body)].model, *flow);
    for (auto& piece : pieces)
        for (ambient::Vector3& end : piece)
            end = sample.worldFromBody * end;
    return pieces;
}

} // namespace samples
