// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/MotionLoads.h"

#include "AmbientFluid/Math/SE3.h"

#include <cmath>
#include <stdexcept>

namespace ambient {

MotionLoads::MotionLoads(const MotionOptions& options, bool isInertia) {
    if (isInertia && !options.wrench.vector().isZero(0.0))
        throw std::invalid_argument("motion: a wrench needs a dissipation metric; an inertia metric has a momentum");
    if (!isInertia && !options.momentum.vector().isZero(0.0))
        throw std::invalid_argument("motion: a momentum needs an inertia metric; a dissipation metric keeps none");
    m_world = isInertia ? options.momentum : Momentum(options.wrench.vector());
    if (!isInertia) m_weight = options.mass * options.gravity;
    m_isZero = m_world.vector().isZero(0.0) && m_weight.isZero(0.0);
}

void requireValidOptions(const MotionOptions& options, bool isClosed) {
    if (options.cycles < 1)
        throw std::invalid_argument("motion: " + std::to_string(options.cycles) + " cycles are less than one");
    if (options.cycles > 1 && !isClosed)
        throw std::invalid_argument("motion: an open sequence has one cycle; close it for more");
    if (!options.start.isFinite() || !options.momentum.isFinite() || !options.wrench.isFinite() ||
        !options.gravity.allFinite())
        throw std::invalid_argument("motion: start, momentum, wrench or gravity is not finite");
    if (!(options.mass >= 0.0) || !std::isfinite(options.mass))
        throw std::invalid_argument("motion: the mass " + std::to_string(options.mass) + " kg is out of range");
}

void addFall(Motion& motion, const MotionOptions& options, bool isInertia) {
    if (!isInertia || options.gravity.isZero(0.0)) return;
    const auto fallen = [&](double time) { return Vector3(0.5 * time * time * options.gravity); };
    const Pose first = motion.poses.front();
    Pose end = first * motion.advance;
    end.position += fallen(motion.period);
    motion.advance = first.inverse() * end;
    for (std::size_t i = 0; i < motion.poses.size(); ++i)
        motion.poses[i].position += fallen(motion.times[i] - motion.times[0]);
}

void finishMotion(Motion& motion, std::vector<Pose> after, const std::vector<double>& stepTimes, bool isClosed,
                  int stepsPerCycle) {
    const auto perCycle = static_cast<std::size_t>(stepsPerCycle);
    motion.period = stepTimes.back() - stepTimes.front();
    motion.advance = after.front().inverse() * after[perCycle];
    if (isClosed) after.pop_back();
    motion.poses = std::move(after);
    motion.times.resize(motion.poses.size());
    for (std::size_t i = 0; i < motion.times.size(); ++i) {
        const std::size_t cycle = isClosed ? i / perCycle : 0;
        motion.times[i] = stepTimes[i - cycle * perCycle] + static_cast<double>(cycle) * motion.period;
    }
}

} // namespace ambient
