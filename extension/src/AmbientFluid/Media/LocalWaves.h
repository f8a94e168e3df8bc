// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FastSine.h"
#include "AmbientFluid/Media/SampleBlocks.h"
#include "AmbientFluid/Media/SampleRows.h"
#include "AmbientFluid/Media/WaveSet.h"

namespace ambient {

/// Points in the water's axes and the waves of a set at one time, relative to the points' origin, in the arithmetic
/// `Number`.
/// A phase angle at the origin may be large and is reduced to one turn in double precision. Its change from the origin
/// to a nearby point is small.
template <class Number>
struct LocalPoints {
    const WaveTerms<Number>* waves; ///< all of the set
    int waveCount;                  ///< number of waves
    int count;                      ///< number of points
    const double* offset[3];        ///< rows of PointRows::offset
    Number axes[9];                 ///< WaveSet::worldFromWater, column by column
    double x, y, z;                 ///< the origin in the water's axes, z from the level [m]

    /// Prepares `points` at one time [s].
    LocalPoints(const WaveSet& set, const PointRows& points, double time)
        : LocalPoints(set, points.origin,
                      {points.offset.of[0].data(), points.offset.of[1].data(), points.offset.of[2].data()},
                      points.count, time) {}

    /// Prepares `pointCount` points at one time [s]. \param offsets rows of the points' offsets, padded
    LocalPoints(const WaveSet& set, const Vector3& originInWorld, const std::array<const double*, 3>& offsets,
                int pointCount, double time)
        : waves(set.terms<Number>().data()), waveCount(static_cast<int>(set.waves().size())), count(pointCount),
          m_angles(set.waves().size()) {
        const Matrix3& turn = set.worldFromWater();
        const Vector3 origin = turn.transpose() * originInWorld;
        x = origin.x();
        y = origin.y();
        z = origin.z() - set.water().level;
        for (int i = 0; i < 9; ++i)
            axes[i] = static_cast<Number>(turn(i % 3, i / 3));
        for (std::size_t axis = 0; axis < 3; ++axis)
            offset[axis] = offsets[axis];
        for (std::size_t i = 0; i < set.waves().size(); ++i)
            m_angles[i] = static_cast<Number>(angleAtOrigin(set.waves()[i], time));
        m_angle = m_angles.data();
    }

    /// Sine and cosine of the phase of wave i at (X, Y) from the origin.
    template <int L>
    AMBIENT_ALWAYS_INLINE void
    wave(int i, const typename NumbersOf<Number, L>::Real& X, const typename NumbersOf<Number, L>::Real& Y,
         typename NumbersOf<Number, L>::Real& s, typename NumbersOf<Number, L>::Real& c) const {
        sineCosineOf<Number, L>(waves[i].kx * X + waves[i].ky * Y + m_angle[i], s, c);
    }

    /// exp(k z) of wave i at some heights, none above the level.
    template <int L>
    AMBIENT_ALWAYS_INLINE typename NumbersOf<Number, L>::Real
    decay(int i, const typename NumbersOf<Number, L>::Real& height) const {
        using Real = typename NumbersOf<Number, L>::Real;
        // exp(k z) underflows at greater depths.
        constexpr Number least = sizeof(Number) == sizeof(double) ? Number(-700) : Number(-80);
        return exponentialOf<Number, L>(larger(Real(waves[i].k * height), splat<Real>(least)));
    }

    /// Offsets of the next points along one of the water's axes.
    template <int L>
    AMBIENT_ALWAYS_INLINE typename NumbersOf<Number, L>::Real along(int axis, int point) const {
        using Of = NumbersOf<Number, L>;
        using Real = typename Of::Real;
        Real sum = {};
        for (int i = 0; i < 3; ++i)
            sum += axes[3 * axis + i] * convertLanes<Real>(load<typename Of::Doubles>(offset[i] + point));
        return sum;
    }

    /// Writes vectors in the water's axes to rows in world axes.
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
    double angleAtOrigin(const WaveSet::Prepared& wave, double time) const {
        double angle = wave.kx * x + wave.ky * y + (wave.phase - wave.frequency * time);
        if (sizeof(Number) < sizeof(double)) {
            std::uint64_t turns;
            angle -= 2.0 * kPi * roundToInteger<1>(angle * (0.5 / kPi), turns);
        }
        return angle;
    }

    StackArray<Number, 128> m_angles; ///< phases of the waves at the origin [rad]
    const Number* m_angle;            ///< phase of the first wave
};

} // namespace ambient
