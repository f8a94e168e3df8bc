// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/VectorRows.h"

#include <vector>

namespace ambient {

/// \file
/// Many points and what is known there, component by component: how the step of a body asks surfaces, flows and media,
/// whose loops over points are then vectorised. All rows are filled up to paddedSize(count); vectors are in world axes.

/// Points near one another, such as those of one body.
struct PointRows {
    Vector3 origin = Vector3::Zero(); ///< near them, world frame [m]
    VectorRows offset;                ///< from there [m]
    int count = 0;                    ///< of points
    bool inSingle = false;            ///< sums over waves may be in single precision: to 1e-6 of their largest value

    /// For this many points.
    void resize(int points) {
        count = points;
        offset.resize(points);
    }
    /// All of them, world frame [m].
    void copyTo(Vector3* places) const {
        for (int i = 0; i < count; ++i)
            places[i] = origin + offset[i];
    }
    /// One of them [m].
    Vector3 operator[](int i) const { return origin + offset[i]; }
};

/// A water surface on the verticals through some points: SurfaceSample without the acceleration.
struct SurfaceRows {
    std::vector<double> height; ///< along up from the world's origin [m]
    VectorRows normal;          ///< unit, out of the water
    VectorRows velocity;        ///< of the water there [m/s]

    /// For this many points.
    void resize(int count) {
        VectorRows::resizeRow(height, count);
        normal.resize(count);
        velocity.resize(count);
    }
};

/// How a fluid moves at some points.
struct MotionRows {
    VectorRows velocity;     ///< U [m/s]
    VectorRows acceleration; ///< DU/Dt [m/s^2]

    /// For this many points.
    void resize(int count) {
        velocity.resize(count);
        acceleration.resize(count);
    }
};

/// A medium at some points: MediumSample.
struct MediumRows : MotionRows {
    std::vector<double> density;          ///< [kg/m^3]
    std::vector<double> dynamicViscosity; ///< [Pa s]

    /// For this many points.
    void resize(int count) {
        MotionRows::resize(count);
        VectorRows::resizeRow(density, count);
        VectorRows::resizeRow(dynamicViscosity, count);
    }
};

/// The first point where a number is not finite or a normal is not of length 1 to 1e-3; -1 when all are sound.
int findInvalid(const SurfaceRows& rows, int count);
/// The first point where a number is not finite or density or viscosity are negative; -1 when all are sound.
int findInvalid(const MediumRows& rows, int count);

} // namespace ambient
