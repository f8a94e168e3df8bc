// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>

namespace ambient {

/// A freely hanging part of an elastic line in its plane, at level tension H and vertical tension V1 at its low end or
/// first end; without cancellation for taut lines and light ones.
struct HangingPart {
    double span = 0.0, rise = 0.0; ///< [m]
    /// Changes of span and rise with H and with V1; that of the rise with H is spanByLift [m/N].
    double spanByPull = 0.0, spanByLift = 0.0, riseByLift = 0.0;

    static constexpr double kLoose = 1e60; ///< change of the span with H of two parts straight down [m/N]

    /// \param pull H >= 0 [N] \param first V1 [N] \param weight w >= 0 [N/m] \param length without tension [m]
    HangingPart(double pull, double first, double weight, double length, double stiffness) {
        const double second = first + weight * length;
        const double t1 = portable::hypot(pull, first), t2 = portable::hypot(pull, second), sum = first + second;
        const double product = t1 * t2;
        const bool isLevel = first == 0.0 && second == 0.0;
        // q = (V2 T1 - V1 T2)/(w L): the sine of the turn of the part, times T1 T2/(w L).
        double q = pull;
        if (!isLevel)
            q = first * second > 0.0 || weight * length == 0.0 ? pull * pull * sum / (second * t1 + first * t2)
                                                               : (second * t1 - first * t2) / (weight * length);
        double spanOverPull = kLoose; // without the stretch
        if (pull > 0.0) {
            const double turn = weight * length * q / (pull * pull);
            spanOverPull = turn > 0.0 ? portable::asinh(turn) / weight : length * q / (pull * pull);
        } else if (first * second > 0.0) {
            const double least = std::min(std::fabs(first), std::fabs(second)), more = weight * length / least;
            spanOverPull = more > 0.0 ? portable::log1p(more) / weight : length / least;
        }
        const double sine = product > 0.0 ? length * q / product : 0.0;
        span = pull * (spanOverPull + length / stiffness);
        rise = length * sum * ((t1 + t2 > 0.0 ? 1.0 / (t1 + t2) : 0.0) + 0.5 / stiffness);
        spanByPull = std::max(0.0, spanOverPull - sine) + length / stiffness;
        spanByLift = product > 0.0 ? -pull * length * sum / (product * (t1 + t2)) : 0.0;
        riseByLift = length / stiffness + (product > 0.0 ? sine : t1 + t2 > 0.0 ? 2.0 * length / (t1 + t2) : 0.0);
    }
};

/// The part between the bed, where it is level, and an end above it, at level tension H.
struct LiftedPart {
    double lift = 0.0;                                             ///< force up at its end [N]
    double tension = 0.0;                                          ///< at its end [N]
    double span = 0.0;                                             ///< [m]
    double liftByPull = 0.0, liftByHeight = 0.0, spanByPull = 0.0; ///< [1], [N/m], [m/N]

    LiftedPart(double pull, double height, double weight, double stiffness) {
        // T - H = d with d + (2 H d + d^2)/(2 EA) = w h.
        const double b = 1.0 + pull / stiffness, c = weight * height;
        const double d = 2.0 * c / (b + std::sqrt(b * b + 2.0 * c / stiffness));
        lift = std::sqrt(d * (2.0 * pull + d));
        tension = pull + d;
        const double soft = 1.0 + tension / stiffness;
        liftByPull = lift > 0.0 ? d / lift / soft : 0.0;
        const double steep = lift > 1e-9 * tension ? tension / lift : tension > 0.0 ? 1e9 : 1.0;
        liftByHeight = steep * weight / soft;
        if (!(lift > 0.0)) return;
        const double turn = pull > 0.0 ? portable::asinh(lift / pull) : 0.0;
        span = pull * (turn + lift / stiffness) / weight;
        spanByPull = (turn + (pull * liftByPull - lift) / tension + (lift + pull * liftByPull) / stiffness) / weight;
    }
};

/// Root of an increasing function on x > 0 or the whole line, by Newton's method within shrinking bounds.
/// \param evaluate gives value and slope at x \param start first guess \param scale of values: the root is found when
/// |value| < 1e-15 scale, or when the bounds meet
template <class Evaluate>
double increasingRoot(Evaluate&& evaluate, double start, double low, double high, double scale) {
    double x = start;
    for (int i = 0; i < 200; ++i) {
        double value = 0.0, slope = 0.0;
        evaluate(x, value, slope);
        if (std::fabs(value) <= 1e-15 * scale) break;
        (value > 0.0 ? high : low) = x;
        double next = slope > 0.0 ? x - value / slope : high;
        if (!(next > low && next < high)) {
            if (std::isfinite(low) && std::isfinite(high))
                next = low > 0.0 ? std::sqrt(low) * std::sqrt(high) : 0.5 * (low + high);
            else
                next = std::isfinite(low) ? low + 4.0 * std::max(std::fabs(low), std::fabs(start))
                                          : high - 4.0 * std::max(std::fabs(high), std::fabs(start));
        }
        if (next == x || (std::isfinite(low) && std::isfinite(high) && high - low <= 2e-16 * std::fabs(high))) break;
        x = next;
    }
    return x;
}

} // namespace ambient
