// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/BendingSkin.h"

#include "AmbientFluid/Mesh/MassProperties.h"

#include <Eigen/Cholesky>

#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

/// Length over which shares fall off beside a joint, in radii of the body. A bend by an angle does not fold the inside
/// if this is above half the angle in radians: 1.18 for 135 degrees.
constexpr double kBendLength = 1.3;

/// A share of a rigid motion as a dual quaternion.
struct DualQuaternion {
    Eigen::Vector4d real = Eigen::Vector4d::Zero(), dual = Eigen::Vector4d::Zero();
};

DualQuaternion dualOf(const Pose& pose) {
    const Vector3& p = pose.position;
    const Quaternion shift(0.0, 0.5 * p.x(), 0.5 * p.y(), 0.5 * p.z());
    return {pose.orientation.coeffs(), (shift * pose.orientation).coeffs()};
}

} // namespace

BendingSkin::BendingSkin(LinkSkin skin) : m_skin(std::move(skin)) {
    const TriangleMesh& mesh = m_skin.mesh;
    const int vertices = mesh.vertexCount(), links = static_cast<int>(m_skin.meshFromLinks.size());
    if (static_cast<int>(m_skin.linkOfFace.size()) != mesh.faceCount())
        throw std::invalid_argument("BendingSkin: " + std::to_string(m_skin.linkOfFace.size()) + " links for " +
                                    std::to_string(mesh.faceCount()) + " faces");
    // One implicit step of diffusion on the surface, of shares that are those of the faces around each vertex.
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(vertices, vertices), owned = Eigen::MatrixXd::Zero(vertices, links);
    double total = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f)
        total += 0.5 * (mesh.corner(f, 1) - mesh.corner(f, 0)).cross(mesh.corner(f, 2) - mesh.corner(f, 0)).norm();
    const double length = kBendLength * 2.0 * enclosedVolume(mesh) / total; // 2 V/A: the radius of a long cylinder
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const int link = m_skin.linkOfFace[static_cast<std::size_t>(f)];
        if (link < 0 || link >= links)
            throw std::invalid_argument("BendingSkin: face " + std::to_string(f) + " belongs to link " +
                                        std::to_string(link) + " of " + std::to_string(links));
        const Vector3 edges[3] = {mesh.corner(f, 2) - mesh.corner(f, 1), mesh.corner(f, 0) - mesh.corner(f, 2),
                                  mesh.corner(f, 1) - mesh.corner(f, 0)};
        const double area = 0.5 * edges[0].cross(edges[1]).norm();
        const auto& corners = mesh.faces[static_cast<std::size_t>(f)];
        for (int i = 0; i < 3; ++i) {
            owned(corners[i], link) += area / 3.0;
            matrix(corners[i], corners[i]) += area / 3.0;
            for (int j = 0; j < 3; ++j)
                matrix(corners[i], corners[j]) += length * length * edges[i].dot(edges[j]) / (4.0 * area);
        }
    }
    m_shares = matrix.ldlt().solve(owned).cwiseMax(0.0);
    m_shares.array().colwise() /= m_shares.rowwise().sum().array().eval();
}

LinkSkin BendingSkin::at(const std::vector<Pose>& worldFromLinks) const {
    if (worldFromLinks.size() != m_skin.meshFromLinks.size())
        throw std::invalid_argument("BendingSkin: " + std::to_string(worldFromLinks.size()) + " poses for " +
                                    std::to_string(m_skin.meshFromLinks.size()) + " links");
    std::vector<DualQuaternion> motions;
    for (std::size_t i = 0; i < worldFromLinks.size(); ++i)
        motions.push_back(dualOf(worldFromLinks[i] * m_skin.meshFromLinks[i].inverse()));
    LinkSkin result = m_skin;
    result.meshFromLinks = worldFromLinks;
    for (int v = 0; v < m_skin.mesh.vertexCount(); ++v) {
        Eigen::Index first = 0;
        m_shares.row(v).maxCoeff(&first);
        DualQuaternion sum;
        for (std::size_t i = 0; i < motions.size(); ++i) {
            // The nearer one of the two quaternions of a rotation.
            const bool isOpposite = motions[i].real.dot(motions[static_cast<std::size_t>(first)].real) < 0.0;
            const double share = (isOpposite ? -1.0 : 1.0) * m_shares(v, static_cast<Eigen::Index>(i));
            sum.real += share * motions[i].real;
            sum.dual += share * motions[i].dual;
        }
        const double scale = sum.real.norm();
        const Quaternion turn(Eigen::Vector4d(sum.real / scale)), dual(Eigen::Vector4d(sum.dual / scale));
        const Quaternion shift = dual * turn.conjugate();
        result.mesh.vertices[static_cast<std::size_t>(v)] =
            turn * m_skin.mesh.vertices[static_cast<std::size_t>(v)] + 2.0 * Vector3(shift.vec());
    }
    return result;
}

} // namespace ambient
