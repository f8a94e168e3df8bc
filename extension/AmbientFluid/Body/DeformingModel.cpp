// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DeformingModel.h"

#include "AmbientFluid/Body/DeformingModelData.h"

#include <utility>

namespace ambient {
namespace {

void copyPoints(const std::vector<double>& from, int count, std::vector<Vector3>& to) {
    to.resize(static_cast<std::size_t>(count));
    for (std::size_t v = 0; v < to.size(); ++v)
        to[v] = Eigen::Map<const Vector3>(from.data() + 3 * v);
}

} // namespace

void DeformingModel::Data::blend(const ShapeIntervals::Place& place, double speed, std::vector<double>& at,
                                 std::vector<double>& velocities) const {
    const HermiteWeights w = intervals.weights(place);
    const int to = intervals.keyAfter(place.interval);
    const double *a = points.row(place.interval).data(), *b = points.row(to).data();
    const double *p = slopes.row(place.interval).data(), *q = slopes.row(to).data();
    const std::size_t count = static_cast<std::size_t>(points.cols());
    at.resize(count);
    velocities.resize(count);
    const double factor = place.moves ? speed : 0.0;
    double rate[4];
    for (int k = 0; k < 4; ++k)
        rate[k] = factor * w.rate[k];
    double *const x = at.data(), *const v = velocities.data();
    for (std::size_t i = 0; i < count; ++i) {
        // Differences of the keys: points that stand still have exactly no velocity.
        const double way = b[i] - a[i];
        x[i] = a[i] + (w.value[1] * way + (w.value[2] * p[i] + w.value[3] * q[i]));
        v[i] = rate[1] * way + (rate[2] * p[i] + rate[3] * q[i]);
    }
}

DeformingModel::DeformingModel(std::unique_ptr<const Data> data) : m_data(std::move(data)) {}
DeformingModel::~DeformingModel() = default;

const DeformingReport& DeformingModel::report() const {
    return m_data->report;
}

const std::shared_ptr<const FluidBodyModel>& DeformingModel::rest() const {
    return m_data->rest;
}

double DeformingModel::mass() const {
    return m_data->mass;
}

double DeformingModel::period() const {
    return m_data->intervals.period();
}

double DeformingModel::firstPhase() const {
    return m_data->intervals.time(0);
}

double DeformingModel::lastPhase() const {
    const ShapeIntervals& intervals = m_data->intervals;
    return period() > 0.0 ? firstPhase() + period() : intervals.time(intervals.keys() - 1);
}

const std::vector<TriangleMesh::Face>& DeformingModel::triangles() const {
    return m_data->rest->mesh().faces;
}

int DeformingModel::vertexCount() const {
    return m_data->vertexCount;
}

FluidBody DeformingModel::body() const {
    ShapeNumbers numbers;
    m_data->table.evaluate(m_data->intervals, m_data->intervals.at(firstPhase()), mass(), numbers);
    FluidBody body;
    body.model = m_data->rest;
    body.bodyInertia = numbers.bodyInertia;
    body.deformation = shared_from_this();
    return body;
}

Pose DeformingModel::bodyFromAuthor(double phase) const {
    const ShapeIntervals::Place place = m_data->intervals.at(phase);
    const HermiteWeights w = HermiteWeights::cubic(place.share, place.step);
    const int to = m_data->intervals.keyAfter(place.interval);
    const bool wraps = to == 0 && m_data->authorEnds == SplineEnds::Antiperiodic;
    Eigen::RowVectorXd end = m_data->authorRows.row(to), endSlope = m_data->authorSlopes.row(to);
    if (wraps) {
        end.tail<4>() *= -1.0;
        endSlope.tail<4>() *= -1.0;
    }
    const Eigen::RowVectorXd row = w.value[0] * m_data->authorRows.row(place.interval) + w.value[1] * end +
                                   w.value[2] * m_data->authorSlopes.row(place.interval) + w.value[3] * endSlope;
    Pose authorFromBody;
    authorFromBody.position = row.head<3>();
    authorFromBody.orientation.coeffs() = row.tail<4>().transpose().normalized();
    return authorFromBody.inverse();
}

void DeformingModel::vertices(double phase, std::vector<Vector3>& out) const {
    std::vector<double> at, rates;
    m_data->blend(m_data->intervals.at(phase), 1.0, at, rates);
    copyPoints(at, m_data->vertexCount, out);
}

void DeformingModel::velocities(double phase, std::vector<Vector3>& out) const {
    std::vector<double> at, rates;
    m_data->blend(m_data->intervals.at(phase), 1.0, at, rates);
    copyPoints(rates, m_data->vertexCount, out);
}

void DeformingModel::evaluate(double phase, double speed, DeformedShape& shape) const {
    DeformedShape::Memory& memory = shape.memory;
    const bool isOwn = memory.owner.get() == this;
    SurfaceUpdate update(shape.surface);
    if (!isOwn || memory.phase != phase || memory.speed != speed) {
        if (!isOwn) {
            memory.owner = shared_from_this();
            shape.surface.assign(m_data->rest->mesh(), m_data->rest->surface().data());
            shape.faceVelocity.resize(m_data->rest->faces().size());
        }
        memory.phase = phase;
        memory.speed = speed;
        memory.hasWetting = memory.hasSingle = false;
        const ShapeIntervals::Place place = m_data->intervals.at(phase);
        const double factor = place.moves ? speed : 0.0;
        ShapeNumbers numbers;
        m_data->table.evaluate(m_data->intervals, place, m_data->mass, numbers);
        shape.bodyInertia = numbers.bodyInertia;
        shape.bodyMomentum = {factor * numbers.bodyAngularMomentum, Vector3::Zero()};
        shape.fluidMomentum = factor * numbers.fluidMomentum;
        SurfaceData& data = update.data();
        data.addedMassPerDensity = numbers.addedMassPerDensity;
        data.pressureWeights.spin = numbers.spin;
        data.pressureWeights.spinLength = numbers.spinLength;
        m_data->blend(place, speed, memory.points, memory.velocities);
        update.moveFaces(memory.points.data(), memory.velocities.data(), m_data->carried, shape.faceVelocity);
    }
    if (shape.needsWetting && !memory.hasWetting) update.fillWetting(memory.points.data(), m_data->carried);
    if (shape.needsSingle && !memory.hasSingle) update.fillSingle();
    memory.hasWetting = memory.hasWetting || shape.needsWetting;
    memory.hasSingle = memory.hasSingle || shape.needsSingle;
}

} // namespace ambient
