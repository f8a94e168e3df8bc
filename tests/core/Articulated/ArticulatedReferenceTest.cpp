// SPDX-License-Identifier: Zlib
#include "ReferenceData.h"
#include "core/Articulated/TestChains.h"

namespace articulated_reference {
using namespace ambient;

Matrix6 matrix6(const nlohmann::json& rows) {
    Matrix6 m;
    for (int i = 0; i < 36; ++i)
        m(i / 6, i % 6) = rows[static_cast<std::size_t>(i / 6)][static_cast<std::size_t>(i % 6)].get<double>();
    return m;
}

/// A chain of the reference, its inertias with the fluid.
std::shared_ptr<const ArticulatedBody> chainOf(const nlohmann::json& chain) {
    std::vector<ArticulatedLink> links;
    for (const auto& j : chain["links"]) {
        ArticulatedLink link;
        link.parent = j["parent"].get<int>();
        const std::string type = j["joint"].get<std::string>();
        link.joint.type = type == "spherical" ? JointType::Spherical : JointType::Revolute;
        link.joint.axis = test::vector3(j["axis"]);
        link.joint.pivotInParent = test::vector3(j["pivot_in_parent"]);
        link.joint.comFromPivot = test::vector3(j["com_from_pivot"]);
        link.inertia = SpatialInertia(matrix6(j["inertia"]));
        links.push_back(link);
    }
    return std::make_shared<ArticulatedBody>(std::move(links));
}

/// The initial state of a chain of the reference.
ArticulatedState initialOf(ArticulatedMotion& motion, const nlohmann::json& j) {
    const ArticulatedBody& body = motion.body();
    JointVector positions = body.zeroPositions(), rates = JointVector::Zero(body.rateCount());
    for (int i = 1; i < body.linkCount(); ++i) {
        const auto& joint = j["joints"][static_cast<std::size_t>(i - 1)];
        for (int k = 0; k < body.ratesOf(i); ++k)
            rates(body.firstRate(i) + k) = joint["rate"][static_cast<std::size_t>(k)].get<double>();
        if (body.link(i).joint.type == JointType::Spherical)
            positions.segment<4>(body.firstPosition(i)) = test::quaternion(joint["coordinate"]).coeffs();
        else
            positions(body.firstPosition(i)) = joint["coordinate"][0].get<double>();
    }
    const Pose pose{test::quaternion(j["base_rotation"]), test::vector3(j["base_position"])};
    Twist twist;
    for (int k = 0; k < 3; ++k) {
        twist.angular[k] = j["base_twist"][static_cast<std::size_t>(k)].get<double>();
        twist.linear[k] = j["base_twist"][static_cast<std::size_t>(k + 3)].get<double>();
    }
    return motion.makeState(pose, positions, rotated(pose.orientation, twist), rates, 0.0);
}

/// Largest error of the positions [m] and of the entries of the rotation matrices of all links.
double errorAt(ArticulatedMotion& motion, const ArticulatedState& state, const nlohmann::json& links) {
    motion.evaluate(state);
    double worst = 0.0;
    for (std::size_t i = 0; i < links.size(); ++i) {
        const Pose& pose = motion.dynamics().worldFromLinks()[i];
        worst = std::max(worst, (pose.position - test::vector3(links[i]["position"])).norm());
        const Matrix3 turn = test::quaternion(links[i]["rotation"]).normalized().toRotationMatrix();
        worst = std::max(worst, (pose.orientation.toRotationMatrix() - turn).cwiseAbs().maxCoeff());
    }
    return worst;
}

// Hamilton's equations in minimal coordinates, without a recursion over links: trajectories, energy, momentum.
TEST(ArticulatedReference, FreeChainsMoveAsHamiltonsEquationsSay) {
    const nlohmann::json data = test::referenceJson("articulated_free_chains.json");
    for (const auto& chain : data["free_chains"]) {
        SCOPED_TRACE(chain["name"].get<std::string>());
        ArticulatedMotion motion = test::motionOf(chainOf(chain));
        ArticulatedState state = initialOf(motion, chain["initial"]);
        motion.evaluate(state);
        const double energy = motion.dynamics().kineticEnergy();
        EXPECT_NEAR(energy, chain["energy"][0].get<double>(), 1e-13);
        const Momentum momentum = test::aboutOrigin(state);
        for (int k = 0; k < 6; ++k)
            EXPECT_NEAR(momentum.vector()(k),
                        chain["momentum_about_world_origin"][static_cast<std::size_t>(k)].get<double>(), 1e-13);
        ArticulatedOptions options;
        options.tolerance = 1e-10;
        options.maxSubsteps = 100000;
        for (const auto& then : chain["states"]) {
            motion.integrate(state, then["time"].get<double>() - state.time, options);
            EXPECT_LT(errorAt(motion, state, then["links"]), 1e-9) << then["time"];
            EXPECT_NEAR(motion.dynamics().kineticEnergy(), energy, 1e-9);
            EXPECT_LT((test::aboutOrigin(state).vector() - momentum.vector()).norm(), 1e-14);
        }
    }
}

// With the default tolerance the trajectory hardly depends on the duration of the calls.
TEST(ArticulatedReference, TrajectoriesDoNotDependOnTheHostsStep) {
    const nlohmann::json data = test::referenceJson("articulated_free_chains.json");
    for (const auto& chain : data["free_chains"])
        for (const int rate : {30, 60, 120, 240}) {
            ArticulatedMotion motion = test::motionOf(chainOf(chain));
            ArticulatedState state = initialOf(motion, chain["initial"]);
            for (int i = 0; i < rate; ++i)
                motion.integrate(state, 1.0 / rate);
            EXPECT_LT(errorAt(motion, state, chain["states"].back()["links"]), 1e-5) << chain["name"] << rate;
        }
}

// The response of a point on the last link to a blow, by the reference's mass matrix.
TEST(ArticulatedReference, UnitImpulsesMoveTheStruckPoint) {
    const nlohmann::json data = test::referenceJson("articulated_free_chains.json");
    for (const auto& chain : data["free_chains"]) {
        ArticulatedMotion motion = test::motionOf(chainOf(chain));
        const ArticulatedState state = initialOf(motion, chain["initial"]);
        motion.evaluate(state);
        ArticulatedDynamics& dynamics = motion.dynamics();
        const auto& blow = chain["unit_impulse"];
        const int link = blow["link"].get<int>();
        const Vector3 direction = test::vector3(blow["direction_world"]);
        const Pose& pose = dynamics.worldFromLinks()[static_cast<std::size_t>(link)];
        const Vector3 lever = pose.orientation * test::vector3(blow["point_in_link"]);
        std::vector<Wrench> wrenches(static_cast<std::size_t>(motion.body().linkCount()));
        wrenches[static_cast<std::size_t>(link)] = {lever.cross(direction), direction};
        Vector6 base, baseChange;
        JointVector joints = JointVector::Zero(motion.body().rateCount()), change = joints;
        dynamics.generalisedForce(wrenches.data(), base, joints);
        dynamics.respond(base, joints, baseChange, change);
        EXPECT_NEAR(base.dot(baseChange) + joints.dot(change),
                    blow["velocity_of_point_along_direction_per_Ns"].get<double>(), 1e-13);
    }
}

} // namespace articulated_reference
