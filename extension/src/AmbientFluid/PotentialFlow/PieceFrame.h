// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/WingFace.h"

#include <Eigen/Eigenvalues>

#include <array>
#include <cmath>

namespace ambient {

/// The middle and the axes of a piece of a lifting surface, in which its faces are laid into boxes. Those of a turned
/// or mirrored mesh are turned or mirrored with it, but for their signs.
class PieceFrame {
  public:
    void addDirection(const WingFace& face, const Vector3& centroid) {
        m_normals += face.half * face.m * face.m.transpose();
        m_middle += face.half * centroid;
        m_half += face.half;
    }
    void setNormal() {
        if (m_half == 0.0) return;
        m_middle /= m_half;
        const Eigen::SelfAdjointEigenSolver<Matrix3> axes(m_normals);
        const Vector3& sizes = axes.eigenvalues();
        m_up = axes.eigenvectors().col(sizes[2] - sizes[1] > kClear * sizes[2] ? 2 : 0); // 0: the axis of a ring
    }
    void addPlace(double half, const Vector3& centroid) {
        const Vector3 from = acrossUp(centroid - m_middle);
        const double square = from.squaredNorm();
        m_places += half * square * square * from * from.transpose();
    }
    /// The axes of the places, weighted with their distance to the fourth power: second moments alone are equal for too
    /// many outlines. None where these are equal too.
    void setAxes() {
        if (m_half == 0.0) return;
        const Eigen::SelfAdjointEigenSolver<Matrix3> axes(m_places);
        const Vector3& sizes = axes.eigenvalues();
        if (sizes[2] - sizes[1] > kClear * sizes[2]) setAlong(axes.eigenvectors().col(2));
    }
    const Vector3& middle() const { return m_middle; }
    /// The first axis; zero if there is none.
    const Vector3& along() const { return m_along; }
    void setAlong(const Vector3& direction) {
        m_along = acrossUp(direction).normalized();
        m_across = m_up.cross(m_along);
    }

    /// Of a face: its side, its place, d0, k and c, rounded to steps.
    using Key = std::array<long, 10>;
    Key keyOf(const WingFace& face, const Vector3& centroid, double width) const {
        const Vector3 from = centroid - m_middle;
        const auto directionSteps = [](double component) { return stepsOf(component, kDirectionStep); };
        const double chordAlong = face.form.chord.along.dot(m_along), chordAcross = face.form.chord.along.dot(m_across);
        return {m_up.dot(face.m) < -kClear ? -1 : 1,
                stepsOf(m_along.dot(from), width),
                stepsOf(m_across.dot(from), width),
                stepsOf(m_up.dot(from), width),
                directionSteps(m_along.dot(face.normal)),
                directionSteps(m_across.dot(face.normal)),
                directionSteps(m_along.dot(face.wake)),
                directionSteps(m_across.dot(face.wake)),
                directionSteps(0.5 * chordAlong * chordAlong), // without the sign of c
                directionSteps(0.5 * chordAlong * chordAcross)};
    }

  private:
    /// Step of the components of the directions of a cell.
    static constexpr double kDirectionStep = 0.15;
    /// Relative difference of sizes that tells two axes.
    static constexpr double kClear = 1e-6;
    /// 1e-6: faces of a regular mesh lie on the borders of steps.
    static long stepsOf(double number, double step) {
        const long steps = std::lround(std::abs(number) / step + 1e-6);
        return number < 0.0 ? -steps : steps;
    }
    Vector3 acrossUp(const Vector3& x) const { return x - m_up.dot(x) * m_up; }

    double m_half = 0.0;
    Vector3 m_middle = Vector3::Zero(), m_up = Vector3::Zero(), m_along = Vector3::Zero(), m_across = Vector3::Zero();
    Matrix3 m_normals = Matrix3::Zero(), m_places = Matrix3::Zero();
};

} // namespace ambient
