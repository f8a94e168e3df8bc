// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/FloatForces.h"
#include "AmbientFluid/Math/Types.h"

namespace ambient {

/// The equations of motion of CrowdFloats for up to eight floats, one body a lane: inertia and loads in the middle of
/// the step, then the step's increment. Body axes about the centre of mass if not said otherwise.
class FloatMotion {
  public:
    /// Numbers of a body.
    enum Row {
        Twist = 0,       ///< Y, absolute
        Change = 6,      ///< D'
        User = 12,       ///< the user's load, world axes
        Gravity = 18,    ///< world axes [m/s^2]
        Middle = 21,     ///< orientation in the middle of the step, x to w
        Place = 25,      ///< position in the middle of the step [m]
        FromHull = 28,   ///< rotation from mesh to body axes, row by row
        Center = 37,     ///< of the volume [m]
        DryInertia = 40, ///< xx, yy, zz, xy, xz, yz [kg m^2]
        Mass = 46,       ///< dry [kg]
        Volume = 47,     ///< of the whole body [m^3]
        Length = 48,     ///< [m]
        Radius = 49,     ///< [m]
        // results of findLoads():
        Inertia = 50,        ///< M, lower triangle, angular first
        Inverse = 71,        ///< M^-1
        Load = 92,           ///< of all but the waves made by heave
        Drag = 98,           ///< in it
        Stream = 104,        ///< U [m/s]
        EffectiveMass = 107, ///< LaneEffectiveMass: mass, factor
        // results of move():
        NewChange = 109,   ///< D
        NewTwist = 115,    ///< Y_1
        Orientation = 121, ///< at the end, x to w
        Position = 125,    ///< at the end [m]
        NewVelocity = 128, ///< Y_1 in world axes
        Impulse = 134,     ///< M D in world axes
        Room = 140,        ///< above 0: CrowdFloats::isAccepted(), but for numbers that are not finite
        RowCount = 141
    };
    using Rows = double[RowCount][kLanes]; ///< one lane a body

    /// What all bodies have in common.
    struct Water {
        double density, air; ///< of water and air [kg/m^3]
        Vector3 up;          ///< world axes
        double band;         ///< kWettingDepth of the body's length [m]
        double duration;     ///< of the step [s]
    };

    /// Sets numbers of a body. \param count of rows
    void put(int row, int lane, const double* numbers, int count) {
        for (int k = 0; k < count; ++k)
            m_rows[row + k][lane] = numbers[k];
    }
    /// Adds to six numbers of a body.
    void add(int row, int lane, const Vector6& numbers) {
        for (int k = 0; k < 6; ++k)
            m_rows[row + k][lane] += numbers[k];
    }
    double at(int row, int lane) const { return m_rows[row][lane]; } ///< a number
    /// Three numbers.
    Vector3 vectorAt(int row, int lane) const { return {at(row, lane), at(row + 1, lane), at(row + 2, lane)}; }
    /// Six numbers as a twist, a momentum or a wrench.
    template <class Vector>
    Vector spatialAt(int row, int lane) const {
        return {vectorAt(row, lane), vectorAt(row + 3, lane)};
    }
    /// Four numbers.
    Quaternion quaternionAt(int row, int lane) const {
        return {at(row + 3, lane), at(row, lane), at(row + 1, lane), at(row + 2, lane)};
    }
    /// A symmetric matrix.
    Matrix6 matrixAt(int row, int lane) const;

    /// Finds inertia and loads. \param first of the bodies in `flows`, whose results are known
    void findLoads(const Water& water, const FloatFlows& flows, int first, int count);
    /// Finds the end of the step under the loads. \param first as above
    void move(const Water& water, const FloatFlows& flows, int first, int count);

  private:
    alignas(64) Rows m_rows = {};
};

} // namespace ambient
