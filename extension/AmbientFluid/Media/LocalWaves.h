// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/BorrowedVector.h"
#include "AmbientFluid/Media/FastSine.h"
#include "AmbientFluid/Media/SampleRows.h"
#include "AmbientFluid/Media/WaveSet.h"

namespace ambient {

/// The waves of a set at one time as seen from a point, for loops in the arithmetic `Number`: angles there may be
/// large, but are reduced to a turn in double precision, and what they change by to points near it is small.
template <class Number>
struct LocalWave {
    Number kx, ky, k; ///< wave vector in the water's axes and wavenumber [rad/m]
    Number angle;     ///< at the point [rad]
    Number frequency; ///< [rad/s]

    /// Of the surface: amplitude a and widths q of the orbits along the unit direction e [m], with products.
    Number a, qx, qy, akx, aky, qkxx, qkxy, qkyy, qkxxx, qkxxy, qkxyy, qkyyy, vx, vy, vz;
    /// Of the water below: WaveSet::Prepared::profile, the same times bedEcho [m/s], and products of e.
    Number profile, echo, ex, ey, fx, fy, ekxx, ekxy, ekyy;

    /// \param at angle at the point [rad]
    LocalWave(const WaveSet::Prepared& wave, double at) {
        const auto set = [](Number& number, double value) { number = static_cast<Number>(value); };
        const double kX = wave.kx, kY = wave.ky, f = wave.frequency, q = wave.amplitude * wave.orbit;
        const double qX = q * wave.ex, qY = q * wave.ey;
        set(kx, kX), set(ky, kY), set(k, wave.k), set(angle, at), set(frequency, f);
        set(a, wave.amplitude), set(qx, qX), set(qy, qY), set(akx, wave.amplitude * kX), set(aky, wave.amplitude * kY);
        set(qkxx, qX * kX), set(qkxy, qX * kY), set(qkyy, qY * kY);
        set(qkxxx, qX * kX * kX), set(qkxxy, qX * kX * kY), set(qkxyy, qX * kY * kY), set(qkyyy, qY * kY * kY);
        set(vx, f * qX), set(vy, f * qY), set(vz, f * wave.amplitude);
        set(profile, wave.profile), set(echo, wave.profile * wave.bedEcho), set(ex, wave.ex), set(ey, wave.ey);
        set(fx, f * wave.ex), set(fy, f * wave.ey);
        set(ekxx, wave.ex * kX), set(ekxy, wave.ex * kY), set(ekyy, wave.ey * kY);
    }
    LocalWave() = default; ///< any values
};

/// Points in the water's axes, for loops over them.
template <class Number>
struct LocalPoints {
    BorrowedVector<LocalWave<Number>> waves; ///< all of the set
    int waveCount;                           ///< of them
    int count;                               ///< of points
    const double* offset[3];                 ///< rows of PointRows::offset
    Number axes[9];                          ///< WaveSet::worldFromWater, column by column
    double x, y, z;                          ///< the origin in the water's axes, z from the level [m]

    /// Of some points at one time [s].
    LocalPoints(const WaveSet& set, const PointRows& points, double time)
        : waves(set.waves().size()), waveCount(static_cast<int>(set.waves().size())), count(points.count) {
        const Matrix3& turn = set.worldFromWater();
        const Vector3 origin = turn.transpose() * points.origin;
        x = origin.x();
        y = origin.y();
        z = origin.z() - set.water().level;
        for (int i = 0; i < 9; ++i)
            axes[i] = static_cast<Number>(turn(i % 3, i / 3));
        for (std::size_t axis = 0; axis < 3; ++axis)
            offset[axis] = points.offset.of[axis].data();
        for (std::size_t i = 0; i < set.waves().size(); ++i)
            waves[i] = seen(set.waves()[i], time);
    }

    /// The next points' offsets along one of the water's axes.
    template <int L>
    AMBIENT_ALWAYS_INLINE typename NumbersOf<Number, L>::Real along(int axis, int point) const {
        using Of = NumbersOf<Number, L>;
        using Real = typename Of::Real;
        Real sum = {};
        for (int i = 0; i < 3; ++i)
            sum += axes[3 * axis + i] * convertLanes<Real>(load<typename Of::Doubles>(offset[i] + point));
        return sum;
    }

    /// Writes vectors of the water's axes to rows in world axes.
    template <int L>
    AMBIENT_ALWAYS_INLINE void storeInWorld(const typename NumbersOf<Number, L>::Real (&v)[3], VectorRows& rows,
                                            int point) const {
        using Of = NumbersOf<Number, L>;
        for (int i = 0; i < 3; ++i) {
            const typename Of::Real world = axes[i] * v[0] + axes[3 + i] * v[1] + axes[6 + i] * v[2];
            store<typename Of::Doubles>(rows.of[static_cast<std::size_t>(i)].data() + point,
                                        convertLanes<typename Of::Doubles>(world));
        }
    }

  private:
    LocalWave<Number> seen(const WaveSet::Prepared& wave, double time) const {
        double angle = wave.kx * x + wave.ky * y + (wave.phase - wave.frequency * time);
        if (sizeof(Number) < sizeof(double)) {
            std::uint64_t turns;
            angle -= 2.0 * kPi * roundToInteger<1>(angle * (0.5 / kPi), turns);
        }
        return {wave, angle};
    }
};

} // namespace ambient
