// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/AmplitudeModel.h"

#include "AmbientFluid/Body/AmplitudeModelData.h"
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/PotentialFlow/DeformationMomentum.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ambient {

void AmplitudeModel::Data::adopt(DeformedShape& shape) const {
    shape.surface.assign(rest->mesh(), rest->surface().data());
    shape.faceVelocity.resize(rest->faces().size());
    DeformedShape::Memory& memory = shape.memory;
    memory.points.resize(3 * static_cast<std::size_t>(family->vertexCount()));
    memory.velocities.resize(memory.points.size());
    memory.coordinates.resize(2 * static_cast<std::size_t>(family->size()));
    memory.scratch.resize(static_cast<std::size_t>(grid.size() + width()));
}

void AmplitudeModel::Data::move(const double* q, const double* rates, DeformedShape& shape, bool needsWeights) const {
    DeformedShape::Memory& memory = shape.memory;
    family->move(q, rates, memory.points.data(), memory.velocities.data());
    SurfaceUpdate(shape.surface)
        .moveFaces(memory.points.data(), memory.velocities.data(), carried, shape.faceVelocity, needsWeights);
}

void AmplitudeModel::Data::readViscous(const double* from, const double* rates, ViscousTensor& tensor) const {
    if (tensor.isEmpty()) return;
    from = ViscousRow::read(from, tensor);
    const int count = family->size();
    Vector6 motion = Vector6::Zero();
    for (int k = 0; k < count; ++k, from += 6)
        motion += rates[k] * Eigen::Map<const Vector6>(from);
    tensor.shapeMotion = Twist(motion);
    double power = 0.0;
    for (int k = 0; k < count; ++k)
        for (int l = 0; l < count; ++l)
            power += rates[k] * rates[l] * *from++;
    tensor.shapePower = std::max(power, 0.0);
}

AmplitudeModel::AmplitudeModel(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
AmplitudeModel::~AmplitudeModel() = default;

const AmplitudeReport& AmplitudeModel::report() const {
    return m_data->report;
}

const std::shared_ptr<const FluidBodyModel>& AmplitudeModel::rest() const {
    return m_data->rest;
}

double AmplitudeModel::mass() const {
    return m_data->family->mass();
}

const std::vector<ShapeCoordinate>& AmplitudeModel::coordinates() const {
    return m_data->family->coordinates();
}

const std::vector<TriangleMesh::Face>& AmplitudeModel::triangles() const {
    return m_data->family->faces();
}

int AmplitudeModel::vertexCount() const {
    return m_data->family->vertexCount();
}

void AmplitudeModel::requireInRange(const double* q) const {
    constexpr double kSlack = 1e-9;
    for (int k = 0; k < size(); ++k) {
        const ShapeCoordinate& c = coordinates()[static_cast<std::size_t>(k)];
        const double slack = kSlack * (c.most - c.least);
        if (std::isfinite(q[k]) && (c.period > 0.0 || (q[k] >= c.least - slack && q[k] <= c.most + slack))) continue;
        throw std::invalid_argument(
            "AmplitudeModel: coordinate " + std::to_string(k) + " (" + c.name + ") is " + std::to_string(q[k]) +
            (c.period > 0.0 ? ", not finite"
                            : ", outside its range of " + std::to_string(c.least) + " to " + std::to_string(c.most)));
    }
}

FluidBody AmplitudeModel::body() const {
    const std::vector<double> zero(static_cast<std::size_t>(size()), 0.0);
    FluidBody body;
    body.model = m_data->rest;
    body.bodyInertia = SpatialInertia::ofBody(mass(), m_data->family->dry(zero.data(), zero.data()).inertia);
    return body;
}

Pose AmplitudeModel::bodyFromAuthor(const std::vector<double>& q) const {
    const std::vector<double> still(q.size(), 0.0);
    return {Quaternion::Identity(), -m_data->family->dry(q.data(), still.data()).center};
}

void AmplitudeModel::vertices(const double* q, std::vector<Vector3>& out) const {
    constexpr double still[kMostShapeCoordinates] = {};
    out.resize(static_cast<std::size_t>(vertexCount()));
    m_data->family->move(q, still, out.front().data(), nullptr);
}

void AmplitudeModel::evaluate(const double* q, const double* rates, DeformedShape& shape) const {
    const Data& data = *m_data;
    DeformedShape::Memory& memory = shape.memory;
    const int count = size();
    const bool isOwn = memory.owner.get() == this;
    if (!isOwn) {
        data.adopt(shape);
        memory.owner = shared_from_this();
    }
    double* const known = memory.coordinates.data();
    if (!isOwn || !std::equal(q, q + count, known) || !std::equal(rates, rates + count, known + count)) {
        memory.hasWetting = memory.hasSingle = false;
        memory.hasWeights = shape.needsWeights;
        std::copy_n(q, count, known);
        std::copy_n(rates, count, known + count);
        data.move(q, rates, shape, shape.needsWeights);
        double *const weights = memory.scratch.data(), *const row = weights + data.grid.size();
        data.grid.weights(q, weights);
        std::fill_n(row, data.width(), 0.0);
        for (int node = 0; node < data.grid.size(); ++node) {
            if (weights[node] == 0.0) continue;
            const double weight = weights[node], *const from = data.rows.row(node).data();
            for (int i = 0; i < data.width(); ++i)
                row[i] += weight * from[i];
        }
        const NormalFit fit(shape.surface, shape.faceVelocity);
        Matrix6 map;
        const double* from = row;
        for (int r = 0; r < 6; ++r)
            for (int c = 0; c <= r; ++c)
                map(r, c) = map(c, r) = *from++;
        const Matrix6 scaled =
            map * (fit.matrix + data.floorOfFit * Matrix6::Identity()) * map - data.floorOfMass * Matrix6::Identity();
        Vector6 momentum = scaled * fit.twist(data.floorOfFit);
        for (int k = 0; k < count; ++k, from += 6)
            momentum += rates[k] * Eigen::Map<const Vector6>(from);
        const Matrix6 toScaled = fit.scaledFromMesh();
        SurfaceData& surface = SurfaceUpdate(shape.surface).data();
        const Matrix6 added = toScaled.transpose() * scaled * toScaled;
        surface.addedMassPerDensity = SpatialInertia(0.5 * (added + added.transpose()));
        shape.fluidMomentum = Momentum(Vector6(toScaled.transpose() * momentum));
        std::copy_n(from, Data::kSpin, surface.pressureWeights.spin.data());
        surface.pressureWeights.spinLength = from[Data::kSpin];
        surface.pressureWeights.feltRotations = Eigen::Map<const Matrix3>(from + Data::kSpin + 1);
        data.readViscous(from + Data::kSpin + 1 + 9, rates, surface.viscous);
        const DryShape dry = data.family->dry(q, rates);
        shape.bodyInertia = SpatialInertia::ofBody(mass(), dry.inertia);
        shape.bodyMomentum = {dry.angularMomentum, Vector3::Zero()};
    }
    SurfaceUpdate update(shape.surface);
    if (shape.needsWeights && !memory.hasWeights) {
        update.moveFaces(memory.points.data(), memory.velocities.data(), data.carried, shape.faceVelocity, true);
        memory.hasWeights = true;
    }
    if (shape.needsWetting && !memory.hasWetting) {
        update.fillWetting(memory.points.data(), data.carried);
        update.fillVertexVelocity(memory.velocities.data(), shape.vertexVelocity);
    }
    if (shape.needsSingle && !memory.hasSingle) update.fillSingle();
    memory.hasWetting = memory.hasWetting || shape.needsWetting;
    memory.hasSingle = memory.hasSingle || shape.needsSingle;
}

void AmplitudeModel::Data::fillEnergies() {
    DeformedShape shape;
    adopt(shape);
    const int count = family->size();
    energyRows.resize(grid.size(), count * count);
    for (int node = 0; node < grid.size(); ++node) {
        const std::vector<double> q = grid.node(node);
        Eigen::MatrixXd speeds(rest->faces().size(), count);
        for (int k = 0; k < count; ++k) {
            std::vector<double> rates(q.size(), 0.0);
            rates[static_cast<std::size_t>(k)] = 1.0;
            move(q.data(), rates.data(), shape);
            speeds.col(k) =
                NormalFit(shape.surface, shape.faceVelocity).restOf(shape.surface, shape.faceVelocity, floorOfFit);
        }
        Eigen::Map<Eigen::MatrixXd>(energyRows.row(node).data(), count, count) =
            deformationEnergies(family->mesh(q), speeds);
    }
}

DeformationEnergy AmplitudeModel::energy(const std::vector<double>& q, const std::vector<double>& rates) const {
    Data& data = *m_data;
    std::call_once(data.energyOnce, [&] { data.fillEnergies(); });
    DeformedShape shape;
    shape.needsWetting = shape.needsSingle = false;
    shape.needsWeights = false;
    evaluate(q.data(), rates.data(), shape);
    std::vector<double> weights(static_cast<std::size_t>(data.grid.size()));
    data.grid.weights(q.data(), weights.data());
    const Eigen::VectorXd mixed =
        data.energyRows.transpose() * Eigen::Map<const Eigen::VectorXd>(weights.data(), data.grid.size());
    const Eigen::Map<const Eigen::VectorXd> rate(rates.data(), size());
    const double ofRest = rate.dot(Eigen::Map<const Eigen::MatrixXd>(mixed.data(), size(), size()) * rate);
    return {data.family->dry(q.data(), rates.data()).energy, fluidEnergy(shape, data.floorOfFit, ofRest)};
}

Eigen::Matrix<double, 6, Eigen::Dynamic> AmplitudeModel::connection(const std::vector<double>& q,
                                                                    double fluidDensity) const {
    if (static_cast<int>(q.size()) != size())
        throw std::invalid_argument("AmplitudeModel::connection: " + std::to_string(q.size()) + " values for " +
                                    std::to_string(size()) + " coordinates");
    requireInRange(q.data());
    Eigen::Matrix<double, 6, Eigen::Dynamic> columns(6, size());
    DeformedShape shape;
    shape.needsWetting = shape.needsSingle = false;
    shape.needsWeights = false;
    for (int k = 0; k < size(); ++k) {
        std::vector<double> rates(q.size(), 0.0);
        rates[static_cast<std::size_t>(k)] = 1.0;
        evaluate(q.data(), rates.data(), shape);
        const SpatialInertia inertia = shape.bodyInertia + shape.surface.addedMassPerDensity().scaled(fluidDensity);
        const Momentum momentum = shape.bodyMomentum + fluidDensity * shape.fluidMomentum;
        columns.col(k) = -inertia.matrix().llt().solve(momentum.vector());
    }
    return columns;
}

} // namespace ambient
