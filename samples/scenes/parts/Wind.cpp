// SPDX-License-Identifier: Zlib
#include "scenes/parts/Wind.h"

#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/CombinedFlows.h"
#include "AmbientFluid/Media/GustFlow.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluid/Media/VortexFlow.h"

#include <cmath>

namespace samples {
namespace {

/// A flow and its mirror image in z = 0: level at z = 0, free of divergence like the flow, and of the flow's strength
/// if the two are uncorrelated.
std::shared_ptr<const ambient::AmbientFlow> overGround(std::shared_ptr<const ambient::AmbientFlow> flow) {
    return std::make_shared<ambient::CallbackFlow>(ambient::CallbackFlow::Samples(
        [flow](const ambient::Vector3* points, int count, double time, ambient::FlowSample* samples) {
            const ambient::Vector3 mirror(1.0, 1.0, -1.0);
            const double share = std::sqrt(0.5);
            flow->sampleMany(points, count, time, samples);
            for (int i = 0; i < count; ++i) {
                const ambient::FlowSample image = flow->sample(mirror.cwiseProduct(points[i]), time);
                ambient::FlowSample& s = samples[i];
                s.velocity = share * (s.velocity + mirror.cwiseProduct(image.velocity));
                s.gradient = share * (s.gradient + mirror.asDiagonal() * image.gradient * mirror.asDiagonal());
                s.rate = share * (s.rate + mirror.cwiseProduct(image.rate));
            }
        }));
}

} // namespace

std::vector<Parameter> windParameters(double speed, double gustShare, double eddySize) {
    return {{"wind", "m/s", speed, 0.0, 30.0, "towards +x, mean speed 10 m above the ground"},
            {"gusts", "1", gustShare, 0.0, 1.0, "root mean square of each component of the gusts over that speed"},
            {"eddy", "m", eddySize, 0.1, 200.0, "integral length scale of the gusts"},
            {"seed", "1", 1.0, 1.0, 1e6, "another number, other gusts", true}};
}

std::shared_ptr<const ambient::AmbientFlow> windOf(const ParameterValues& values, double roughness,
                                                   double driftHeight) {
    ambient::BoundaryLayerDef layer;
    layer.velocity.x() = values["wind"];
    const auto mean =
        std::make_shared<ambient::BoundaryLayerFlow>(ambient::BoundaryLayerFlow::logarithmic(layer, roughness));
    ambient::GustDef gusts;
    gusts.intensity = values["gusts"] * values["wind"];
    gusts.lengthScale = values["eddy"];
    gusts.evolution = 0.5;
    gusts.shells = 5;
    gusts.seed = static_cast<std::uint64_t>(values["seed"]);
    ambient::FlowPlacement drifting;
    drifting.drift = mean->sample({0.0, 0.0, driftHeight}, 0.0).velocity;
    const auto carried = std::make_shared<ambient::MovedFlow>(std::make_shared<ambient::GustFlow>(gusts), drifting);
    return std::make_shared<ambient::SumFlow>(
        std::vector<std::shared_ptr<const ambient::AmbientFlow>>{mean, overGround(carried)});
}

std::shared_ptr<const ambient::AmbientFlow> withWhirl(const std::shared_ptr<const ambient::AmbientFlow>& wind,
                                                      const ParameterValues& values) {
    ambient::VortexDef def;
    def.circulation = values["whirl"];
    def.coreRadius = values["core"];
    ambient::FlowPlacement placement;
    placement.worldFromFlow.position.x() = -values["core"];
    placement.drift.x() = 0.5 * values["wind"];
    const auto whirl = std::make_shared<ambient::MovedFlow>(std::make_shared<ambient::VortexFlow>(def), placement);
    return std::make_shared<ambient::SumFlow>(std::vector<std::shared_ptr<const ambient::AmbientFlow>>{wind, whirl});
}

ambient::Vector3 mediumVelocityAt(const RunRecord& record, int frame, int body) {
    if (!record.medium) return ambient::Vector3::Zero();
    const BodySample& s = record.at(frame, body);
    return record.mediumAt(s.worldFromBody.position)->sample(s.worldFromBody.position, s.time).velocity;
}

namespace {

template <class Value>
double meanOver(const RunRecord& record, const Value& valueOf) {
    double sum = 0.0;
    for (int body = 0; body < record.bodyCount(); ++body)
        sum += valueOf(body);
    return sum / record.bodyCount();
}

} // namespace

double meanHeight(const RunRecord& record, int frame) {
    return meanOver(record, [&](int body) { return record.at(frame, body).worldFromBody.position.z(); });
}

double meanSpeedAlongWind(const RunRecord& record, int frame) {
    return meanOver(record, [&](int body) { return record.at(frame, body).velocity.linear.x(); });
}

double meanWindAtBodies(const RunRecord& record, int frame) {
    return meanOver(record, [&](int body) { return mediumVelocityAt(record, frame, body).x(); });
}

} // namespace samples
