// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/VectorRows.h"

#include <vector>

namespace ambient {

/// \file
/// Points and samples component by component, for the vectorised loops of surfaces, flows and media.
/// All rows are padded to paddedSize(count). Vectors are in world axes.

/// Points near one another, such as those of one body.
struct PointRows {
    Vector3 origin = Vector3::Zero(); ///< a place near the points, world frame [m]
    VectorRows offset;                ///< of the points from the origin [m]
    int count = 0;                    ///< number of points
    bool inSingle = false;            ///< sums over waves may use single precision, to 1e-6 of their largest value

    /// Resizes to this number of points.
    void resize(int points) {
        count = points;
        offset.resize(points);
    }
    /// Copies all points, world frame [m].
    void copyTo(Vector3* places) const {
        for (int i = 0; i < count; ++i)
            places[i] = origin + offset[i];
    }
    /// Point i, world frame [m].
    Vector3 operator[](int i) const { return origin + offset[i]; }
};

/// A water surface on the verticals through points: SurfaceSample without the acceleration.
struct SurfaceRows {
    std::vector<double> height; ///< along up from the world's origin [m]
    VectorRows normal;          ///< unit, out of the water
    VectorRows velocity;        ///< of the water at the surface [m/s]

    /// Resizes to `count` points.
    void resize(int count) {
        VectorRows::resizeRow(height, count);
        normal.resize(count);
        velocity.resize(count);
    }
};

/// Motion of a fluid at points.
struct MotionRows {
    VectorRows velocity;     ///< U [m/s]
    VectorRows acceleration; ///< DU/Dt [m/s^2]

    /// Resizes to `count` points.
    void resize(int count) {
        velocity.resize(count);
        acceleration.resize(count);
    }
};

/// A medium at points: the numbers of MediumSample.
struct MediumRows : MotionRows {
    std::vector<double> density;          ///< [kg/m^3]
    std::vector<double> dynamicViscosity; ///< [Pa s]

    /// Resizes to `count` points.
    void resize(int count) {
        MotionRows::resize(count);
        VectorRows::resizeRow(density, count);
        VectorRows::resizeRow(dynamicViscosity, count);
    }
};

/// First point with a non-finite number or a normal whose length is not 1 to 1e-3; -1 if all are valid.
int findInvalid(const SurfaceRows& rows, int count);
/// First point with a non-finite number or a negative density or viscosity; -1 if all are valid.
int findInvalid(const MediumRows& rows, int count);

} // namespace ambient
