// SPDX-License-Identifier: Zlib
#include "scenes/parts/Floating.h"

#include "AmbientFluid/Dynamics/Evaluation.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Media/WaveSpectrum.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kGravity = 9.81; // like SceneContext's
constexpr int kSeaWaves = 8;

ambient::Immersion immersed(const ambient::FluidBody& body, const ambient::FluidMedium& medium,
                            const ambient::Pose& worldFromBody, double time) {
    ambient::Immersion immersion;
    ambient::immerse(*body.model, body.bodyFromMesh, medium, worldFromBody, time, immersion);
    return immersion;
}

double displacedMass(const ambient::Immersion& immersion) {
    double mass = 0.0;
    for (int i = 0; i < immersion.partCount; ++i)
        mass += immersion.part(i).displacedMass();
    return mass;
}

double densityOf(const ambient::FluidMedium& medium) {
    return medium.sample(Vector3::Zero(), 0.0).density;
}

} // namespace

std::shared_ptr<const ambient::FluidMedium> waterUnderAir() {
    return std::make_shared<ambient::DividedMedium>(
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water()),
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air()),
        std::make_shared<ambient::FlatSurface>(0.0));
}

std::vector<Parameter> waveParameters(double height, double length) {
    return {{"height", "m", height, 0.0, 10.0, "of the waves from trough to crest; 0: still water"},
            {"length", "m", length, 0.5, 500.0, "of the waves"},
            {"wind", "m/s", 0.0, 0.0, 30.0, "that raised a sea of 8 waves, in place of the one wave; 0: that one"}};
}

std::shared_ptr<const ambient::FluidMedium> wavesUnderAir(const ParameterValues& values) {
    std::vector<ambient::Wave> waves;
    if (values["wind"] > 0.0) {
        ambient::SeaDef sea = ambient::fullyGrownSea(values["wind"]);
        sea.spread = 8.0;
        sea.waveCount = kSeaWaves;
        waves = ambient::makeSea(sea);
    } else if (values["height"] > 0.0) {
        waves = {ambient::makeWave(0.5 * values["height"], values["length"], Vector3::UnitX())};
    } else {
        return waterUnderAir();
    }
    const ambient::WaveSet set(waves);
    return std::make_shared<ambient::DividedMedium>(
        std::make_shared<ambient::FlowingMedium>(ambient::UniformMedium::water(),
                                                 std::make_shared<ambient::WaveFlow>(set)),
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air()),
        std::make_shared<ambient::GerstnerWaves>(set));
}

namespace {

/// The wet side of a RecordedBody or a BodySpec.
template <class Body>
ambient::FluidBody wetSideOf(const Body& body) {
    ambient::FluidBody wet;
    wet.model = body.model;
    wet.bodyInertia = ambient::SpatialInertia::ofBody(body.mass, body.inertia.asDiagonal());
    return wet;
}

} // namespace

ambient::FluidBody fluidBodyOf(const RecordedBody& body) {
    return wetSideOf(body);
}

ambient::Immersion immersionOf(const RunRecord& record, int frame, int body) {
    const BodySample& s = record.at(frame, body);
    return immersed(fluidBodyOf(record.bodies[static_cast<std::size_t>(body)]),
                    *record.mediumAt(s.worldFromBody.position), s.worldFromBody, s.time);
}

double relativeDraft(const RunRecord& record, int frame, int body) {
    const Vector3& at = record.at(frame, body).worldFromBody.position;
    if (!record.medium || !record.mediumAt(at)->divided())
        throw std::invalid_argument("the draft of a body needs water under another medium");
    const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
    const ambient::DividedMedium& medium = *record.mediumAt(at)->divided();
    const double water = densityOf(medium.below()), air = densityOf(medium.above());
    const double archimedes = (recorded.mass - air * recorded.model->volume()) / (water - air);
    return immersionOf(record, frame, body).submergedVolume / archimedes;
}

Afloat afloatIn(const RunRecord& record, int frame, double fromX) {
    Afloat afloat;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const Vector3& at = record.at(frame, body).worldFromBody.position;
        if (at.x() < fromX || !record.medium || !record.mediumAt(at)->divided()) continue;
        ++afloat.count;
        afloat.meanDraft += relativeDraft(record, frame, body);
    }
    afloat.meanDraft /= std::max(1, afloat.count);
    return afloat;
}

double floatingHeight(const ambient::FluidBody& body, const ambient::FluidMedium& medium,
                      const ambient::Quaternion& worldFromBody) {
    const double reach = 1.1 * (body.model->radius() + body.model->centerOfVolume().norm());
    const auto [trough, crest] = medium.divided()->heightRange(0.0);
    double lowest = trough - reach, highest = crest + reach;
    const auto lift = [&](double height) {
        return displacedMass(immersed(body, medium, {worldFromBody, {0.0, 0.0, height}}, 0.0)) - body.mass();
    };
    if (lift(lowest) < 0.0) throw std::invalid_argument("a body that is to float sinks: it is too heavy");
    if (lift(highest) > 0.0) throw std::invalid_argument("a body that is to float flies: it is too light");
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = 0.5 * (lowest + highest);
        (lift(middle) > 0.0 ? lowest : highest) = middle;
    }
    return 0.5 * (lowest + highest);
}

double floatingHeight(const BodySpec& body, const ambient::FluidMedium& medium) {
    return floatingHeight(wetSideOf(body), medium, body.worldFromBody.orientation);
}

double energyInStillWater(const RunRecord& record, int frame) {
    double energy = 0.0;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const BodySample& s = record.at(frame, body);
        energy += 0.5 * (s.momentum.angular.dot(s.velocity.angular) + s.momentum.linear.dot(s.velocity.linear));
        energy += kGravity * record.bodies[static_cast<std::size_t>(body)].mass * s.worldFromBody.position.z();
        const ambient::Immersion immersion = immersionOf(record, frame, body);
        for (int i = 0; i < immersion.partCount; ++i)
            energy -= kGravity * immersion.part(i).displacedMass() * (s.worldFromBody * immersion.part(i).center).z();
    }
    return energy;
}

RollStability rollStability(const ambient::FluidBody& body, const ambient::FluidMedium& medium,
                            const ambient::Quaternion& worldFromBody, const Vector3& axis) {
    const auto heeled = [&](double angle) {
        ambient::Pose pose{ambient::expSO3(angle * axis) * worldFromBody, Vector3::Zero()};
        pose.position.z() = floatingHeight(body, medium, pose.orientation);
        return pose;
    };
    const auto moment = [&](double angle) {
        const ambient::Pose pose = heeled(angle);
        const ambient::Immersion immersion = immersed(body, medium, pose, 0.0);
        Vector3 sum = Vector3::Zero();
        for (int i = 0; i < immersion.partCount; ++i)
            sum += (pose * immersion.part(i).center - pose.position)
                       .cross(kGravity * immersion.part(i).displacedMass() * Vector3::UnitZ());
        return sum.dot(axis);
    };
    constexpr double angle = 1e-3; // [rad]
    const double stiffness = -(moment(angle) - moment(-angle)) / (2.0 * angle);
    const ambient::Pose upright = heeled(0.0);
    ambient::Vector6 roll = ambient::Vector6::Zero();
    roll.head<3>() = upright.orientation.conjugate() * axis;
    RollStability stability;
    stability.metacentricHeight = stiffness / (kGravity * body.mass());
    stability.inertia = roll.dot(body.bodyInertia.matrix() * roll);
    const ambient::MomentumMap total(body.bodyInertia + immersed(body, medium, upright, 0.0).addedMass);
    const double whole = 1.0 / roll.dot(total.inverse * roll);
    stability.addedInertia = whole - stability.inertia;
    if (stiffness > 0.0) stability.period = 2.0 * ambient::kPi * std::sqrt(whole / stiffness);
    return stability;
}

std::vector<double> periodsOf(const RunRecord& record, int fromFrame,
                              const std::function<double(const BodySample&)>& value) {
    std::vector<double> periods;
    double last = -1.0;
    for (int frame = fromFrame + 1; frame < record.frameCount(); ++frame) {
        const double before = value(record.at(frame - 1)), now = value(record.at(frame));
        if (before >= 0.0 || now < 0.0) continue;
        const double time = record.at(frame).time - record.timeStep * now / (now - before);
        if (last >= 0.0) periods.push_back(time - last);
        last = time;
    }
    return periods;
}

} // namespace samples
