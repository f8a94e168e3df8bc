// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DrivenShape.h"

#include "AmbientFluid/Body/DeformedShape.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

/// Values of a cubic at a share of a span of time, held before and after. \param rate is set
double along(double from, double to, double rateFrom, double rateTo, double duration, double share, double& rate) {
    if (share <= 0.0 || share >= 1.0) {
        constexpr double kRounding = 1e-6; // of the time of a step's end
        const bool isHeld = share < -kRounding || share > 1.0 + kRounding || duration == 0.0;
        rate = isHeld ? 0.0 : share <= 0.0 ? rateFrom : rateTo;
        return share <= 0.0 ? from : to;
    }
    const double s = share, r = 1.0 - share, way = to - from;
    rate = 6.0 * s * r * way / duration + r * (1.0 - 3.0 * s) * rateFrom + s * (1.0 - 3.0 * r) * rateTo;
    return from + s * s * (3.0 - 2.0 * s) * way + duration * s * r * (r * rateFrom - s * rateTo);
}

} // namespace

void DrivenShape::requireFit(const std::vector<double>& q) const {
    if (q.size() != m_strokes.size())
        throw std::invalid_argument("DrivenShape: " + std::to_string(q.size()) + " values for " +
                                    std::to_string(m_strokes.size()) + " coordinates");
    m_model->requireInRange(q.data());
}

DrivenShape::DrivenShape(std::shared_ptr<const AmplitudeModel> model)
    : m_model(std::move(model)), m_strokes(static_cast<std::size_t>(m_model->size())) {}

void DrivenShape::request(const std::vector<double>& q) {
    requireFit(q);
    for (std::size_t k = 0; k < m_strokes.size(); ++k)
        m_strokes[k].requested = q[k];
    m_isRequested = true;
}

bool DrivenShape::isJump(const std::vector<double>& q, double time) const {
    const std::vector<double> now = coordinatesAt(time);
    for (std::size_t k = 0; k < q.size(); ++k) {
        const ShapeCoordinate& c = m_model->coordinates()[k];
        const double most = c.period > 0.0 ? 100.0 * c.period : 0.5 * (c.most - c.least);
        if (std::abs(q[k] - now[k]) > most) return true;
    }
    return false;
}

void DrivenShape::jumpTo(const std::vector<double>& q) {
    requireFit(q);
    m_function = nullptr;
    for (std::size_t k = 0; k < m_strokes.size(); ++k) {
        const Cubic held{q[k], q[k], 0.0, 0.0};
        m_strokes[k] = {held, held, q[k], 0.0, 0.0};
    }
    m_now.duration = m_last.duration = 0.0;
    m_isRequested = false;
}

void DrivenShape::setFunction(Function function, double time) {
    if (m_function && !function) jumpTo(coordinatesAt(time));
    m_function = std::move(function);
}

void DrivenShape::coordinates(double time, double* q, double* rates) const {
    if (m_function) {
        m_function(time, q, rates);
        m_model->requireInRange(q);
        for (std::size_t k = 0; k < m_strokes.size(); ++k)
            if (!std::isfinite(rates[k]))
                throw std::invalid_argument("DrivenShape: the rate of coordinate " + std::to_string(k) + " (" +
                                            m_model->coordinates()[k].name + ") is not finite");
        return;
    }
    // Before the step in progress the last one counts.
    const bool isPast = m_last.duration > 0.0 && time < m_now.start - 1e-6 * m_now.duration;
    const Span& span = isPast ? m_last : m_now;
    const double share = span.duration > 0.0 ? (time - span.start) / span.duration : 1.0;
    for (std::size_t k = 0; k < m_strokes.size(); ++k) {
        const Cubic& c = isPast ? m_strokes[k].last : m_strokes[k].now;
        q[k] = along(c.from, c.to, c.rateFrom, c.rateTo, span.duration, share, rates[k]);
    }
}

std::vector<double> DrivenShape::coordinatesAt(double time) const {
    std::vector<double> q(m_strokes.size()), rates(m_strokes.size());
    coordinates(time, q.data(), rates.data());
    return q;
}

void DrivenShape::evaluate(double time, DeformedShape& shape) const {
    double q[kMostShapeCoordinates], rates[kMostShapeCoordinates];
    coordinates(time, q, rates);
    m_model->evaluate(q, rates, shape);
}

DeformationEnergy DrivenShape::energy(double time) const {
    std::vector<double> q(m_strokes.size()), rates(m_strokes.size());
    coordinates(time, q.data(), rates.data());
    return m_model->energy(q, rates);
}

void DrivenShape::vertices(double time, std::vector<Vector3>& out) const {
    double q[kMostShapeCoordinates], rates[kMostShapeCoordinates];
    coordinates(time, q, rates);
    m_model->vertices(q, out);
}

Pose DrivenShape::bodyFromAuthor(double time) const {
    return m_model->bodyFromAuthor(coordinatesAt(time));
}

bool DrivenShape::isMoving(double time) const {
    if (m_function) return true;
    const double end = m_now.start + m_now.duration;
    for (const Stroke& stroke : m_strokes) {
        const Cubic& c = stroke.now;
        if (m_isRequested && stroke.requested != c.to) return true;
        const bool isStill = c.from == c.to && c.rateFrom == 0.0 && c.rateTo == 0.0;
        if (!isStill && time <= end && (time < end || c.rateTo != 0.0)) return true;
    }
    return false;
}

namespace {

/// A rate limited so that a cubic that ends, or begins, with it stays in the coordinate's range, whatever the other end
/// in range: |rate| <= 3 d / h with the distance d to the nearer end of the range. With both ends so, the cubic less
/// the lower end is at least (1 - s)^3 d0 or s^3 d1, s the share of the step.
double rateWithin(const ShapeCoordinate& coordinate, double q, double rate, double timeStep) {
    if (coordinate.period != 0.0) return rate;
    const double distance = std::max(std::min(q - coordinate.least, coordinate.most - q), 0.0);
    const double most = 3.0 * distance / timeStep;
    return std::clamp(rate, -most, most);
}

} // namespace

bool DrivenShape::beginStep(double time, double timeStep) {
    if (m_function) return false;
    const bool follows = m_now.duration > 0.0 && std::abs(time - m_now.start - m_now.duration) < 1e-6 * timeStep;
    const bool beginsAnew = m_now.duration > 0.0 && std::abs(time - m_now.start) < 1e-6 * timeStep;
    if (!m_isRequested && m_now.duration > 0.0 && time < m_now.start + m_now.duration && !follows)
        return false; // goes on
    bool isStill = true;
    double q[kMostShapeCoordinates], rates[kMostShapeCoordinates];
    coordinates(time, q, rates);
    for (std::size_t k = 0; k < m_strokes.size(); ++k) {
        if (follows) { // without the rounding of the time
            q[k] = m_strokes[k].now.to;
            rates[k] = m_strokes[k].now.rateTo;
        }
        if (rates[k] != 0.0 || (m_isRequested && m_strokes[k].requested != q[k])) isStill = false;
    }
    if (isStill) {
        m_isRequested = false;
        return false;
    }
    for (std::size_t k = 0; k < m_strokes.size(); ++k) {
        Stroke& stroke = m_strokes[k];
        const double target = m_isRequested ? stroke.requested : stroke.now.to, rate = (target - q[k]) / timeStep;
        const ShapeCoordinate& coordinate = m_model->coordinates()[k];
        // After a shorter step the rate may be too fast for this one.
        rates[k] = rateWithin(coordinate, q[k], rates[k], timeStep);
        // The rate at the end of the parabola through the last three requests, which a constant request stops.
        const double before = follows ? stroke.meanRate : beginsAnew ? stroke.meanBefore : rates[k];
        const double parabola = rate == 0.0 ? 0.0 : 1.5 * rate - 0.5 * before;
        const double end = rateWithin(coordinate, target, parabola, timeStep);
        // A shape that was held, or cut short in its way, counts as held for the read-outs of the past.
        const Cubic held{q[k], q[k], 0.0, 0.0}, past = beginsAnew ? stroke.last : follows ? stroke.now : held;
        stroke = {{q[k], target, rates[k], end}, past, target, rate, before};
    }
    if (!beginsAnew) m_last = follows ? m_now : Span{time - timeStep, timeStep};
    m_now = {time, timeStep};
    m_isRequested = false;
    return true;
}

std::vector<double> DrivenShape::save() const {
    std::vector<double> state{m_now.start, m_now.duration, m_last.start, m_last.duration, m_isRequested ? 1.0 : 0.0};
    for (const Stroke& s : m_strokes) {
        for (const Cubic& c : {s.now, s.last})
            state.insert(state.end(), {c.from, c.to, c.rateFrom, c.rateTo});
        state.insert(state.end(), {s.requested, s.meanRate, s.meanBefore});
    }
    return state;
}

void DrivenShape::restore(const std::vector<double>& state) {
    if (state.size() != 5 + 11 * m_strokes.size())
        throw std::invalid_argument("DrivenShape: the state of another shape");
    m_now = {state[0], state[1]};
    m_last = {state[2], state[3]};
    m_isRequested = state[4] != 0.0;
    const double* from = state.data() + 5;
    for (Stroke& s : m_strokes) {
        for (Cubic* c : {&s.now, &s.last})
            for (double* value : {&c->from, &c->to, &c->rateFrom, &c->rateTo})
                *value = *from++;
        for (double* value : {&s.requested, &s.meanRate, &s.meanBefore})
            *value = *from++;
    }
}

} // namespace ambient
