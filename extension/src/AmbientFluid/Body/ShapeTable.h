// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/PressureWeights.h"
#include "AmbientFluid/Body/ViscousRow.h"
#include "AmbientFluid/Math/CubicSplines.h"
#include "AmbientFluid/Math/SpatialInertia.h"

#include <vector>

namespace ambient {

/// The intervals between the knots of a sequence, and functions over them.
class ShapeIntervals {
  public:
    /// \param times of the keys, increasing \param period 0: played once
    ShapeIntervals(std::vector<double> times, double period, bool isSmooth);

    /// An instant between two keys.
    struct Place {
        int interval;      ///< from the key of this number
        double share;      ///< of the interval, 0 to 1
        double step;       ///< length of the interval [s]
        bool moves = true; ///< false: held before the first or after the last key
    };
    /// The interval that contains a phase [s].
    Place at(double phase) const;
    /// The key that ends an interval.
    int keyAfter(int interval) const { return interval + 1 < keys() ? interval + 1 : 0; }
    int keys() const { return static_cast<int>(m_times.size()); }  ///< keys
    int count() const { return static_cast<int>(m_steps.size()); } ///< intervals; 0 with a single key played once
    const std::vector<double>& steps() const { return m_steps; }   ///< lengths [s]
    double time(int key) const { return m_times[static_cast<std::size_t>(key)]; } ///< of a key [s]
    double period() const { return m_period; }                                    ///< [s]; 0: played once
    bool isSmooth() const { return m_isSmooth; }                                  ///< splines, or straight lines
    SplineEnds ends() const { return m_period > 0.0 ? SplineEnds::Periodic : SplineEnds::AtRest; } ///< of splines
    /// Weights of the vertices at a place.
    HermiteWeights weights(const Place& place) const {
        return m_isSmooth ? HermiteWeights::cubic(place.share, place.step)
                          : HermiteWeights::straight(place.share, place.step);
    }

  private:
    std::vector<double> m_times, m_steps;
    double m_period;
    bool m_isSmooth;
};

/// Numbers of a shape at an instant that need a potential flow, or sums over the masses. Body frame.
struct ShapeNumbers {
    SpatialInertia addedMassPerDensity;            ///< about the origin
    Momentum fluidMomentum;                        ///< per density and speed
    SpatialInertia bodyInertia;                    ///< about the origin, the centre of mass
    Vector3 bodyAngularMomentum = Vector3::Zero(); ///< per speed; the linear momentum is 0
    SpinColumns spin = SpinColumns::Zero();        ///< PressureWeights::spin
    double spinLength = 0.0;                       ///< PressureWeights::spinLength [m]
    Matrix3 feltRotations = Matrix3::Identity();   ///< PressureWeights::feltRotations
    ViscousTensor viscous;                         ///< change of shape at unit speed; empty: not in the table
};

/// Tables of ShapeNumbers, cubic in every interval.
class ShapeTable {
  public:
    /// Numbers in a row.
    static constexpr int kWidth = 21 + 6 + 6 + 3 + 240 + 1 + 9 + ViscousRow::kWidth + 6 + 1;

    /// \param rows smooth: of each key, joined by splines; else three per interval: start, middle and end
    void fill(const ShapeIntervals& intervals, const KnotRows& rows);
    /// Interpolates; allocates nothing. \param mass of the body [kg]
    /// \param numbers its tensor is left as it is if it is empty
    void evaluate(const ShapeIntervals& intervals, const ShapeIntervals::Place& place, double mass,
                  ShapeNumbers& numbers) const;

    /// Interpolates rows of any width; allocates nothing. \param to as many numbers as the rows have
    void interpolate(const ShapeIntervals& intervals, const ShapeIntervals::Place& place, double* to) const;

    /// A row of a table.
    static Eigen::RowVectorXd row(const ShapeNumbers& numbers);

  private:
    struct Ends {
        int from, to; ///< rows at both ends of an interval
    };
    Ends ends(const ShapeIntervals& intervals, int interval) const;

    KnotRows m_values, m_slopes;
};

} // namespace ambient
