// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeFrames.h"

#include "AmbientFluid/Math/RigidRegistration.h"

namespace ambient {
namespace {

/// Rotation that brings the masses `inB` closest to `inA`.
Quaternion registered(const ShapeMasses& masses, const std::vector<Vector3>& inA, const std::vector<Vector3>& inB,
                      const Quaternion& previous) {
    RegistrationSums sums;
    for (std::size_t i = 0; i < inA.size(); ++i)
        sums.add(inA[i], inB[i], masses.masses()[i]);
    return sums.solve(previous).orientation;
}

} // namespace

PlacedKeys placeKeys(const ShapeSequence& sequence, const ShapeMasses& masses) {
    PlacedKeys placed{pointsOfKeys(sequence), {}};
    const Eigen::Index keys = placed.points.rows(), points = placed.points.cols() / 3;
    const auto asColumns = [&](Eigen::Index key) {
        return Eigen::Map<Eigen::Matrix3Xd>(placed.points.row(key).data(), 3, points);
    };
    std::vector<Quaternion> bodyFromAuthor; // relative to the first key
    std::vector<Vector3> now, before, first;
    for (Eigen::Index k = 0; k < keys; ++k) {
        const Vector3 center = masses.center(placed.points.row(k).data());
        asColumns(k).colwise() -= center;
        masses.places(placed.points.row(k).data(), now);
        if (k == 0) first = before = now;
        Quaternion turn = Quaternion::Identity();
        if (k > 0) turn = registered(masses, before, now, bodyFromAuthor.back());
        bodyFromAuthor.push_back(turn);
        for (Vector3& place : now)
            place = bodyFromAuthor.back() * place;
        before.swap(now);
        placed.authorFromBody.push_back({Quaternion::Identity(), center});
    }
    // The turn by which a loop fails to close, spread evenly.
    Vector3 holonomy = Vector3::Zero();
    if (sequence.period > 0.0) holonomy = logSO3(registered(masses, before, first, bodyFromAuthor.back()));
    for (Eigen::Index k = 0; k < keys; ++k) {
        const std::size_t i = static_cast<std::size_t>(k);
        Quaternion turn = bodyFromAuthor[i];
        if (sequence.period > 0.0)
            turn = (expSO3(-(sequence.times[i] - sequence.times[0]) / sequence.period * holonomy) * turn).normalized();
        const Matrix3 rotation = turn.toRotationMatrix();
        asColumns(k) = (rotation * asColumns(k)).eval();
        placed.authorFromBody[i].orientation = turn.conjugate();
    }
    return placed;
}

} // namespace ambient
