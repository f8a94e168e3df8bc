// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/GivenRadiation.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/WaveSet.h"
#include "AmbientFluid/SurfaceWaves/BodyInWater.h"
#include "AmbientFluid/SurfaceWaves/WaveForces.h"
#include "AmbientFluid/SurfaceWaves/WaveScattering.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

using Complex = std::complex<double>;

/// Headings farther apart than this are not interpolated [rad].
constexpr double kWidestGap = kPi / 4.0 * (1.0 + 1e-6);

/// The total force of a wave on the body at one heading, in [0, 2 pi).
struct Force {
    double heading = 0.0;
    Complex6 total = Complex6::Zero();
};

double wholeTurn(double heading) {
    const double turn = heading - 2.0 * kPi * std::floor(heading / (2.0 * kPi));
    return turn < 2.0 * kPi - 1e-9 ? turn : 0.0;
}

/// The forces of a mirrored wave: reflected at x = 0 (axis 0) or y = 0 (axis 1).
Force mirrored(const Force& force, int axis) {
    Force image = force;
    image.heading = wholeTurn(axis == 0 ? kPi - force.heading : -force.heading);
    for (int k = 0; k < 3; ++k) {
        if (k != axis) image.total[k] = -image.total[k]; // rotations in the plane turn round
        if (k == axis) image.total[3 + k] = -image.total[3 + k];
    }
    return image;
}

/// Forces by ascending heading, with those of mirrored waves where they are not given.
class ForcesAround {
  public:
    ForcesAround(const WaveRow& row, const std::array<bool, 2>& isMirrored) {
        for (const WaveExcitation& wave : row.excitation)
            add({wholeTurn(wave.heading), wave.total()});
        for (int axis = 0; axis < 2; ++axis)
            for (std::size_t i = 0, count = m_forces.size(); i < count && isMirrored[static_cast<std::size_t>(axis)];
                 ++i)
                add(mirrored(m_forces[i], axis));
        std::sort(m_forces.begin(), m_forces.end(),
                  [](const Force& a, const Force& b) { return a.heading < b.heading; });
        double gap = 0.0;
        for (std::size_t i = 0; i < m_forces.size(); ++i)
            gap = std::max(gap, behind(i).heading - m_forces[i].heading);
        if (gap > kWidestGap)
            throw std::invalid_argument("the headings of the forces leave a gap of " +
                                        textOf(std::round(gap * 180.0 / kPi)) +
                                        " degrees: they have to lie all around, 45 degrees apart at most, but for "
                                        "those that mirror planes of the hull give");
    }

    Complex6 at(double heading) const {
        std::size_t i = m_forces.size() - 1;
        for (std::size_t k = 0; k < m_forces.size(); ++k)
            if (m_forces[k].heading <= heading + 1e-9) i = k;
        const Force& below = m_forces[i];
        const double step = behind(i).heading - below.heading;
        double along = heading - below.heading;
        if (along < -1e-9) along += 2.0 * kPi; // before the first one
        const double share = std::clamp(along / step, 0.0, 1.0);
        return (1.0 - share) * below.total + share * behind(i).total;
    }

  private:
    void add(const Force& force) {
        for (const Force& known : m_forces)
            if (std::abs(known.heading - force.heading) < 1e-6) return;
        m_forces.push_back(force);
    }
    Force behind(std::size_t i) const {
        if (i + 1 < m_forces.size()) return m_forces[i + 1];
        Force first = m_forces.front();
        first.heading += 2.0 * kPi;
        return first;
    }

    std::vector<Force> m_forces;
};

Matrix6 symmetric(const Matrix6& matrix) {
    return 0.5 * (matrix + matrix.transpose());
}

void requireFinite(const WaveRow& row) {
    requirePositive(row.frequency, "frequency");
    if (!row.addedMass.allFinite() || !row.damping.allFinite())
        throw std::invalid_argument("frequency " + textOf(row.frequency) + " rad/s: a coefficient is not finite");
    for (const WaveExcitation& wave : row.excitation)
        if (!std::isfinite(wave.heading) || !wave.total().allFinite())
            throw std::invalid_argument("frequency " + textOf(row.frequency) + " rad/s: a force is not finite");
}

/// Splits total forces for all headings of a table.
void splitForces(const WetPanels& panels, const PlaneWave& wave, double density, const ForcesAround& forces,
                 WaveRow& row) {
    row.excitation.clear();
    for (const double heading : WaveScattering::headings()) {
        WaveExcitation split;
        split.heading = heading;
        split.froudeKrylov = wave.froudeKrylov(panels, heading, density);
        split.diffraction = forces.at(heading) - split.froudeKrylov;
        row.excitation.push_back(split);
    }
}

} // namespace

WaveRadiation completeRadiation(const TriangleMesh& mesh, const WaveRadiationDef& def, const WaveRadiation& given,
                                const std::optional<Vector3>& originInMesh) {
    WaveRadiation out;
    const Pose pose = describeRest(mesh, def, out);
    const Vector3 shift = originInMesh ? Vector3(pose * *originInMesh) : Vector3::Zero();
    if (!shift.allFinite()) throw std::invalid_argument("the origin of the coefficients is not finite");
    // Twists about the origin of the coefficients, of those about ours.
    Matrix6 twist = Matrix6::Identity();
    twist.bottomLeftCorner<3, 3>() = -skew(shift);
    const auto moved = [&twist](const Matrix6& matrix) { return symmetric(twist.transpose() * matrix * twist); };
    out.addedMassAtInfinity = moved(given.addedMassAtInfinity);
    out.addedMassAtZero = moved(given.addedMassAtZero);
    StillWater water;
    water.gravity = def.gravity;
    water.depth = def.depth;
    std::optional<WetPanels> panels;
    for (const WaveRow& from : given.rows) {
        requireFinite(from);
        WaveRow row = from;
        row.waveNumber = waveNumber(from.frequency, water);
        row.addedMass = moved(from.addedMass);
        row.damping = moved(from.damping);
        for (WaveExcitation& wave : row.excitation) {
            const double phase =
                row.waveNumber * (portable::cos(wave.heading) * shift.x() + portable::sin(wave.heading) * shift.y());
            const Complex turn(portable::cos(phase), portable::sin(phase));
            wave.diffraction = turn * (twist.transpose().cast<Complex>() * wave.total());
            wave.froudeKrylov.setZero();
        }
        if (!row.excitation.empty()) {
            if (!panels) panels.emplace(mesh, pose, def.faces, std::numeric_limits<double>::infinity());
            splitForces(*panels, {row.waveNumber, def.gravity, def.depth}, def.fluidDensity,
                        ForcesAround(row, panels->mirrored()), row);
        }
        out.rows.push_back(row);
    }
    std::sort(out.rows.begin(), out.rows.end(),
              [](const WaveRow& a, const WaveRow& b) { return a.frequency < b.frequency; });
    return out;
}

} // namespace ambient
