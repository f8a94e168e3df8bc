// SPDX-License-Identifier: Zlib
#include "scenes/parts/Seaway.h"

#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "BulletAmbientFluid/btFluidWavesMade.h"
#include "interface/Units.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kWaveGravity = 9.81; // like SceneContext's

} // namespace

std::shared_ptr<const ambient::FluidMedium> sineSea(const std::vector<ambient::Wave>& waves) {
    const ambient::WaveSet set(waves);
    return std::make_shared<ambient::DividedMedium>(
        std::make_shared<ambient::FlowingMedium>(ambient::UniformMedium::water(),
                                                 std::make_shared<ambient::WaveFlow>(set)),
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air()),
        std::make_shared<ambient::SineWaves>(set));
}

void makeAllWaves(SceneContext& context, const btRigidBody* body) {
    if (context.isVacuum()) return;
    ambient::FloatingModelDef water;
    water.fluidDensity = ambient::UniformMedium::water().density();
    water.gravity = kWaveGravity;
    const ambient::FluidBody& wet = context.fluid().getFluidBody(body)->getShape();
    btFluidSetWavesMade(context.fluid(), body, ambient::FloatingModel::build(wet, water));
}

std::vector<ambient::Wave> WaveComb::waves(const ambient::Vector3& heading) const {
    std::vector<ambient::Wave> all;
    const int count = last - first + 1;
    for (int number = first; number <= last; ++number) {
        const double frequency = 2.0 * ambient::kPi * number / period, k = frequency * frequency / kWaveGravity;
        const double phase = ambient::kPi * (number - first) * (number - first) / count;
        all.push_back(ambient::makeWave(slope / k, 2.0 * ambient::kPi / k, heading, phase));
    }
    return all;
}

std::vector<ambient::WaveSet::Prepared> wavesOf(const RunRecord& record) {
    const ambient::DividedMedium* const divided = record.medium ? record.medium->divided() : nullptr;
    const auto* const waves = divided ? dynamic_cast<const ambient::SineWaves*>(&divided->surface()) : nullptr;
    if (!waves) return {};
    return {waves->waves().waves().begin(), waves->waves().waves().end()};
}

std::vector<double> answersTo(const RunRecord& record, const std::vector<ambient::WaveSet::Prepared>& waves,
                              double period, int body, const std::function<double(int frame)>& value) {
    const int frames = static_cast<int>(std::lround(period / record.timeStep));
    const int start = record.frameCount() - 1 - frames;
    if (start < 0) return std::vector<double>(waves.size(), 0.0);
    const auto count = static_cast<Eigen::Index>(waves.size());
    Eigen::MatrixXd square = Eigen::MatrixXd::Zero(2 * count + 2, 2 * count + 2);
    Eigen::VectorXd side = Eigen::VectorXd::Zero(2 * count + 2), row = side;
    for (int frame = start; frame < start + frames; ++frame) {
        const BodySample& s = record.at(frame, body);
        const ambient::Vector3& x = s.worldFromBody.position;
        for (Eigen::Index i = 0; i < count; ++i) {
            const ambient::WaveSet::Prepared& wave = waves[static_cast<std::size_t>(i)];
            const double phase = wave.frequency * s.time - wave.kx * x.x() - wave.ky * x.y();
            row[2 * i] = std::cos(phase);
            row[2 * i + 1] = std::sin(phase);
        }
        row[2 * count] = 1.0;
        row[2 * count + 1] = 2.0 * (frame - start) / frames - 1.0;
        square += row * row.transpose();
        side += value(frame) * row;
    }
    const Eigen::VectorXd fitted = square.ldlt().solve(side);
    std::vector<double> amplitudes;
    for (Eigen::Index i = 0; i < count; ++i)
        amplitudes.push_back(fitted.segment<2>(2 * i).norm());
    return amplitudes;
}

double rollDegrees(const BodySample& sample) {
    return ambient::logSO3(sample.worldFromBody.orientation).x() / kRadiansPerDegree;
}

RollAndHeave rollAndHeaveOf(const RunRecord& record, int body, int firstFrame) {
    double roll = 0.0, low = 1e30, high = -1e30;
    for (int frame = firstFrame; frame < record.frameCount(); ++frame) {
        const BodySample& s = record.at(frame, body);
        roll = std::max(roll, std::abs(rollDegrees(s)));
        low = std::min(low, s.worldFromBody.position.z());
        high = std::max(high, s.worldFromBody.position.z());
    }
    return {roll, high - low};
}

std::shared_ptr<btFluidMooring> addCable(SceneContext& context, const std::string& name, const LineEnd& first,
                                         const LineEnd& second, const ambient::CableDef& def, double seabed) {
    const auto carrier = [](const LineEnd& end) {
        return end.body ? btFluidCarrier(end.body, "mooring") : btFluidCarrier();
    };
    const auto line = std::make_shared<btFluidMooring>(context.fluid(), carrier(first), first.place, carrier(second),
                                                       second.place, def, seabed);
    context.addLine(name, [line] { return line->getPoints(); });
    context.addGauge("tension at the first end of the " + name + " [N]", [line] { return line->getLine().tension(0); });
    context.addGauge("tension at the second end of the " + name + " [N]",
                     [line] { return line->getLine().tension(1); });
    return line;
}

} // namespace samples
