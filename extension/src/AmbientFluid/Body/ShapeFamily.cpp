// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeFamily.h"

#include "AmbientFluid/Body/ShapeMasses.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <algorithm>
#include <numeric>

namespace ambient {

ShapeFamily::ShapeFamily(std::vector<ShapeCoordinate> coordinates, ShapeGroups together)
    : m_coordinates(std::move(coordinates)), m_together(std::move(together)) {
    for (std::size_t k = 0; k < m_coordinates.size(); ++k) {
        ShapeCoordinate& c = m_coordinates[k];
        if (c.name.empty()) c.name = std::to_string(k);
        if (c.nodes == 0) c.nodes = c.period > 0.0 ? 9 : 3;
    }
    if (!m_together.empty()) return;
    if (size() <= 3) {
        m_together.emplace_back(m_coordinates.size());
        std::iota(m_together.front().begin(), m_together.front().end(), 0);
        return;
    }
    for (int a = 0; a < size(); ++a)
        for (int b = a + 1; b < size(); ++b)
            m_together.push_back({a, b});
}

TriangleMesh ShapeFamily::mesh(const std::vector<double>& q) const {
    const std::vector<double> still(q.size(), 0.0);
    TriangleMesh mesh{std::vector<Vector3>(static_cast<std::size_t>(m_vertexCount)), m_faces};
    move(q.data(), still.data(), mesh.vertices.front().data(), nullptr);
    return mesh;
}

namespace {

std::vector<ShapeCoordinate> amplitudesOf(const ShapeModes& modes) {
    std::vector<ShapeCoordinate> all;
    for (const ShapeModes::Mode& mode : modes.modes)
        all.push_back(mode.amplitude);
    return all;
}

/// The mesh at rest, and at amplitude 1 of each mode, as the keys of a sequence.
ShapeSequence keysOf(const ShapeModes& modes, int leastFaces) {
    ShapeSequence s;
    s.faces = modes.rest.faces;
    s.keys = {modes.rest.vertices};
    s.masses = modes.masses;
    s.mass = modes.mass;
    s.vertexMasses = modes.vertexMasses;
    s.extraMasses = modes.extraMasses;
    for (std::size_t k = 0; k <= modes.modes.size(); ++k)
        s.times.push_back(static_cast<double>(k));
    for (const ShapeModes::Mode& mode : modes.modes) {
        s.keys.push_back(modes.rest.vertices);
        for (std::size_t v = 0; v < mode.offsets.size(); ++v)
            s.keys.back()[v] += mode.offsets[v];
        for (std::size_t i = 0; i < s.extraMasses.size(); ++i) {
            Vector3 place = modes.extraMasses[i].path.front();
            if (!mode.massOffsets.empty()) place += mode.massOffsets[i];
            s.extraMasses[i].path.push_back(place);
        }
    }
    return refineEvenly(s, leastFaces);
}

/// x = x_0 + sum q_k x_k, for vertices and masses.
class ModeFamily final : public ShapeFamily {
  public:
    ModeFamily(const ShapeModes& modes, int leastFaces) : ShapeFamily(amplitudesOf(modes), modes.together) {
        const ShapeSequence keys = keysOf(modes, leastFaces);
        const ShapeMasses masses(keys);
        m_faces = keys.faces;
        m_vertexCount = static_cast<int>(keys.keys.front().size());
        m_mass = masses.total();
        m_rows = pointsOfKeys(keys);
        const int count = size() + 1;
        std::vector<std::vector<Vector3>> places(static_cast<std::size_t>(count));
        for (int k = 0; k < count; ++k) {
            m_centers.push_back(masses.center(m_rows.row(k).data()));
            masses.places(m_rows.row(k).data(), places[static_cast<std::size_t>(k)]);
        }
        for (int k = count - 1; k >= 0; --k) { // offsets in place of keys, from the centres of mass
            const std::size_t i = static_cast<std::size_t>(k);
            if (k > 0) {
                m_rows.row(k) -= m_rows.row(0);
                m_centers[i] -= m_centers[0];
            }
            for (std::size_t m = 0; m < places[i].size(); ++m)
                places[i][m] -= m_centers[i] + (k > 0 ? places[0][m] : Vector3(Vector3::Zero()));
            for (int v = 0; v < m_vertexCount; ++v)
                m_rows.row(k).segment<3>(3 * v) -= m_centers[i].transpose();
        }
        for (const auto& a : places)
            for (const auto& b : places) {
                Matrix3 sum = Matrix3::Zero();
                for (std::size_t m = 0; m < a.size(); ++m)
                    sum += masses.masses()[m] * a[m] * b[m].transpose();
                m_moments.push_back(sum);
            }
    }

    void move(const double* q, const double* rates, double* points, double* velocities) const override {
        const int count = 3 * m_vertexCount;
        std::copy_n(m_rows.row(0).data(), count, points);
        if (velocities) std::fill_n(velocities, count, 0.0);
        for (int k = 0; k < size(); ++k) {
            const double* const mode = m_rows.row(k + 1).data();
            const double amplitude = q[k], rate = rates[k];
            for (int i = 0; i < count; ++i)
                points[i] += amplitude * mode[i];
            for (int i = 0; velocities && i < count; ++i)
                velocities[i] += rate * mode[i];
        }
    }

    DryShape dry(const double* q, const double* rates) const override {
        DryShape dry;
        Matrix3 places = Matrix3::Zero(), mixed = Matrix3::Zero(), moved = Matrix3::Zero();
        for (int a = 0; a <= size(); ++a) {
            const double qa = a == 0 ? 1.0 : q[a - 1];
            dry.center += qa * m_centers[static_cast<std::size_t>(a)];
            for (int b = 0; b <= size(); ++b) {
                const Matrix3& moment = m_moments[static_cast<std::size_t>(a * (size() + 1) + b)];
                places += qa * (b == 0 ? 1.0 : q[b - 1]) * moment;
                if (b == 0) continue;
                mixed += qa * rates[b - 1] * moment;
                if (a > 0) moved += rates[a - 1] * rates[b - 1] * moment;
            }
        }
        dry.inertia = places.trace() * Matrix3::Identity() - places;
        dry.inertia = (0.5 * (dry.inertia + dry.inertia.transpose())).eval();
        dry.angularMomentum = {mixed(1, 2) - mixed(2, 1), mixed(2, 0) - mixed(0, 2), mixed(0, 1) - mixed(1, 0)};
        dry.energy = 0.5 * moved.trace();
        return dry;
    }

  private:
    KnotRows m_rows;                ///< at rest, then the offsets of the modes, from the centre of mass: x y z each
    std::vector<Vector3> m_centers; ///< of mass at rest, then its offsets
    std::vector<Matrix3> m_moments; ///< sums of mass times x_a x_b^T
};

class PartFamily final : public ShapeFamily {
  public:
    PartFamily(const ShapeParts& parts, int leastFaces) : ShapeFamily(parts.coordinates, parts.together) {
        ShapeSequence all;
        all.mass = 1.0;
        all.times = {0.0};
        all.keys.emplace_back();
        std::vector<int> partOfFace;
        for (std::size_t p = 0; p < parts.parts.size(); ++p) {
            const ShapeParts::Part& part = parts.parts[p];
            const int first = static_cast<int>(all.keys.front().size());
            all.keys.front().insert(all.keys.front().end(), part.mesh.vertices.begin(), part.mesh.vertices.end());
            for (const auto& [a, b, c] : part.mesh.faces) {
                all.faces.push_back({a + first, b + first, c + first});
                partOfFace.push_back(static_cast<int>(p));
            }
            m_parts.push_back(rigid(part));
            m_mass += m_parts.back().mass;
        }
        const std::size_t given = all.faces.size();
        all = refineEvenly(all, leastFaces);
        m_faces = all.faces;
        m_rest = all.keys.front();
        m_vertexCount = static_cast<int>(m_rest.size());
        m_partOfVertex.assign(m_rest.size(), 0);
        const std::size_t splits = m_faces.size() / given; // each face became as many, in its place
        for (std::size_t f = 0; f < m_faces.size(); ++f)
            for (int corner : m_faces[f])
                m_partOfVertex[static_cast<std::size_t>(corner)] = partOfFace[f / splits];
    }

    void move(const double* q, const double* rates, double* points, double* velocities) const override {
        Placed placed[kMostShapeParts];
        const Vector3 center = place(q, rates, placed), centerVelocity = velocityOfCenter(placed);
        for (std::size_t v = 0; v < m_rest.size(); ++v) {
            const Placed& part = placed[m_partOfVertex[v]];
            const Vector3 at = part.turn * m_rest[v] + part.shift;
            Eigen::Map<Vector3>(points + 3 * v) = at - center;
            if (velocities)
                Eigen::Map<Vector3>(velocities + 3 * v) = part.linear + part.spin.cross(at) - centerVelocity;
        }
    }

    DryShape dry(const double* q, const double* rates) const override {
        Placed placed[kMostShapeParts];
        DryShape dry;
        dry.center = place(q, rates, placed);
        const Vector3 centerVelocity = velocityOfCenter(placed);
        for (std::size_t p = 0; p < m_parts.size(); ++p) {
            const Rigid& part = m_parts[p];
            const Placed& at = placed[p];
            const Vector3 middle = at.turn * part.center + at.shift, r = middle - dry.center;
            const Vector3 velocity = at.linear + at.spin.cross(middle) - centerVelocity;
            const Matrix3 inertia = at.turn * part.inertia * at.turn.transpose();
            const Vector3 spin = inertia * at.spin;
            dry.inertia += inertia + part.mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
            dry.angularMomentum += spin + part.mass * r.cross(velocity);
            dry.energy += 0.5 * (at.spin.dot(spin) + part.mass * velocity.squaredNorm());
        }
        dry.inertia = (0.5 * (dry.inertia + dry.inertia.transpose())).eval();
        return dry;
    }

  private:
    /// The masses of a part, with all coordinates at 0.
    struct Rigid {
        double mass = 0.0;
        Vector3 center = Vector3::Zero();
        Matrix3 inertia = Matrix3::Zero(); ///< about the centre
        std::vector<ShapeParts::Joint> joints;
    };
    /// A part in a shape: x = turn x_rest + shift, with the velocity linear + spin cross x. Author's frame.
    struct Placed {
        Matrix3 turn = Matrix3::Identity();
        Vector3 shift = Vector3::Zero(), spin = Vector3::Zero(), linear = Vector3::Zero();
    };

    static Rigid rigid(const ShapeParts::Part& part) {
        Rigid rigid;
        const MassProperties solid = solidMassProperties(part.mesh, part.mass / enclosedVolume(part.mesh));
        rigid.mass = solid.mass;
        rigid.center = solid.mass * solid.centerOfMass;
        for (const ShapeParts::PointMass& point : part.points) {
            rigid.mass += point.mass;
            rigid.center += point.mass * point.place;
        }
        rigid.center /= rigid.mass;
        const auto about = [&](double mass, const Vector3& place) -> Matrix3 {
            const Vector3 r = place - rigid.center;
            return mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
        };
        rigid.inertia = solid.inertia + about(solid.mass, solid.centerOfMass);
        for (const ShapeParts::PointMass& point : part.points)
            rigid.inertia += about(point.mass, point.place);
        rigid.joints = part.joints;
        for (ShapeParts::Joint& joint : rigid.joints)
            joint.axis.normalize();
        return rigid;
    }

    /// Places all parts. \returns the centre of mass
    Vector3 place(const double* q, const double* rates, Placed* placed) const {
        Vector3 center = Vector3::Zero();
        for (std::size_t p = 0; p < m_parts.size(); ++p) {
            Placed& at = placed[p];
            for (const ShapeParts::Joint& joint : m_parts[p].joints) {
                const double by = joint.factor * q[joint.coordinate], rate = joint.factor * rates[joint.coordinate];
                const Vector3 axis = at.turn * joint.axis, point = at.turn * joint.point + at.shift;
                if (joint.slides) {
                    at.linear += rate * axis;
                    at.shift += by * axis;
                    continue;
                }
                at.spin += rate * axis;
                at.linear -= rate * axis.cross(point);
                const Matrix3 turn = expSO3(by * joint.axis).toRotationMatrix();
                at.shift += at.turn * (joint.point - turn * joint.point);
                at.turn = (at.turn * turn).eval();
            }
            center += m_parts[p].mass * (at.turn * m_parts[p].center + at.shift);
        }
        return center / m_mass;
    }

    Vector3 velocityOfCenter(const Placed* placed) const {
        Vector3 momentum = Vector3::Zero();
        for (std::size_t p = 0; p < m_parts.size(); ++p) {
            const Vector3 middle = placed[p].turn * m_parts[p].center + placed[p].shift;
            momentum += m_parts[p].mass * (placed[p].linear + placed[p].spin.cross(middle));
        }
        return momentum / m_mass;
    }

    std::vector<Rigid> m_parts;
    std::vector<Vector3> m_rest;
    std::vector<int> m_partOfVertex;
};

} // namespace

std::unique_ptr<const ShapeFamily> familyOf(const ShapeModes& modes, int leastFaces) {
    return std::make_unique<ModeFamily>(modes, leastFaces);
}

std::unique_ptr<const ShapeFamily> familyOf(const ShapeParts& parts, int leastFaces) {
    return std::make_unique<PartFamily>(parts, leastFaces);
}

} // namespace ambient
