// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/StokesResistance.h"

#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Locomotion/StokesKernel.h"
#include "AmbientFluid/Mesh/DisjointSets.h"

#include <Eigen/Cholesky>

#include <cmath>
#include <map>
#include <stdexcept>

namespace ambient {
namespace {

using Fields = Eigen::MatrixXd; // three rows per face, a column per field

/// Centroids and area vectors of the faces.
struct FaceData {
    std::vector<TriangleCorners> corners;
    PointColumns centroid, area;

    explicit FaceData(const Shape& shape) {
        const auto count = static_cast<Eigen::Index>(shape.topology.faces.size());
        centroid.resize(3, count);
        area.resize(3, count);
        for (Eigen::Index f = 0; f < count; ++f) {
            const auto& [a, b, c] = shape.topology.faces[static_cast<std::size_t>(f)];
            corners.push_back({shape.points.col(a), shape.points.col(b), shape.points.col(c)});
            const TriangleCorners& t = corners.back();
            centroid.col(f) = (t[0] + t[1] + t[2]) / 3.0;
            area.col(f) = 0.5 * (t[1] - t[0]).cross(t[2] - t[0]);
        }
    }
};

/// Means of a field of points over the faces, three rows each.
Eigen::VectorXd overFaces(const Shape& shape, const PointColumns& field) {
    const auto count = static_cast<Eigen::Index>(shape.topology.faces.size());
    Eigen::VectorXd mean(3 * count);
    for (Eigen::Index f = 0; f < count; ++f) {
        const auto& [a, b, c] = shape.topology.faces[static_cast<std::size_t>(f)];
        mean.segment<3>(3 * f) = (field.col(a) + field.col(b) + field.col(c)) / 3.0;
    }
    return mean;
}

/// The piece that each face belongs to, by its first face; -1 for pieces with an edge that is not between two faces of
/// the same sense: open ones.
std::vector<int> closedPieces(const ShapeTopology& topology, int points) {
    DisjointSets sets(points);
    std::map<std::pair<int, int>, int> balance;
    for (const auto& face : topology.faces)
        for (int k = 0; k < 3; ++k) {
            const int a = face[k], b = face[(k + 1) % 3];
            sets.join(a, b);
            balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    std::vector<bool> isOpen(static_cast<std::size_t>(points), false);
    for (const auto& [edge, sum] : balance)
        if (sum != 0) isOpen[sets.root(edge.first)] = true;
    std::vector<int> pieces;
    for (const auto& face : topology.faces) {
        const int root = sets.root(face[0]);
        pieces.push_back(isOpen[root] ? -1 : root);
    }
    return pieces;
}

/// The symmetric system of tractions: A S with the areas A, and its solutions.
class StokesSystem {
  public:
    StokesSystem(const Shape& shape, double viscosity) : faces(shape) {
        const Eigen::Index count = faces.area.cols();
        if (count > StokesResistance::kMostFaces)
            throw std::invalid_argument("stokes: " + std::to_string(count) + " faces are more than " +
                                        std::to_string(StokesResistance::kMostFaces));
        fill(viscosity);
        addPressures(closedPieces(shape.topology, static_cast<int>(shape.points.cols())), viscosity);
        m_solver.compute(m_matrix);
        if (m_solver.info() != Eigen::Success)
            throw std::runtime_error("stokes: the system is singular; are there faces on top of each other?");
    }

    /// Tractions times areas of velocities at the faces.
    Fields forces(const Fields& velocities) const {
        const Fields weighted = m_area.asDiagonal() * velocities;
        return m_area.asDiagonal() * m_solver.solve(weighted);
    }

    const FaceData faces;

  private:
    void fill(double viscosity) {
        const Eigen::Index count = faces.area.cols();
        m_area.resize(3 * count);
        for (Eigen::Index f = 0; f < count; ++f)
            m_area.segment<3>(3 * f).setConstant(faces.area.col(f).norm());
        // Half the sum of both orders of a pair, in the lower triangle.
        m_matrix.resize(3 * count, 3 * count);
        const double scale = 0.5 / (8.0 * kPi * viscosity);
        for (Eigen::Index j = 0; j < count; ++j) {
            m_matrix.block<3, 3>(3 * j, 3 * j) =
                2.0 * scale * m_area[3 * j] * stokesletSelfIntegral(faces.corners[static_cast<std::size_t>(j)]);
            for (Eigen::Index i = j + 1; i < count; ++i)
                m_matrix.block<3, 3>(3 * i, 3 * j) =
                    scale * (m_area[3 * i] *
                                 stokesletIntegral(faces.corners[static_cast<std::size_t>(j)], faces.centroid.col(i)) +
                             m_area[3 * j] *
                                 stokesletIntegral(faces.corners[static_cast<std::size_t>(i)], faces.centroid.col(j)));
        }
    }

    /// A constant pressure on a closed piece moves no fluid: without this its amount would be rounding. Rigid motions
    /// have no net flux, so that it does not enter them.
    void addPressures(const std::vector<int>& pieces, double viscosity) {
        std::map<int, Eigen::VectorXd> normals;
        for (std::size_t f = 0; f < pieces.size(); ++f) {
            if (pieces[f] < 0) continue;
            Eigen::VectorXd& normal = normals[pieces[f]];
            if (normal.size() == 0) normal.setZero(m_area.size());
            const auto column = static_cast<Eigen::Index>(f);
            normal.segment<3>(3 * column) = faces.area.col(column);
        }
        for (const auto& [piece, normal] : normals) {
            const double size = std::sqrt(normal.squaredNorm() / faces.area.colwise().norm().mean());
            m_matrix.selfadjointView<Eigen::Lower>().rankUpdate(normal, 1.0 / (viscosity * size));
        }
    }

    Eigen::MatrixXd m_matrix; // lower triangle
    Eigen::VectorXd m_area;   // of the face of each row
    Eigen::LLT<Eigen::MatrixXd> m_solver;
};

/// Velocities of the six rigid motions at the centroids.
Fields rigidMotions(const PointColumns& centroid) {
    Fields motions(3 * centroid.cols(), 6);
    for (Eigen::Index f = 0; f < centroid.cols(); ++f) {
        motions.block<3, 3>(3 * f, 0) = -skew(centroid.col(f));
        motions.block<3, 3>(3 * f, 3).setIdentity();
    }
    return motions;
}

} // namespace

StokesResistance::StokesResistance(double viscosity) : m_viscosity(viscosity) {
    if (!(viscosity > 0.0) || !std::isfinite(viscosity))
        throw std::invalid_argument("stokes: the viscosity " + std::to_string(viscosity) + " Pa s is not positive");
}

ShapeReduction StokesResistance::reduce(const Shape& shape, const PointColumns& velocity) const {
    const StokesSystem system(shape, m_viscosity);
    const Fields motions = rigidMotions(system.faces.centroid), forces = system.forces(motions);
    ShapeReduction reduction;
    const Matrix6 locked = motions.transpose() * forces;
    reduction.locked = 0.5 * (locked + locked.transpose());
    reduction.momentum = forces.transpose() * overFaces(shape, velocity);
    return reduction;
}

AffineForm StokesResistance::affineForm(const Shape& shape, const PointColumns& other,
                                        const FormOrigins& origins) const {
    const StokesSystem system(shape, m_viscosity);
    const Eigen::Index count = system.faces.centroid.cols();
    const Eigen::VectorXd y = overFaces(shape, other);
    // The fields y_k e_i, y_3 = 1, and then x itself.
    Fields fields = Fields::Zero(3 * count, 13);
    for (Eigen::Index f = 0; f < count; ++f)
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k)
                fields(3 * f + i, 3 * k + i) = y[3 * f + k] - origins.ofOther[k];
            fields(3 * f + i, 9 + i) = 1.0;
            fields(3 * f + i, 12) = system.faces.centroid(i, f) - origins.ofShape[i];
        }
    const Eigen::MatrixXd products = fields.transpose() * system.forces(fields);
    AffineForm form;
    form.quadratic = 0.5 * (products + products.transpose()).topLeftCorner<12, 12>();
    form.linear = products.col(12).head<12>();
    form.constant = products(12, 12);
    form.traces = FaceResistance(1.0).affineForm(shape, other, origins).traces;
    return form;
}

void StokesResistance::addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const {
    FaceResistance(1.0).addRegistration(shape, other, sums);
}

} // namespace ambient
