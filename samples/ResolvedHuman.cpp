// SPDX-License-Identifier: Zlib
#include "ResolvedHuman.h"
#include "Human.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::GridBody;
using ambient::Matrix3;
using ambient::Pose;
using ambient::Vector3;

/// An ellipsoid of a limb.
struct LimbPart {
    Pose jointFromPart; ///< in the frame of the limb's joint
    Vector3 half;       ///< semi-axes [m]
    double mass;
};

/// A rigid body of one or more links.
struct Limb {
    std::size_t link; ///< whose joint it hangs on
    std::vector<LimbPart> parts;
    Vector3 center; ///< of mass, in the frame of the joint
};

/// \param turns of the links at the start
std::vector<Limb> limbsOf(const ambient::WorldArticulatedBody& human, const std::vector<ambient::Quaternion>& turns) {
    std::vector<Limb> limbs;
    for (std::size_t i = 0; i < human.links.size(); ++i) {
        const ambient::WorldLink& link = human.links[i];
        const ambient::WorldShape& shape = link.shapes.front();
        LimbPart part{shape.bodyFromShape, shape.size, link.mass.mass.value()};
        if (link.name.find("hand") == std::string::npos && link.name.find("foot") == std::string::npos)
            limbs.push_back({i, {}, Vector3::Zero()});
        else
            part.jointFromPart = Pose{turns[i], link.parentFromLink.position} * part.jointFromPart;
        limbs.back().parts.push_back(part);
    }
    for (Limb& limb : limbs) {
        double mass = 0.0;
        for (const LimbPart& part : limb.parts) {
            limb.center += part.mass * part.jointFromPart.position;
            mass += part.mass;
        }
        limb.center /= mass;
    }
    return limbs;
}

GridBody bodyOf(const Limb& limb) {
    GridBody body;
    body.inertia.setZero();
    std::vector<std::pair<Pose, std::function<double(const Vector3&)>>> distances;
    for (const LimbPart& part : limb.parts) {
        const Pose bodyFromPart{part.jointFromPart.orientation, part.jointFromPart.position - limb.center};
        const Vector3 &arm = bodyFromPart.position, squares = part.half.cwiseAbs2();
        const Matrix3 turn = bodyFromPart.orientation.toRotationMatrix();
        const Vector3 moments = 0.2 * part.mass * (Vector3::Constant(squares.sum()) - squares);
        distances.emplace_back(bodyFromPart.inverse(), ambient::ellipsoidDistance(part.half));
        body.radius = std::max(body.radius, arm.norm() + part.half.maxCoeff());
        body.mass += part.mass;
        body.inertia += turn * moments.asDiagonal() * turn.transpose() +
                        part.mass * (arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose());
    }
    body.distance = [distances](const Vector3& point) {
        double least = HUGE_VAL;
        for (const auto& [partFromBody, distance] : distances)
            least = std::min(least, distance(partFromBody * point));
        return least;
    };
    return body;
}

ambient::TriangleMesh meshOf(const Limb& limb) {
    ambient::TriangleMesh all;
    for (const LimbPart& part : limb.parts) {
        const ambient::TriangleMesh mesh = ambient::makeEllipsoid(part.half, 320);
        const int first = static_cast<int>(all.vertices.size());
        for (const Vector3& vertex : mesh.vertices)
            all.vertices.push_back(part.jointFromPart * vertex - limb.center);
        for (const auto& face : mesh.faces)
            all.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    }
    return all;
}

} // namespace

void addHuman(ResolvedWater& water, const ambient::SkeletonMotion& motion, const Pose& worldFromHuman) {
    const ambient::WorldArticulatedBody human = makeHuman(water.grid().def().density, 80);
    const auto turns = linkTurns(motion, humanNames(), humanParents());
    const std::vector<Limb> limbs = limbsOf(human, turns.front());
    const auto shape = [=](double time) {
        const double cycle = time / motion.times.back(), last = double(turns.size() - 1);
        const double place = (cycle - std::floor(cycle)) * last;
        const std::size_t at = static_cast<std::size_t>(std::min(place, last - 1.0));
        std::vector<Pose> joints;
        for (std::size_t i = 0; i < human.links.size(); ++i) {
            const ambient::WorldLink& link = human.links[i];
            const Pose own{turns[at][i].slerp(place - double(at), turns[at + 1][i]), link.parentFromLink.position};
            joints.push_back(link.parent < 0 ? worldFromHuman * own
                                             : joints[static_cast<std::size_t>(link.parent)] * own);
        }
        std::vector<Pose> bodies;
        for (const Limb& limb : limbs)
            bodies.push_back(joints[limb.link] * Pose{ambient::Quaternion::Identity(), limb.center});
        return bodies;
    };
    const std::vector<Pose> start = shape(0.0);
    int first = -1;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        GridBody body = bodyOf(limbs[i]);
        body.worldFromBody = start[i];
        const int number = water.addFree(human.links[limbs[i].link].name, meshOf(limbs[i]), body);
        if (first < 0) first = number;
    }
    water.join(first, shape);
}

} // namespace samples
