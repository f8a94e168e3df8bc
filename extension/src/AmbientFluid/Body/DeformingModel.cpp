// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DeformingModel.h"

#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/DeformingModelData.h"
#include "AmbientFluid/Body/NormalFit.h"
#include "AmbientFluid/PotentialFlow/DeformationMomentum.h"

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

int DeformingModel::Data::rowCount() const {
    return intervals.isSmooth() || intervals.count() == 0 ? intervals.keys() : 3 * intervals.count();
}

ShapeIntervals::Place DeformingModel::Data::placeOfRow(int row) const {
    if (intervals.count() == 0) return {0, 0.0, 1.0, false};
    const auto step = [&](int interval) { return intervals.steps()[static_cast<std::size_t>(interval)]; };
    if (!intervals.isSmooth()) return {row / 3, 0.5 * (row % 3), step(row / 3)};
    if (row < intervals.count()) return {row, 0.0, step(row)};
    return {row - 1, 1.0, step(row - 1)};
}

void DeformingModel::Data::fillEnergies() {
    DeformedShape shape;
    shape.surface.assign(rest->mesh(), rest->surface().data());
    shape.faceVelocity.resize(rest->faces().size());
    TriangleMesh mesh = rest->mesh();
    std::vector<double> at, rates;
    KnotRows rows(rowCount(), 1);
    for (int row = 0; row < rowCount(); ++row) {
        blend(placeOfRow(row), 1.0, at, rates);
        SurfaceUpdate(shape.surface).moveFaces(at.data(), rates.data(), carried, shape.faceVelocity);
        const NormalFit fit(shape.surface, shape.faceVelocity);
        copyPoints(at, vertexCount, mesh.vertices);
        rows(row, 0) =
            deformationEnergies(mesh, fit.restOf(shape.surface, shape.faceVelocity, fit.defaultFloor()))(0, 0);
    }
    energyTable.fill(intervals, rows);
}

DeformationEnergy DeformingModel::energy(double phase, double speed) const {
    Data& data = *m_data;
    const ShapeIntervals::Place place = data.intervals.at(phase);
    if (!place.moves || speed == 0.0) return {};
    std::call_once(data.energyOnce, [&] { data.fillEnergies(); });
    double ofRest = 0.0;
    data.energyTable.interpolate(data.intervals, place, &ofRest);
    DeformedShape shape;
    shape.needsWetting = shape.needsSingle = false;
    evaluate(phase, speed, shape);
    std::vector<Vector3> rates;
    data.masses->places(shape.memory.velocities.data(), rates);
    DeformationEnergy energy;
    for (std::size_t i = 0; i < rates.size(); ++i)
        energy.body += 0.5 * data.masses->masses()[i] * rates[i].squaredNorm();
    const NormalFit fit(shape.surface, shape.faceVelocity);
    energy.fluid = fluidEnergy(shape, fit.defaultFloor(), speed * speed * ofRest);
    return energy;
}

DeformingModel::DeformingModel(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
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
    const Data& data = *m_data;
    const ShapeIntervals::Place place = data.intervals.at(phase);
    const HermiteWeights w = data.intervals.weights(place);
    const int to = data.intervals.keyAfter(place.interval);
    const auto row = [&](const KnotRows& rows, int key) { return rows.row(key).data(); };
    const double *a = row(data.points, place.interval), *b = row(data.points, to);
    const double *p = row(data.slopes, place.interval), *q = row(data.slopes, to);
    out.resize(static_cast<std::size_t>(data.vertexCount));
    double* const x = out.front().data();
    for (int i = 0; i < 3 * data.vertexCount; ++i)
        x[i] = a[i] + (w.value[1] * (b[i] - a[i]) + (w.value[2] * p[i] + w.value[3] * q[i]));
}

void DeformingModel::velocities(double phase, std::vector<Vector3>& out) const {
    std::vector<double> at, rates;
    m_data->blend(m_data->intervals.at(phase), 1.0, at, rates);
    copyPoints(rates, m_data->vertexCount, out);
}

void DeformingModel::evaluate(double phase, double speed, DeformedShape& shape) const {
    DeformedShape::Memory& memory = shape.memory;
    const bool isOwn = memory.owner.get() == this, isNow = isOwn && memory.phase == phase && memory.speed == speed;
    SurfaceUpdate update(shape.surface);
    if (!isNow) {
        if (!isOwn) {
            memory.owner = shared_from_this();
            shape.surface.assign(m_data->rest->mesh(), m_data->rest->surface().data());
            shape.faceVelocity.resize(m_data->rest->faces().size());
        }
        memory.phase = phase;
        memory.speed = speed;
        memory.hasWeights = false;
        memory.hasFaces = memory.hasWetting = memory.hasSingle = false;
        const ShapeIntervals::Place place = m_data->intervals.at(phase);
        const double factor = place.moves ? speed : 0.0;
        SurfaceData& data = update.data();
        ShapeNumbers numbers;
        numbers.viscous = data.viscous;
        m_data->table.evaluate(m_data->intervals, place, m_data->mass, numbers);
        shape.bodyInertia = numbers.bodyInertia;
        shape.bodyMomentum = {factor * numbers.bodyAngularMomentum, Vector3::Zero()};
        shape.fluidMomentum = factor * numbers.fluidMomentum;
        data.addedMassPerDensity = numbers.addedMassPerDensity;
        data.pressureWeights.spin = numbers.spin;
        data.pressureWeights.spinLength = numbers.spinLength;
        data.pressureWeights.feltRotations = numbers.feltRotations;
        data.viscous = numbers.viscous;
        data.viscous.shapeMotion = factor * numbers.viscous.shapeMotion;
        data.viscous.shapePower *= factor * factor;
    }
    if (!shape.needsFaces()) return;
    if (!memory.hasFaces || (shape.needsWeights && !memory.hasWeights)) {
        if (!memory.hasFaces) m_data->blend(m_data->intervals.at(phase), speed, memory.points, memory.velocities);
        update.moveFaces(memory.points.data(), memory.velocities.data(), m_data->carried, shape.faceVelocity,
                         shape.needsWeights);
        memory.hasFaces = true;
        memory.hasWeights = shape.needsWeights;
    }
    if (shape.needsWetting && !memory.hasWetting) {
        update.fillWetting(memory.points.data(), m_data->carried);
        update.fillVertexVelocity(memory.velocities.data(), shape.vertexVelocity);
    }
    if (shape.needsSingle && !memory.hasSingle) update.fillSingle();
    memory.hasWetting = memory.hasWetting || shape.needsWetting;
    memory.hasSingle = memory.hasSingle || shape.needsSingle;
}

} // namespace ambient
