// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Balloon.h"

#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::kPi;
using ambient::Ring;
using ambient::Vector3;
using ProfilePoint = Eigen::Vector2d; // (r, z)

/// The profile from the lower to the upper pole, finely sampled, for a largest radius of about 1.
std::vector<ProfilePoint> fineProfile() {
    constexpr double neckRadius = 0.05, neckHeight = -1.36, lip = 0.05; // lip: half its height
    constexpr int steps = 400;
    std::vector<ProfilePoint> profile;
    for (int i = 0; i <= steps / 8; ++i) { // the rolled lip: half a bead below the neck
        const double angle = kPi * i / (steps / 8);
        profile.emplace_back(i == 0 ? 0.0 : neckRadius + lip * std::sin(angle),
                             neckHeight - lip * (1.0 + std::cos(angle)));
    }
    for (int i = 1; i <= steps; ++i) { // neck, taper and crown: a circle above, drawn out to the neck below
        const double angle = kPi * i / steps, up = 0.5 * (1.0 - std::cos(angle));
        const double round = std::sin(angle) * std::pow(std::sin(0.5 * angle), 0.55);
        const double radius = i == steps ? 0.0 : std::hypot(round, neckRadius * (1.0 - up));
        profile.emplace_back(radius, neckHeight + (1.0 - neckHeight) * up);
    }
    return profile;
}

/// Rings along the profile at distances of `spacing`, or less on thin parts of the balloon.
std::vector<Ring> ringsAlong(const std::vector<ProfilePoint>& profile, double spacing) {
    const auto local = [&](const ProfilePoint& p) {
        return p.y() > 0.0 ? spacing : std::min(spacing, 0.25 * spacing + 0.7 * p.x());
    };
    std::vector<double> steps(1, 0.0); // how many rings have passed
    for (std::size_t i = 1; i < profile.size(); ++i)
        steps.push_back(steps.back() +
                        (profile[i] - profile[i - 1]).norm() / local(0.5 * (profile[i] + profile[i - 1])));
    const int bands = std::max(4, static_cast<int>(std::lround(steps.back())));
    std::vector<Ring> rings;
    std::size_t i = 1;
    for (int ring = 0; ring <= bands; ++ring) {
        const double wanted = steps.back() * ring / bands;
        while (i + 1 < steps.size() && steps[i] < wanted)
            ++i;
        const double f = (wanted - steps[i - 1]) / (steps[i] - steps[i - 1]);
        const ProfilePoint p = profile[i - 1] + f * (profile[i] - profile[i - 1]);
        const bool pole = ring == 0 || ring == bands;
        rings.push_back(Ring::ofSpacing(pole ? 0.0 : p.x(), p.y(), spacing));
    }
    return rings;
}

} // namespace

ambient::TriangleMesh makeBalloon(double diameter, int faces) {
    const std::vector<ProfilePoint> profile = fineProfile();
    double largest = 0.0;
    for (const ProfilePoint& p : profile)
        largest = std::max(largest, p.x());
    double fine = 0.01, coarse = 1.0; // spacings
    for (int halving = 0; halving < 30; ++halving) {
        const double middle = std::sqrt(fine * coarse);
        (ambient::revolvedFaceCount(ringsAlong(profile, middle)) > faces ? fine : coarse) = middle;
    }
    ambient::TriangleMesh mesh = ambient::revolve(ringsAlong(profile, coarse));
    for (Vector3& vertex : mesh.vertices)
        vertex *= 0.5 * diameter / largest;
    const double middle = ambient::volumeCentroid(mesh).z();
    for (Vector3& vertex : mesh.vertices)
        vertex.z() -= middle;
    return mesh;
}

std::vector<ambient::MassProperties> balloonParts(const ambient::TriangleMesh& balloon, double skinMass,
                                                  double knotMass, double gasDensity) {
    double lowest = 0.0;
    for (const Vector3& vertex : balloon.vertices)
        lowest = std::min(lowest, vertex.z());
    return {ambient::shellMassProperties(balloon, skinMass / ambient::surfaceArea(balloon)),
            ambient::solidMassProperties(balloon, gasDensity),
            {knotMass, {0.0, 0.0, lowest}, ambient::Matrix3::Zero()}};
}

} // namespace samples
