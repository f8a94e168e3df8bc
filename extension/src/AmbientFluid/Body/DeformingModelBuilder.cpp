// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DeformingModelData.h"
#include "AmbientFluid/Body/ShapeFlow.h"
#include "AmbientFluid/Body/ShapeFrames.h"
#include "AmbientFluid/Body/TableErrors.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/SurfaceFolds.h"
#include "AmbientFluid/PotentialFlow/DeformationMomentum.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace ambient {
namespace {

[[noreturn]] void rejectKey(int key, const std::string& text) {
    throw std::invalid_argument("DeformingModel: key " + std::to_string(key) + ": " + text);
}

} // namespace

/// One build.
class DeformingModelBuilder {
  public:
    DeformingModelBuilder(const ShapeSequence& sequence, const FluidBodyDef& def)
        : m_def(def), m_sequence(checked(sequence, def)), m_masses(m_sequence) {}

    std::shared_ptr<const DeformingModel> run() {
        const auto start = std::chrono::steady_clock::now();
        checkSurfaces();
        const PlacedKeys placed = placeKeys(m_sequence, m_masses);
        const bool isSmooth = m_sequence.interpolation == ShapeSequence::Interpolation::Smooth;
        m_points = placed.points;
        const ShapeIntervals intervals(m_sequence.times, m_sequence.period, isSmooth);
        requireInertia();
        m_data = std::make_unique<DeformingModel::Data>(
            intervals, FluidBodyModel::build(meshOf(m_points.row(m_sequence.restKey).data()), restDef()));
        m_data->mass = m_masses.total();
        m_slowFlow = std::make_unique<ShapeFlow>(*m_data->rest, m_def.viscousFaces);
        m_data->masses = std::make_unique<ShapeMasses>(m_masses);
        m_data->vertexCount = static_cast<int>(m_sequence.keys.front().size());
        m_data->points = m_points;
        m_data->slopes = splineSlopes(intervals.steps(), m_points, intervals.ends());
        placeAuthor(placed.authorFromBody);
        fillTable();
        checkTable();
        warn();
        m_data->report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return std::shared_ptr<const DeformingModel>(new DeformingModel(std::move(m_data)));
    }

  private:
    static ShapeSequence checked(const ShapeSequence& sequence, const FluidBodyDef& def) {
        requireValid(sequence);
        if (def.porosity > 0.0)
            throw std::invalid_argument("DeformingModel: a shape that changes has no porosity: no factor is known for "
                                        "the momentum of its change");
        if (def.addedMass)
            throw std::invalid_argument("DeformingModel: a given added mass has no potentials, which the momentum of "
                                        "the change of shape needs");
        return refineEvenly(sequence, FluidBodyModel::kFewestFaces);
    }

    FluidBodyDef restDef() const {
        FluidBodyDef def = m_def;
        def.repair = MeshRepair::None;
        def.sheetThickness = 0.0;
        return def;
    }

    TriangleMesh meshOf(const double* points) const {
        TriangleMesh mesh{std::vector<Vector3>(m_sequence.keys.front().size()), m_sequence.faces};
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
            mesh.vertices[v] = Eigen::Map<const Vector3>(points + 3 * v);
        return mesh;
    }

    void checkSurfaces() {
        const TriangleMesh rest = m_sequence.mesh(m_sequence.restKey);
        for (int k = 0; k < static_cast<int>(m_sequence.keys.size()); ++k) {
            const TriangleMesh mesh = m_sequence.mesh(k);
            const MeshReport report = checkMesh(mesh);
            if (!report.usable()) rejectKey(k, report.issues.front().message);
            const int turned = firstTurnedFace(rest, mesh);
            if (turned >= 0)
                rejectKey(k, "face " + std::to_string(turned) + " is inside out, or folded over its neighbour");
            noteCrossing(mesh, k);
            DeformingReport& found = m_report;
            found.leastVolume = k == 0 ? report.volume : std::min(found.leastVolume, report.volume);
            found.largestVolume = std::max(found.largestVolume, report.volume);
        }
    }

    void noteCrossing(const TriangleMesh& mesh, int key) {
        const std::vector<int> crossing = crossingFaces(mesh);
        if (static_cast<int>(crossing.size()) <= m_report.crossingFaces) return;
        m_report.crossingFaces = static_cast<int>(crossing.size());
        m_report.crossingKey = key;
        m_report.crossingFace = crossing.front();
    }

    void requireInertia() const {
        std::vector<Vector3> places;
        for (Eigen::Index k = 0; k < m_points.rows(); ++k) {
            m_masses.places(m_points.row(k).data(), places);
            const SpatialInertia inertia = m_masses.inertia(places);
            const double length = std::sqrt(surfaceArea(meshOf(m_points.row(k).data())));
            if (!(inertia.smallestEigenvalue(length) > 1e-12 * m_masses.total()))
                rejectKey(static_cast<int>(k), "the masses lie on a line: the body has no inertia about it");
        }
    }

    void placeAuthor(const std::vector<Pose>& authorFromBody) {
        KnotRows rows(m_points.rows(), 7);
        for (Eigen::Index k = 0; k < rows.rows(); ++k) {
            const Pose& pose = authorFromBody[static_cast<std::size_t>(k)];
            Eigen::Vector4d turn = pose.orientation.coeffs();
            if (k > 0 && turn.dot(rows.row(k - 1).tail<4>()) < 0.0) turn = -turn;
            rows.row(k) << pose.position.transpose(), turn.transpose();
        }
        DeformingModel::Data& data = *m_data;
        const SplineEnds ends = data.intervals.ends();
        const bool flips =
            ends == SplineEnds::Periodic && rows.row(0).tail<4>().dot(rows.bottomRows<1>().tail<4>()) < 0;
        data.authorEnds = flips ? SplineEnds::Antiperiodic : ends;
        data.authorRows = rows;
        data.authorSlopes = splineSlopes(data.intervals.steps(), rows, ends);
        data.authorSlopes.rightCols<4>() = splineSlopes(data.intervals.steps(), rows.rightCols<4>(), data.authorEnds);
    }

    /// Solves the flow of a shape.
    ShapeNumbers solve(const std::vector<double>& points, const std::vector<double>& velocities) {
        const TriangleMesh mesh = meshOf(points.data());
        AddedMassOptions options;
        options.method = m_def.addedMassMethod;
        options.discretisation = m_def.discretisation;
        if (m_def.progress) options.progress = [this](double) { m_def.progress(double(m_solved) / m_toSolve); };
        ++m_solved;
        const AddedMass flow = computeAddedMass(mesh, options);
        ShapeNumbers numbers;
        numbers.addedMassPerDensity = flow.perDensity;
        numbers.fluidMomentum = deformationMomentum(mesh, meshOf(velocities.data()).vertices, flow);
        std::vector<Vector3> places, rates;
        m_masses.places(points.data(), places);
        m_masses.places(velocities.data(), rates);
        numbers.bodyInertia = m_masses.inertia(places);
        numbers.bodyAngularMomentum = m_masses.angularMomentum(places, rates);
        const ShapeResistance::Flow slow = m_slowFlow->solve(mesh, {meshOf(velocities.data()).vertices});
        numbers.viscous = slow.tensor;
        numbers.viscous.shapeMotion = slow.motions.front();
        numbers.viscous.shapePower = slow.dissipation(0, 0);
        const PressureWeights weights =
            computePressureWeights(mesh, carriedShape(*m_data->rest, mesh), m_def.wakeFactor, m_def.surfacePressure);
        numbers.spin = weights.spin;
        numbers.spinLength = weights.spinLength;
        numbers.feltRotations = weights.feltRotations;
        return numbers;
    }

    ShapeNumbers solveAt(const ShapeIntervals::Place& place) {
        std::vector<double> points, velocities;
        m_data->blend(place, 1.0, points, velocities);
        // Of a symmetric change of shape, whose momentum is 0 but for rounding, an error relative to it has no meaning.
        constexpr double kNoise = 1e-3;
        const auto fastest = Eigen::Map<const Eigen::VectorXd>(velocities.data(), 3 * m_data->vertexCount);
        m_momentumScale = std::max(m_momentumScale, kNoise * m_report.leastVolume * fastest.lpNorm<Eigen::Infinity>());
        return solve(points, velocities);
    }

    void fillTable() {
        const ShapeIntervals& intervals = m_data->intervals;
        const bool isSmooth = intervals.isSmooth() || intervals.count() == 0;
        const int rowCount = m_data->rowCount();
        m_toSolve = rowCount + (intervals.count() > 0 ? kChecks : 0);
        KnotRows rows(rowCount, ShapeTable::kWidth);
        for (int row = 0; row < rowCount; ++row) {
            const ShapeNumbers numbers = solveAt(m_data->placeOfRow(row));
            rows.row(row) = ShapeTable::row(numbers);
            m_momentumScale = std::max(m_momentumScale, sizeOf(numbers.fluidMomentum, length()));
            if (!isSmooth) noteJump(numbers, row);
        }
        m_report.keysSolved = rowCount;
        m_data->table.fill(intervals, rows);
    }

    /// Compares the velocity at the start of an interval with that at the end of the one before.
    void noteJump(const ShapeNumbers& numbers, int row) {
        const double density = m_masses.total() / m_report.leastVolume;
        const SpatialInertia inertia = numbers.bodyInertia + numbers.addedMassPerDensity.scaled(density);
        const Momentum sigma = density * numbers.fluidMomentum + Momentum(numbers.bodyAngularMomentum, Vector3::Zero());
        const Vector6 velocity = inertia.matrix().llt().solve(sigma.vector());
        const auto compare = [&](const Vector6& other) {
            const Vector6 jump = velocity - other;
            m_report.worstJump = std::max(m_report.worstJump, jump.tail<3>().norm() + length() * jump.head<3>().norm());
        };
        const bool loops = m_sequence.period > 0.0;
        const int last = 3 * m_data->intervals.count() - 1;
        if (row == 0) m_firstVelocity = velocity;
        if (row == 0 && !loops) compare(Vector6::Zero());
        if (row % 3 == 0 && row > 0) compare(m_lastVelocity);
        if (row == last) compare(loops ? m_firstVelocity : Vector6(Vector6::Zero()));
        m_lastVelocity = velocity;
    }

    void checkTable() {
        const ShapeIntervals& intervals = m_data->intervals;
        if (intervals.count() == 0) return;
        for (int check = 0; check < kChecks; ++check) {
            // Straight intervals are quadratic through their middle: their largest error is elsewhere.
            const int interval = std::min((2 * check + 1) * intervals.count() / (2 * kChecks), intervals.count() - 1);
            const ShapeIntervals::Place place{interval, intervals.isSmooth() ? 0.5 : 0.25,
                                              intervals.steps()[static_cast<std::size_t>(interval)]};
            const ShapeNumbers exact = solveAt(place);
            ShapeNumbers found;
            found.viscous = m_data->rest->viscousTensor();
            m_data->table.evaluate(intervals, place, m_masses.total(), found);
            m_report.inertiaError =
                std::max(m_report.inertiaError, relativeError(found.addedMassPerDensity.matrix(),
                                                              exact.addedMassPerDensity.matrix(), length()));
            m_slowFlow->check(found.viscous, exact.viscous);
            if (m_momentumScale > 0.0)
                m_report.momentumError =
                    std::max(m_report.momentumError,
                             sizeOf(found.fluidMomentum - exact.fluidMomentum, length()) / m_momentumScale);
        }
    }

    void warn() {
        DeformingReport& report = m_report;
        report.resistanceError = m_slowFlow->resistanceError();
        m_slowFlow->warn(report.warnings);
        char line[200];
        constexpr double kLargestError = 0.01;
        if (std::max(report.inertiaError, report.momentumError) > kLargestError) {
            std::snprintf(
                line, sizeof line,
                "the tables are off by %.1f %% of the added mass and %.1f %% of the momentum between keys: use "
                "more keys",
                100.0 * report.inertiaError, 100.0 * report.momentumError);
            report.warnings.push_back(line);
        }
        if (report.crossingKey >= 0)
            report.warnings.push_back(
                "key " + std::to_string(report.crossingKey) + ": " + std::to_string(report.crossingFaces) +
                " faces cross another one, the first is face " + std::to_string(report.crossingFace));
        if (report.worstJump > 0.0) {
            std::snprintf(line, sizeof line,
                          "the velocity jumps by up to %.3g m/s at keys: linear keys have no smooth "
                          "motion",
                          report.worstJump);
            report.warnings.push_back(line);
        }
        m_data->report = report;
    }

    double length() const { return m_data->rest->length(); }

    static constexpr int kChecks = 3;

    FluidBodyDef m_def;
    ShapeSequence m_sequence;
    ShapeMasses m_masses;
    KnotRows m_points;
    DeformingReport m_report;
    std::unique_ptr<DeformingModel::Data> m_data;
    int m_solved = 0, m_toSolve = 1;
    double m_momentumScale = 0.0; ///< of errors [m^4/s]
    std::unique_ptr<ShapeFlow> m_slowFlow;
    Vector6 m_firstVelocity = Vector6::Zero(), m_lastVelocity = Vector6::Zero();
};

std::shared_ptr<const DeformingModel> DeformingModel::build(const ShapeSequence& sequence, const FluidBodyDef& def) {
    return DeformingModelBuilder(sequence, def).run();
}

} // namespace ambient
