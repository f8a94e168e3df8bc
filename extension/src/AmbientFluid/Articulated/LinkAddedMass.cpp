// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/LinkAddedMass.h"

#include "AmbientFluid/Math/DenseCholesky.h"
#include "AmbientFluid/Math/Quadrature.h"
#include "AmbientFluid/Math/SymmetricEigen.h"
#include "AmbientFluid/Mesh/MeshComponents.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/Mesh/SolidUnion.h"
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

// Ranges of quadrature in units of the sum of two panels' radii, as in BoundaryOperator.cpp.
constexpr double kNearRange = 1.5;
constexpr double kMiddleRange = 5.0;

/// Normal velocity of a point for the six unit motions of a link, link axes.
Vector6 fluxOf(const Pose& meshFromLink, const Vector3& x, const Vector3& n) {
    const Quaternion linkFromMesh = meshFromLink.orientation.conjugate();
    return unitMotionNormalVelocity(linkFromMesh * (x - meshFromLink.position), linkFromMesh * n);
}

/// A quadrature point of a face, and its weight times the flux there of the motions of the face's link.
struct SourcePoint {
    Vector3 position;
    Eigen::Matrix<double, 1, 6> flux;
};

/// Loads Int hat (1/2 + K') g dA of the motions of each link, of the three corners of one face: 6 columns per link.
class FaceLoads {
  public:
    FaceLoads(const LinkSkin& skin, const std::vector<Panel>& panels) : m_skin(skin), m_panels(panels) {
        for (int face = 0; face < static_cast<int>(panels.size()); ++face) {
            addPoints(face, kTriangleRuleDegree6, m_near);
            addPoints(face, kTriangleRuleDegree2, m_middle);
            addPoint(face, panels[face].centroid, panels[face].area, m_far);
        }
    }

    /// \param points work space
    Matrix of(int face, PanelPoints& points) const {
        const Panel& panel = m_panels[face];
        points.clear();
        forEachPoint(face, [&](int, const SourcePoint& point) { points.add(point.position); });
        points.integrate(panel);
        Matrix load = Matrix::Zero(3, 6 * static_cast<Eigen::Index>(m_skin.meshFromLinks.size()));
        int at = 0;
        forEachPoint(face, [&](int link, const SourcePoint& point) {
            const PanelIntegrals integrals = points.at(at++);
            for (int k = 0; k < 3; ++k)
                load.block<1, 6>(k, 6 * link) += integrals.doubleLayer[k] * point.flux;
        });
        load /= 4.0 * kPi;
        auto own = load.middleCols<6>(6 * m_skin.linkOfFace[face]);
        for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3; ++l)
                own.row(k) +=
                    0.5 * panel.area / 12.0 * (k == l ? 2.0 : 1.0) * fluxAt(face, panel.corner[l]).transpose();
        return load;
    }

    Vector6 fluxAt(int face, const Vector3& x) const {
        return fluxOf(m_skin.meshFromLinks[m_skin.linkOfFace[face]], x, m_panels[face].normal);
    }

  private:
    void addPoint(int face, const Vector3& x, double weight, std::vector<SourcePoint>& to) {
        to.push_back({x, weight * fluxAt(face, x).transpose()});
    }

    template <class Rule>
    void addPoints(int face, const Rule& rule, std::vector<SourcePoint>& to) {
        const Panel& panel = m_panels[face];
        for (const TrianglePoint& q : rule)
            addPoint(face, panel.at(q.barycentric), q.weight * panel.area, to);
    }

    /// Calls f(link, point) for the points of all other faces, more of them the nearer a face is.
    template <class Function>
    void forEachPoint(int face, const Function& f) const {
        const Panel& panel = m_panels[face];
        const std::size_t faces = m_panels.size();
        for (std::size_t j = 0; j < faces; ++j) {
            if (static_cast<int>(j) == face) continue; // a flat panel has no double layer on itself
            const Panel& source = m_panels[j];
            const double range = (source.centroid - panel.centroid).norm() / (source.radius + panel.radius);
            const std::vector<SourcePoint>& points = range < kNearRange     ? m_near
                                                     : range < kMiddleRange ? m_middle
                                                                            : m_far;
            const std::size_t count = points.size() / faces;
            for (std::size_t q = j * count; q < (j + 1) * count; ++q)
                f(m_skin.linkOfFace[j], points[q]);
        }
    }

    const LinkSkin& m_skin;
    const std::vector<Panel>& m_panels;
    std::vector<SourcePoint> m_near, m_middle, m_far; ///< equally many of each face, in the order of faces
};

/// Makes W definite, and the loads free of the net flux of each piece, as solveGalerkin() does.
void removeNullSpace(const TriangleMesh& mesh, GalerkinOperators& op, Matrix& load) {
    const MeshComponents pieces = connectedComponents(mesh, MeshAdjacency(mesh));
    const double weight = op.hypersingular.diagonal().maxCoeff() / op.hatArea.cwiseAbs2().mean();
    for (int c = 0; c < pieces.count(); ++c) {
        Eigen::VectorXd hatArea = Eigen::VectorXd::Zero(mesh.vertexCount());
        for (int f = 0; f < mesh.faceCount(); ++f)
            for (const int v : mesh.faces[f])
                if (pieces.ofFace[f] == c) hatArea[v] = op.hatArea[v];
        op.hypersingular += weight * hatArea * hatArea.transpose();
        const Eigen::VectorXd inPiece = (hatArea.array() > 0.0).cast<double>();
        const Eigen::RowVectorXd mean = inPiece.transpose() * load / hatArea.sum();
        load -= hatArea * mean;
    }
}

} // namespace

LinkSkin skinOfLinks(const std::vector<TriangleMesh>& surfaces, const std::vector<Pose>& worldFromLinks, int faces) {
    if (surfaces.size() != worldFromLinks.size())
        throw std::invalid_argument("skinOfLinks: " + std::to_string(surfaces.size()) + " surfaces for " +
                                    std::to_string(worldFromLinks.size()) + " links");
    std::vector<ConvexSolid> solids;
    std::vector<int> linkOfSolid;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        if (surfaces[i].faces.empty()) continue;
        TriangleMesh placed = surfaces[i];
        for (Vector3& v : placed.vertices)
            v = worldFromLinks[i] * v;
        solids.push_back(ConvexSolid::polyhedron(placed));
        linkOfSolid.push_back(static_cast<int>(i));
    }
    if (solids.empty()) throw std::invalid_argument("skinOfLinks: no link has a surface");
    LinkSkin skin;
    skin.mesh = meshOfUnion(solids, faces);
    skin.meshFromLinks = worldFromLinks;
    for (int f = 0; f < skin.mesh.faceCount(); ++f) {
        const Vector3 centroid = (skin.mesh.corner(f, 0) + skin.mesh.corner(f, 1) + skin.mesh.corner(f, 2)) / 3.0;
        double nearest = std::numeric_limits<double>::infinity();
        int owner = 0;
        for (std::size_t i = 0; i < solids.size(); ++i) {
            const double distance = solids[i].at(centroid).distance;
            if (distance < nearest) owner = linkOfSolid[i];
            nearest = std::min(nearest, distance);
        }
        skin.linkOfFace.push_back(owner);
    }
    return skin;
}

std::shared_ptr<const LinkAddedMass> LinkAddedMass::build(const LinkSkin& skin) {
    const int faces = skin.mesh.faceCount(), links = static_cast<int>(skin.meshFromLinks.size());
    requireUsableMesh(skin.mesh, MeshRepair::None);
    if (static_cast<int>(skin.linkOfFace.size()) != faces)
        throw std::invalid_argument("LinkAddedMass: " + std::to_string(skin.linkOfFace.size()) + " links for " +
                                    std::to_string(faces) + " faces");
    for (int f = 0; f < faces; ++f)
        if (skin.linkOfFace[f] < 0 || skin.linkOfFace[f] >= links)
            throw std::invalid_argument("LinkAddedMass: face " + std::to_string(f) + " belongs to link " +
                                        std::to_string(skin.linkOfFace[f]) + " of " + std::to_string(links));
    for (int i = 0; i < links; ++i)
        if (!skin.meshFromLinks[static_cast<std::size_t>(i)].isFinite())
            throw std::invalid_argument("LinkAddedMass: the pose of link " + std::to_string(i) + " is not finite");

    const std::vector<Panel> panels = makePanels(skin.mesh);
    GalerkinOperators op = assembleGalerkin(skin.mesh, {});
    const FaceLoads loads(skin, panels);
    std::vector<Matrix> corners(static_cast<std::size_t>(faces));
    Matrix flux = Matrix::Zero(faces, 6 * links);
#pragma omp parallel
    {
        PanelPoints points;
#pragma omp for schedule(dynamic, 16)
        for (int f = 0; f < faces; ++f) {
            corners[f] = loads.of(f, points);
            flux.block<1, 6>(f, 6 * skin.linkOfFace[f]) = loads.fluxAt(f, panels[f].centroid).transpose();
        }
    }
    Matrix load = Matrix::Zero(skin.mesh.vertexCount(), 6 * links);
    for (int f = 0; f < faces; ++f)
        for (int k = 0; k < 3; ++k)
            load.row(skin.mesh.faces[f][k]) += corners[f].row(k);
    removeNullSpace(skin.mesh, op, load);
    const DenseCholesky factors(op.hypersingular);
    Matrix energy;
    if (factors.isPositive())
        energy = flux.transpose() * (op.singleLayer * flux) + load.transpose() * factors.solve(load);
    if (!factors.isPositive() || !energy.allFinite())
        throw std::invalid_argument("LinkAddedMass: the faces are too slender, or the body is too thin");
    std::shared_ptr<LinkAddedMass> result(new LinkAddedMass);
    result->m_meshFromLinks = skin.meshFromLinks;
    result->m_perDensity = 0.5 * (energy + energy.transpose());
    return result;
}

SpatialInertia LinkAddedMass::ofWhole(const Eigen::MatrixXd& blocks) const {
    Matrix motions(blocks.rows(), 6); // twists of the links per twist of the whole
    for (int i = 0; i < linkCount(); ++i) {
        const Pose& pose = m_meshFromLinks[static_cast<std::size_t>(i)];
        const Matrix3 turn = pose.orientation.toRotationMatrix().transpose();
        motions.block<3, 3>(6 * i, 0) = turn;
        motions.block<3, 3>(6 * i, 3).setZero();
        motions.block<3, 3>(6 * i + 3, 0) = -turn * skew(pose.position);
        motions.block<3, 3>(6 * i + 3, 3) = turn;
    }
    return SpatialInertia(Matrix6(motions.transpose() * blocks * motions));
}

double LinkAddedMass::errorOfIsolated(const std::vector<SpatialInertia>& isolated,
                                      const std::vector<SpatialInertia>& dry, double density) const {
    if (static_cast<int>(isolated.size()) != linkCount() || isolated.size() != dry.size())
        throw std::invalid_argument("LinkAddedMass: " + std::to_string(linkCount()) + " inertias are needed, got " +
                                    std::to_string(isolated.size()) + " and " + std::to_string(dry.size()));
    Matrix alone = Matrix::Zero(m_perDensity.rows(), m_perDensity.cols()), together = density * m_perDensity;
    for (int i = 0; i < linkCount(); ++i) {
        const std::size_t k = static_cast<std::size_t>(i);
        alone.block<6, 6>(6 * i, 6 * i) = dry[k].matrix() + density * isolated[k].matrix();
        together.block<6, 6>(6 * i, 6 * i) += dry[k].matrix();
    }
    const Vector6 ratios = generalizedEigen(ofWhole(alone).matrix(), ofWhole(together).matrix()).values;
    return (ratios.array() - 1.0).abs().maxCoeff();
}

} // namespace ambient
