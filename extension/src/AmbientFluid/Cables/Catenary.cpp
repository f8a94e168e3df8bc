// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Cables/Catenary.h"

#include "AmbientFluid/Cables/PlanarCatenary.h"
#include "AmbientFluid/Math/Requirements.h"

namespace ambient {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Stretch of a part on the bed with this tension at its touch-down [m].
double stretchOnBed(double pull, double length, const CatenaryDef& def, double friction) {
    const double loss = friction * def.weight;
    if (!(loss > 0.0)) return pull * length / def.stiffness;
    const double reach = std::min(length, pull / loss); // of the tension
    return (pull - 0.5 * loss * reach) * reach / def.stiffness;
}

/// Tension at a distance from the touch-down [N].
double pullOnBed(double pull, double distance, const CatenaryDef& def, double friction) {
    return std::max(0.0, pull - friction * def.weight * distance);
}

} // namespace

Catenary::Catenary(const CatenaryDef& def, const Vector3& first, const Vector3& second, const Vector3& up,
                   double seabed)
    : m_def(def), m_first(first), m_up(requireDirection(up, "Catenary: up")) {
    requirePositive(def.length, "Catenary: length");
    requireNotNegative(def.weight, "Catenary: weight");
    requirePositive(def.stiffness, "Catenary: stiffness");
    requireNotNegative(def.seabedFriction, "Catenary: seabedFriction");
    requireFinite(first, "Catenary: first end");
    requireFinite(second, "Catenary: second end");
    requireThat(!std::isnan(seabed) && seabed < kInfinity, "Catenary: seabed must be a height, or minus infinity",
                seabed);
    const Vector3 between = second - first;
    m_rise = between.dot(m_up);
    const Vector3 level = between - m_rise * m_up;
    m_span = level.norm();
    m_along = m_span > 0.0 ? Vector3(level / m_span) : m_up.unitOrthogonal();
    const double low = first.dot(m_up), high = low + m_rise, bed = std::min({seabed, low, high});
    m_heights[0] = low - bed;
    m_heights[1] = high - bed;
    solve();
}

bool Catenary::liesOnBed(int end) const {
    return m_heights[end] <= 1e-9 * m_def.length;
}

// Between two hanging parts the direction of friction is not known.
double Catenary::friction() const {
    return liesOnBed(0) != liesOnBed(1) ? m_def.seabedFriction : 0.0;
}

void Catenary::solve() {
    if (m_def.weight == 0.0) return solveStraight();
    if (std::isfinite(m_heights[0]) && solveOnBed()) return;
    solveHanging();
}

// A line without weight is straight, or slack without tension.
void Catenary::solveStraight() {
    const double distance = portable::hypot(m_span, m_rise), k = m_def.stiffness / m_def.length;
    const double tension = k * (distance - m_def.length);
    if (!(tension > 0.0)) return;
    const double c = m_span / distance, s = m_rise / distance, across = tension / distance;
    m_pull = m_pulls[0] = m_pulls[1] = tension * c;
    m_lifts[1] = tension * s;
    m_lifts[0] = -m_lifts[1];
    const double xx = k * c * c + across * s * s, xz = (k - across) * c * s, zz = k * s * s + across * c * c;
    m_stiffness << xx, -xz, xz, -xz, zz, -zz, xz, -zz, zz;
}

// The hanging parts are long enough for their heights, and some line is left for the bed.
bool Catenary::solveOnBed() {
    const double w = m_def.weight, stiffness = m_def.stiffness, rubbing = friction();
    const auto lifted = [&](int end, double pull) { return LiftedPart(pull, m_heights[end], w, stiffness); };
    const auto restingAt = [&](double pull) {
        return m_def.length - (lifted(0, pull).lift + lifted(1, pull).lift) / w;
    };
    const double slack = restingAt(0.0);
    if (slack < 0.0) return false;
    m_resting = slack;
    if (m_span <= slack) {
        solveSlack();
        return true;
    }
    const double start = 0.1 * w * (m_span + m_heights[0] + m_heights[1]);
    bool isAbove = false; // the last evaluation had no line left for the bed
    m_pull = increasingRoot(
        [&](double pull, double& value, double& slope) {
            const LiftedPart a = lifted(0, pull), b = lifted(1, pull);
            const double resting = m_def.length - (a.lift + b.lift) / w;
            isAbove = resting < 0.0;
            value = a.span + b.span + resting + stretchOnBed(pull, std::max(0.0, resting), m_def, rubbing) - m_span;
            if (isAbove) value = std::max(std::fabs(value), m_def.length);
            slope = isAbove ? 0.0
                            : a.spanByPull + b.spanByPull -
                                  (a.liftByPull + b.liftByPull) / w * (1.0 + pull / stiffness) + resting / stiffness;
        },
        start, 0.0, kInfinity, m_def.length + m_span);
    const LiftedPart parts[2] = {lifted(0, m_pull), lifted(1, m_pull)};
    m_resting = m_def.length - (parts[0].lift + parts[1].lift) / w;
    const double span =
        parts[0].span + parts[1].span + m_resting + stretchOnBed(m_pull, std::max(0.0, m_resting), m_def, rubbing);
    if (m_resting < 0.0 || std::fabs(span - m_span) > 1e-12 * (m_def.length + m_span)) return false; // none is left
    double spanByPull = m_resting / stiffness;
    Vector3 slopes(1.0, 0.0, 0.0); // of the span by span and heights, at a constant pull
    for (int end = 0; end < 2; ++end) {
        m_lifts[end] = parts[end].lift;
        m_pulls[end] = liesOnBed(end) ? pullOnBed(m_pull, m_resting, m_def, rubbing) : m_pull;
        spanByPull += parts[end].spanByPull - parts[end].liftByPull / w * (1.0 + m_pull / stiffness);
        slopes[1 + end] = parts[end].liftByPull;
    }
    m_stiffness = slopes * slopes.transpose() / spanByPull;
    for (int end = 0; end < 2; ++end)
        m_stiffness(1 + end, 1 + end) += parts[end].liftByHeight;
    return true;
}

void Catenary::solveSlack() {
    for (int end = 0; end < 2; ++end) {
        const LiftedPart part(0.0, m_heights[end], m_def.weight, m_def.stiffness);
        m_lifts[end] = part.lift;
        m_stiffness(1 + end, 1 + end) = m_def.weight / (1.0 + part.lift / m_def.stiffness);
    }
}

// For each pull the lift follows from the rise, and the span then grows with the pull.
void Catenary::solveHanging() {
    const double w = m_def.weight, length = m_def.length, scale = length + m_span + std::fabs(m_rise);
    m_resting = 0.0;
    const double total = w * length, distance = portable::hypot(m_span, m_rise);
    const auto part = [&](double pull, double first) { return HangingPart(pull, first, w, length, m_def.stiffness); };
    const double taut = m_def.stiffness * std::max(0.0, distance / length - 1.0);
    double first = -0.5 * total + (distance > 0.0 ? (taut + 0.5 * total) * m_rise / distance : 0.0);
    const auto settle = [&](double pull) {
        first = increasingRoot(
            [&](double guess, double& value, double& slope) {
                const HangingPart hanging = part(pull, guess);
                value = hanging.rise - m_rise;
                slope = hanging.riseByLift;
            },
            first, -kInfinity, kInfinity, scale);
        return part(pull, first);
    };
    if (m_span > 0.0) {
        const double sag =
            length > distance ? std::sqrt(3.0 * ((length * length - m_rise * m_rise) / (m_span * m_span) - 1.0)) : 0.2;
        m_pull = increasingRoot(
            [&](double pull, double& value, double& slope) {
                const HangingPart hanging = settle(pull);
                value = hanging.span - m_span;
                slope = hanging.spanByPull - hanging.spanByLift * hanging.spanByLift / hanging.riseByLift;
            },
            taut + 0.5 * w * m_span / std::max(sag, 0.2), 0.0, kInfinity, scale);
    }
    const HangingPart hanging = settle(m_pull);
    m_pulls[0] = m_pulls[1] = m_pull;
    m_lifts[0] = -first;
    m_lifts[1] = first + total;
    const double a = hanging.spanByPull, b = hanging.spanByLift, d = hanging.riseByLift;
    const double determinant = a * d - b * b;
    const double xx = d / determinant, xz = -b / determinant, zz = a / determinant;
    m_stiffness << xx, -xz, xz, -xz, zz, -zz, xz, -zz, zz;
}

Vector3 Catenary::forceOn(int end) const {
    return (end == 0 ? m_pulls[0] : -m_pulls[1]) * m_along - m_lifts[end] * m_up;
}

Matrix3 Catenary::forceGradient(int of, int by) const {
    const auto row = [&](int end) {
        Eigen::Matrix3d rows = Eigen::Matrix3d::Zero(); // of span and heights by the place of this end
        rows.row(0) = (end == 0 ? -1.0 : 1.0) * m_along.transpose();
        rows.row(1 + end) = m_up.transpose();
        return rows;
    };
    const double across = m_span > 0.0 ? m_pull / m_span : m_stiffness(0, 0);
    const Vector3 side = m_up.cross(m_along);
    const double sign = of == by ? 1.0 : -1.0;
    return -(row(of).transpose() * m_stiffness * row(by) + sign * across * side * side.transpose());
}

Vector3 Catenary::pointAt(double length) const {
    const double w = m_def.weight, s = std::clamp(length, 0.0, m_def.length);
    double x = 0.0, z = 0.0;
    if (w == 0.0) {
        x = m_span * s / m_def.length;
        z = m_rise * s / m_def.length;
    } else if (m_resting > 0.0) {
        const double lifted = m_lifts[0] / w, onBed = std::clamp(s - lifted, 0.0, m_resting);
        const HangingPart first(m_pull, -m_lifts[0], w, std::min(s, lifted), m_def.stiffness);
        const HangingPart second(m_pull, 0.0, w, std::max(0.0, s - lifted - m_resting), m_def.stiffness);
        const double rubbing = friction();
        double along = onBed * m_span / m_resting; // slack: spread out evenly
        if (m_pull > 0.0) {
            const auto stretch = [&](double part) { return stretchOnBed(m_pull, part, m_def, rubbing); };
            // The tension falls from the touch-down, which is at the far end if the first end lies on the bed.
            along = onBed + (liesOnBed(0) ? stretch(m_resting) - stretch(m_resting - onBed) : stretch(onBed));
        }
        x = first.span + along + second.span;
        z = first.rise + second.rise;
    } else {
        const HangingPart part(m_pull, -m_lifts[0], w, s, m_def.stiffness);
        x = part.span;
        z = part.rise;
    }
    return m_first + x * m_along + z * m_up;
}

double Catenary::tensionAt(double length) const {
    const double w = m_def.weight, s = std::clamp(length, 0.0, m_def.length);
    if (!(m_resting > 0.0)) return portable::hypot(m_pull, w * s - m_lifts[0]);
    const double lifted = m_lifts[0] / w, end = lifted + m_resting;
    if (s < lifted) return portable::hypot(m_pull, m_lifts[0] - w * s);
    if (s > end) return portable::hypot(m_pull, w * (s - end));
    return pullOnBed(m_pull, liesOnBed(0) ? end - s : s - lifted, m_def, friction());
}

} // namespace ambient
