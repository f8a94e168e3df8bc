// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DrivenShape.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {

DrivenShape::DrivenShape(std::shared_ptr<const AmplitudeModel> model)
    : m_model(std::move(model)), m_strokes(static_cast<std::size_t>(m_model->size())) {}

void DrivenShape::request(const std::vector<double>& q) {
    for (std::size_t k = 0; k < m_strokes.size(); ++k)
        m_strokes[k].requested = q[k];
    m_isRequested = true;
}

bool DrivenShape::isJump(const std::vector<double>& q, double time) const {
    const std::vector<double> now = coordinatesAt(time);
    for (std::size_t k = 0; k < q.size(); ++k) {
        const ShapeCoordinate& c = m_model->coordinates()[k];
        if (c.period == 0.0 && std::abs(q[k] - now[k]) > 0.5 * (c.most - c.least)) return true;
    }
    return false;
}

void DrivenShape::jumpTo(const std::vector<double>& q) {
    m_function = nullptr;
    for (std::size_t k = 0; k < m_strokes.size(); ++k)
        m_strokes[k] = {q[k], q[k], 0.0, 0.0, q[k], 0.0, 0.0};
    m_duration = 0.0;
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
    for (std::size_t k = 0; k < m_strokes.size(); ++k) {
        const Stroke& stroke = m_strokes[k];
        const double share = m_duration > 0.0 ? (time - m_start) / m_duration : 1.0;
        if (share <= 0.0 || share >= 1.0) {
            constexpr double kRounding = 1e-6; // of the time of a step's end
            const bool isHeld = share < -kRounding || share > 1.0 + kRounding || m_duration == 0.0;
            q[k] = share <= 0.0 ? stroke.from : stroke.to;
            rates[k] = isHeld ? 0.0 : share <= 0.0 ? stroke.rateFrom : stroke.rateTo;
            continue;
        }
        const double s = share, r = 1.0 - share, h = m_duration, way = stroke.to - stroke.from;
        q[k] = stroke.from + s * s * (3.0 - 2.0 * s) * way + h * s * r * (r * stroke.rateFrom - s * stroke.rateTo);
        rates[k] = 6.0 * s * r * way / h + r * (1.0 - 3.0 * s) * stroke.rateFrom + s * (1.0 - 3.0 * r) * stroke.rateTo;
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
    for (const Stroke& stroke : m_strokes) {
        if (m_isRequested && stroke.requested != stroke.to) return true;
        const bool isStill = stroke.from == stroke.to && stroke.rateFrom == 0.0 && stroke.rateTo == 0.0;
        if (!isStill && time <= m_start + m_duration && (time < m_start + m_duration || stroke.rateTo != 0.0))
            return true;
    }
    return false;
}

bool DrivenShape::beginStep(double time, double timeStep) {
    if (m_function) return false;
    const bool follows = m_duration > 0.0 && std::abs(time - m_start - m_duration) < 1e-6 * timeStep;
    const bool beginsAnew = m_duration > 0.0 && std::abs(time - m_start) < 1e-6 * timeStep;
    if (!m_isRequested && m_duration > 0.0 && time < m_start + m_duration && !follows) return false; // goes on
    bool isStill = true;
    double q[kMostShapeCoordinates], rates[kMostShapeCoordinates];
    coordinates(time, q, rates);
    for (std::size_t k = 0; k < m_strokes.size(); ++k) {
        if (follows) { // without the rounding of the time
            q[k] = m_strokes[k].to;
            rates[k] = m_strokes[k].rateTo;
        }
        if (rates[k] != 0.0 || (m_isRequested && m_strokes[k].requested != q[k])) isStill = false;
    }
    if (isStill) {
        m_isRequested = false;
        return false;
    }
    for (std::size_t k = 0; k < m_strokes.size(); ++k) {
        Stroke& stroke = m_strokes[k];
        const double target = m_isRequested ? stroke.requested : stroke.to, rate = (target - q[k]) / timeStep;
        // The rate at the end of the parabola through the last three requests, which a constant request stops.
        const double before = follows ? stroke.meanRate : beginsAnew ? stroke.meanBefore : rates[k];
        const double end = rate == 0.0 ? 0.0 : 1.5 * rate - 0.5 * before;
        stroke = {q[k], target, rates[k], end, target, rate, before};
    }
    m_start = time;
    m_duration = timeStep;
    m_isRequested = false;
    return true;
}

std::vector<double> DrivenShape::save() const {
    std::vector<double> state{m_start, m_duration, m_isRequested ? 1.0 : 0.0};
    for (const Stroke& s : m_strokes)
        for (const double value : {s.from, s.to, s.rateFrom, s.rateTo, s.requested, s.meanRate, s.meanBefore})
            state.push_back(value);
    return state;
}

void DrivenShape::restore(const std::vector<double>& state) {
    if (state.size() != 3 + 7 * m_strokes.size())
        throw std::invalid_argument("DrivenShape: the state of another shape");
    m_start = state[0];
    m_duration = state[1];
    m_isRequested = state[2] != 0.0;
    const double* from = state.data() + 3;
    for (Stroke& s : m_strokes)
        for (double* value : {&s.from, &s.to, &s.rateFrom, &s.rateTo, &s.requested, &s.meanRate, &s.meanBefore})
            *value = *from++;
}

} // namespace ambient
