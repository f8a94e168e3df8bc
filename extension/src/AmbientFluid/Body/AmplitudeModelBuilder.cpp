// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/AmplitudeModelData.h"
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/ShapeFlow.h"
#include "AmbientFluid/Body/TableErrors.h"
#include "AmbientFluid/Math/MatrixMap.h"
#include "AmbientFluid/Media/SeededRandom.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "AmbientFluid/Mesh/SurfaceFolds.h"
#include "AmbientFluid/PotentialFlow/DeformationMomentum.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace ambient {

/// One build.
class AmplitudeModelBuilder {
  public:
    AmplitudeModelBuilder(std::unique_ptr<const ShapeFamily> family, const FluidBodyDef& def)
        : m_family(*family), m_def(def) {
        if (def.porosity > 0.0)
            throw std::invalid_argument("AmplitudeModel: a shape that changes has no porosity: no factor is known for "
                                        "the momentum of its change");
        if (def.addedMass || def.addedMassMethod == AddedMassMethod::Local)
            throw std::invalid_argument(
                "AmplitudeModel: a given added mass and the local one have no potentials, which "
                "the momentum of the change of shape needs");
        const ShapeGrid grid(family->coordinates(), family->together());
        if (grid.size() > AmplitudeModel::kMostNodes)
            throw std::invalid_argument(
                "AmplitudeModel: " + std::to_string(grid.size()) +
                " potential flows are too many: use fewer nodes, or smaller sets of coordinates");
        for (int node = 0; node < grid.size(); ++node)
            checkSurface(grid.node(node));
        FluidBodyDef rest = def;
        rest.repair = MeshRepair::None;
        rest.sheetThickness = 0.0;
        const TriangleMesh mesh = family->mesh(zero());
        m_data = std::make_unique<AmplitudeModel::Data>(std::move(family), FluidBodyModel::build(mesh, rest));
        m_data->adopt(m_shape);
        m_slowFlow = std::make_unique<ShapeFlow>(*m_data->rest, def.viscousFaces);
    }

    std::shared_ptr<const AmplitudeModel> run() {
        const auto start = std::chrono::steady_clock::now();
        setFloors();
        AmplitudeModel::Data& data = *m_data;
        m_toSolve = data.grid.size() + kChecks + 1;
        data.rows.resize(data.grid.size(), data.width());
        for (int node = 0; node < data.grid.size(); ++node)
            data.rows.row(node) = rowOf(data.grid.node(node));
        m_report.shapesSolved = data.grid.size();
        // The model checks itself as users see it; it owns the data from here on.
        std::shared_ptr<AmplitudeModel> model(new AmplitudeModel(std::move(m_data)));
        checkTables(*model);
        warn();
        m_report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        model->m_data->report = m_report;
        return model;
    }

  private:
    std::vector<double> zero() const { return std::vector<double>(static_cast<std::size_t>(m_family.size()), 0.0); }

    static std::string nameOf(const std::vector<double>& q) {
        std::string name = "the shape at (";
        char number[32];
        for (std::size_t k = 0; k < q.size(); ++k) {
            std::snprintf(number, sizeof number, "%s%.4g", k == 0 ? "" : ", ", q[k]);
            name += number;
        }
        return name + ')';
    }

    void checkSurface(const std::vector<double>& q) {
        const auto reject = [&](const std::string& text) {
            throw std::invalid_argument("AmplitudeModel: " + nameOf(q) + ": " + text);
        };
        const TriangleMesh mesh = m_family.mesh(q);
        const MeshReport report = checkMesh(mesh);
        if (!report.usable()) reject(report.issues.front().message);
        const int turned = firstTurnedFace(m_family.mesh(zero()), mesh);
        if (turned >= 0) reject("face " + std::to_string(turned) + " is inside out, or folded over its neighbour");
        const std::vector<double> still = zero();
        const SpatialInertia inertia =
            SpatialInertia::ofBody(m_family.mass(), m_family.dry(q.data(), still.data()).inertia);
        if (!(inertia.smallestEigenvalue(std::sqrt(surfaceArea(mesh))) > 1e-12 * m_family.mass()))
            reject("the masses lie on a line: the body has no inertia about it");
        const bool isFirst = m_report.largestVolume == 0.0;
        m_report.leastVolume = isFirst ? report.volume : std::min(m_report.leastVolume, report.volume);
        m_report.largestVolume = std::max(m_report.largestVolume, report.volume);
        const std::vector<int> crossing = crossingFaces(mesh);
        if (static_cast<int>(crossing.size()) <= m_report.crossingFaces) return;
        m_report.crossingFaces = static_cast<int>(crossing.size());
        m_report.crossingFace = crossing.front();
        m_report.crossingAt = q;
    }

    /// Potential flow of a shape, about the body's origin.
    struct Flow {
        TriangleMesh mesh;
        SpatialInertia addedMass;
        std::vector<Momentum> momenta; ///< per rate of each coordinate
        ShapeResistance::Flow slow;    ///< of Stokes
    };

    Flow solve(const std::vector<double>& q) {
        Flow flow{m_family.mesh(q), {}, {}, {}};
        AddedMassOptions options;
        options.method = m_def.addedMassMethod;
        options.discretisation = m_def.discretisation;
        if (m_def.progress) options.progress = [this](double) { m_def.progress(double(m_solved) / m_toSolve); };
        ++m_solved;
        const AddedMass solved = computeAddedMass(flow.mesh, options);
        flow.addedMass = solved.perDensity;
        std::vector<double> points(3 * flow.mesh.vertices.size()), velocities(points.size());
        std::vector<std::vector<Vector3>> fields;
        std::vector<Vector3> ofVertices(flow.mesh.vertices.size());
        for (int k = 0; k < m_family.size(); ++k) {
            std::vector<double> rates = zero();
            rates[static_cast<std::size_t>(k)] = 1.0;
            m_family.move(q.data(), rates.data(), points.data(), velocities.data());
            double fastest = 0.0;
            for (std::size_t v = 0; v < ofVertices.size(); ++v) {
                ofVertices[v] = Eigen::Map<const Vector3>(velocities.data() + 3 * v);
                fastest = std::max(fastest, ofVertices[v].norm());
            }
            flow.momenta.push_back(deformationMomentum(flow.mesh, ofVertices, solved));
            fields.push_back(ofVertices);
            // Of a symmetric change of shape, whose momentum is 0 but for rounding, an error relative to it has no
            // meaning.
            constexpr double kNoise = 1e-2;
            m_scales.resize(static_cast<std::size_t>(m_family.size()), 0.0);
            double& scale = m_scales[static_cast<std::size_t>(k)];
            scale = std::max({scale, sizeOf(flow.momenta.back(), length()), kNoise * m_report.leastVolume * fastest});
        }
        flow.slow = m_slowFlow->solve(flow.mesh, fields);
        return flow;
    }

    double length() const { return m_length; }

    void setFloors() {
        m_length = m_data->rest->length();
        m_data->move(zero().data(), zero().data(), m_shape);
        const NormalFit fit(m_shape.surface, m_shape.faceVelocity);
        const Matrix6 toMesh = fit.scaledFromMesh().inverse();
        const Matrix6 scaled = toMesh.transpose() * m_data->rest->addedMassPerDensity().matrix() * toMesh;
        m_data->floorOfFit = fit.defaultFloor();
        m_data->floorOfMass = 1e-9 * scaled.trace();
    }

    Eigen::RowVectorXd rowOf(const std::vector<double>& q) {
        const AmplitudeModel::Data& data = *m_data;
        const Flow flow = solve(q);
        Eigen::RowVectorXd row(data.width());
        double* to = row.data();
        for (int k = 0; k < m_family.size(); ++k) {
            std::vector<double> rates = zero();
            rates[static_cast<std::size_t>(k)] = 1.0;
            data.move(q.data(), rates.data(), m_shape);
            const NormalFit fit(m_shape.surface, m_shape.faceVelocity);
            const Matrix6 toMesh = fit.scaledFromMesh().inverse();
            const Matrix6 scaled = toMesh.transpose() * flow.addedMass.matrix() * toMesh;
            if (k == 0) {
                const Matrix6 identity = Matrix6::Identity();
                const Matrix6 map =
                    mapBetween<Matrix6>(fit.matrix + data.floorOfFit * identity, scaled + data.floorOfMass * identity);
                for (int r = 0; r < 6; ++r)
                    for (int c = 0; c <= r; ++c)
                        *to++ = 0.5 * (map(r, c) + map(c, r));
            }
            const Vector6 momentum = flow.momenta[static_cast<std::size_t>(k)].vector();
            const Vector6 rest = toMesh.transpose() * momentum - scaled * fit.twist(data.floorOfFit);
            to = std::copy_n(rest.data(), 6, to);
        }
        const PressureWeights weights = computePressureWeights(flow.mesh, carriedShape(*data.rest, flow.mesh),
                                                               m_def.wakeFactor, m_def.surfacePressure);
        to = std::copy_n(weights.spin.data(), weights.spin.size(), to);
        *to++ = weights.spinLength;
        to = std::copy_n(weights.feltRotations.data(), weights.feltRotations.size(), to);
        to = ViscousRow::write(flow.slow.tensor, to);
        for (const Twist& motion : flow.slow.motions) {
            const Vector6 numbers = motion.vector();
            to = std::copy_n(numbers.data(), 6, to);
        }
        std::copy_n(flow.slow.dissipation.data(), flow.slow.dissipation.size(), to);
        return row;
    }

    void checkTables(const AmplitudeModel& model) {
        SeededRandom random(23);
        DeformedShape shape;
        shape.needsWetting = shape.needsSingle = false;
        for (int check = 0; check < kChecks; ++check) {
            std::vector<double> q;
            for (const ShapeCoordinate& c : m_family.coordinates())
                q.push_back(c.period > 0.0 ? c.period * random.uniform()
                                           : c.least + (c.most - c.least) * random.uniform());
            const Flow exact = solve(q);
            for (int k = 0; k < m_family.size(); ++k) {
                std::vector<double> rates = zero();
                rates[static_cast<std::size_t>(k)] = 1.0;
                model.evaluate(q.data(), rates.data(), shape);
                const Momentum error = shape.fluidMomentum - exact.momenta[static_cast<std::size_t>(k)];
                m_report.momentumError =
                    std::max(m_report.momentumError, sizeOf(error, length()) / m_scales[static_cast<std::size_t>(k)]);
            }
            m_slowFlow->check(shape.surface.viscous(), exact.slow.tensor);
            m_report.inertiaError =
                std::max(m_report.inertiaError, relativeError(shape.surface.addedMassPerDensity().matrix(),
                                                              exact.addedMass.matrix(), length()));
        }
    }

    void warn() {
        m_report.resistanceError = m_slowFlow->resistanceError();
        m_slowFlow->warn(m_report.warnings);
        constexpr double kLargestError = 0.01;
        if (std::max(m_report.inertiaError, m_report.momentumError) > kLargestError) {
            char line[200];
            std::snprintf(line, sizeof line,
                          "the tables are off by %.1f %% of the added mass and %.1f %% of the momentum between nodes: "
                          "use more nodes, or larger sets of coordinates",
                          100.0 * m_report.inertiaError, 100.0 * m_report.momentumError);
            m_report.warnings.push_back(line);
        }
        if (m_report.crossingFaces > 0)
            m_report.warnings.push_back(nameOf(m_report.crossingAt) + ": " + std::to_string(m_report.crossingFaces) +
                                        " faces cross another one, the first is face " +
                                        std::to_string(m_report.crossingFace));
    }

    static constexpr int kChecks = 4;

    const ShapeFamily& m_family; ///< of m_data
    FluidBodyDef m_def;
    AmplitudeReport m_report;
    std::unique_ptr<AmplitudeModel::Data> m_data;
    DeformedShape m_shape;
    std::vector<double> m_scales; ///< of the momentum of each coordinate
    std::unique_ptr<ShapeFlow> m_slowFlow;
    double m_length = 1.0;
    int m_solved = 0, m_toSolve = 1;
};

std::shared_ptr<const AmplitudeModel> AmplitudeModel::build(const ShapeModes& modes, const FluidBodyDef& def) {
    requireValid(modes);
    return AmplitudeModelBuilder(familyOf(modes, FluidBodyModel::kFewestFaces), def).run();
}

std::shared_ptr<const AmplitudeModel> AmplitudeModel::build(const ShapeParts& parts, const FluidBodyDef& def) {
    requireValid(parts);
    return AmplitudeModelBuilder(familyOf(parts, FluidBodyModel::kFewestFaces), def).run();
}

} // namespace ambient
