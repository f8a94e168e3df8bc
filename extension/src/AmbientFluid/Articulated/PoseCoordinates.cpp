// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/PoseCoordinates.h"

#include "AmbientFluid/Articulated/JointMotion.h"
#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kStep = kPi / 4.0;       ///< largest distance of knots of an angle
constexpr double kFullBend = 3.0 * kStep; ///< largest angle of a knot
constexpr double kStepsPerLength = 8.0;   ///< of a slide, per length of the body
constexpr int kMostShifts = 16;           ///< intervals of a slide on each side of rest
constexpr double kFade = 0.38268343;      ///< cosine of half the angle from which ball joints fade, 135 degrees

/// Odd function of w with two continuous derivatives: the sign from |w| = kFade on.
double signOf(double w, double& slope) {
    const double x = std::min(std::abs(w) / kFade, 1.0);
    // The odd quintic through 1 at 1 with derivatives 0.
    slope = x < 1.0 ? 15.0 / 8.0 * (1.0 - x * x) * (1.0 - x * x) / kFade : 0.0;
    return std::copysign(x * (15.0 - 10.0 * x * x + 3.0 * x * x * x * x) / 8.0, w);
}

/// Knots between rest and an end at equal distances, without rest.
void addKnots(double rest, double end, int count, std::vector<double>& knots) {
    for (int i = 1; i <= count; ++i)
        knots.push_back(rest + (end - rest) * i / count);
}

int stepsOf(double length, double longest, int most) {
    if (!(length > 0.0)) return 0;
    return std::clamp(static_cast<int>(std::ceil(length / longest - 1e-9)), 2, most);
}

PoseCoordinate ofHalfAngle(int link, int component) {
    PoseCoordinate c;
    c.link = link;
    c.component = component;
    c.isSine = true;
    for (int i = -3; i <= 3; ++i)
        c.knots.push_back(i == 0 ? 0.0 : 2.0 * portable::sin(i * kStep / 2.0));
    return c;
}

PoseCoordinate scalar(int link, int component, bool isAngle, double bodyLength, JointRange range) {
    if (isAngle && !(range.highest > range.lowest)) return ofHalfAngle(link, component);
    if (isAngle) range = {std::max(range.lowest, -kFullBend), std::min(range.highest, kFullBend)};
    PoseCoordinate c;
    c.link = link;
    c.component = component;
    const double longest = isAngle ? kStep : bodyLength / kStepsPerLength;
    const int most = isAngle ? 3 : kMostShifts;
    c.rest = std::clamp(0.0, range.lowest, range.highest);
    c.knots.push_back(c.rest);
    addKnots(c.rest, range.lowest, stepsOf(c.rest - range.lowest, longest, most), c.knots);
    addKnots(c.rest, range.highest, stepsOf(range.highest - c.rest, longest, most), c.knots);
    std::sort(c.knots.begin(), c.knots.end());
    return c;
}

} // namespace

double PoseCoordinate::value(const ArticulatedBody& body, const JointVector& positions, Vector3& slopes) const {
    const Joint& joint = body.link(link).joint;
    const double* const q = positions.data() + body.firstPosition(link);
    slopes.setZero();
    double result = 0.0;
    if (joint.type != JointType::Spherical && isSine) {
        double slope = 0.0;
        const double sine = portable::sin(0.5 * q[component]), cosine = portable::cos(0.5 * q[component]);
        const double sign = signOf(cosine, slope);
        result = 2.0 * sine * sign;
        slopes(component) = cosine * sign - sine * sine * slope;
    } else if (joint.type == JointType::Spherical) {
        const Eigen::Vector4d unit = Eigen::Map<const Eigen::Vector4d>(q).normalized();
        const Vector3 v = unit.head<3>();
        double slope = 0.0;
        const double sign = signOf(unit.w(), slope);
        // Rates of the quaternion with the child's angular velocity w: v' = (unit.w() w + v x w)/2, w' = -v . w/2.
        result = 2.0 * v(component) * sign;
        slopes =
            sign * (unit.w() * Vector3::Unit(component) - v.cross(Vector3::Unit(component))) - slope * v(component) * v;
    } else {
        result = q[component];
        for (int k = 0; k < body.ratesOf(link); ++k) {
            const Vector3 none = Vector3::Zero(), rate = Vector3::Unit(k);
            double change[3] = {0.0, 0.0, 0.0};
            coordinateRates(joint, q, none.data(), rate.data(), change);
            slopes(k) = change[component];
        }
    }
    if (knots.size() < 2) return result;
    const bool isAbove = result > knots.back();
    if (!isAbove && result >= knots.front()) return result;
    const double end = isAbove ? knots.back() : knots.front();
    const double width = 0.25 * (isAbove ? knots.back() - knots[knots.size() - 2] : knots[1] - knots[0]);
    const double beyond = portable::tanh((result - end) / width);
    slopes *= 1.0 - beyond * beyond;
    return end + width * beyond;
}

void PoseCoordinate::apply(const ArticulatedBody& body, double knot, JointVector& positions) const {
    double* const q = positions.data() + body.firstPosition(link);
    if (body.link(link).joint.type != JointType::Spherical) {
        q[component] =
            isSine ? 2.0 * portable::atan2(0.5 * knot, std::sqrt(std::max(0.0, 1.0 - 0.25 * knot * knot))) : knot;
        return;
    }
    const double sine = 0.5 * knot;
    std::fill(q, q + 3, 0.0);
    q[component] = sine;
    q[3] = std::sqrt(1.0 - sine * sine);
}

std::vector<PoseCoordinate> poseCoordinates(const ArticulatedBody& body, const std::vector<JointRange>& ranges) {
    if (!ranges.empty() && ranges.size() != static_cast<std::size_t>(body.positionCount()))
        throw std::invalid_argument("poseCoordinates: " + std::to_string(ranges.size()) + " ranges for " +
                                    std::to_string(body.positionCount()) + " joint positions");
    std::vector<PoseCoordinate> result;
    for (int i = 1; i < body.linkCount(); ++i) {
        const JointType type = body.link(i).joint.type;
        for (int k = 0; k < body.ratesOf(i); ++k) {
            if (type == JointType::Spherical) {
                result.push_back(ofHalfAngle(i, k));
                continue;
            }
            const std::size_t position = static_cast<std::size_t>(body.firstPosition(i) + k);
            JointRange range = ranges.empty() ? JointRange() : ranges[position];
            if (!std::isfinite(range.lowest) || !std::isfinite(range.highest))
                throw std::invalid_argument("poseCoordinates: the range of joint position " + std::to_string(position) +
                                            " is not finite");
            const bool isAngle = type == JointType::Revolute || (type == JointType::Planar && k == 0);
            if (isAngle && range.highest > range.lowest && !(range.lowest < kFullBend && range.highest > -kFullBend))
                throw std::invalid_argument("poseCoordinates: the range of joint position " + std::to_string(position) +
                                            " is beyond 135 degrees");
            if (!isAngle && !(range.highest > range.lowest)) range = {-0.5 * body.length(), 0.5 * body.length()};
            result.push_back(scalar(i, k, isAngle, body.length(), range));
        }
    }
    return result;
}

} // namespace ambient
