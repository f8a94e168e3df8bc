// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "core/Articulated/TestChains.h"

#include <gtest/gtest.h>

namespace coupled_links {
using namespace ambient;

/// A random tree with a random positive inertia of all links together, larger between links than any fluid gives.
struct Tree {
    Tree(unsigned seed, bool hasFixedBase, int links = 6) : random(seed) {
        const auto dry = test::randomTree(random, links, hasFixedBase);
        Eigen::MatrixXd root = Eigen::MatrixXd::Zero(6 * links, 6 * links);
        for (int i = 0; i < root.size(); ++i)
            root(i / root.cols(), i % root.cols()) = random.uniform(-0.2, 0.2) * (i / root.cols() % 6 < 3 ? 0.2 : 1.0);
        const Eigen::MatrixXd together = root * root.transpose();
        std::vector<ArticulatedLink> tree;
        for (int i = 0; i < links; ++i) {
            tree.push_back(dry->link(i));
            if (i > 0 || !hasFixedBase)
                tree.back().inertia = tree.back().inertia + SpatialInertia(Matrix6(together.block<6, 6>(6 * i, 6 * i)));
        }
        body = std::make_shared<ArticulatedBody>(tree, hasFixedBase);
        between = together;
        for (int i = 0; i < links; ++i)
            between.block<6, 6>(6 * i, 6 * i).setZero();
        if (hasFixedBase) {
            between.topRows<6>().setZero();
            between.leftCols<6>().setZero();
        }
    }

    ArticulatedMotion motion() {
        auto fluid = std::make_unique<test::GivenLinks>(*body);
        fluid->between = between;
        return ArticulatedMotion(body, std::move(fluid), Vector3::Zero());
    }
    ArticulatedState stateOf(ArticulatedMotion& motion) { return test::randomState(random, motion); }

    test::Random random;
    std::shared_ptr<const ArticulatedBody> body;
    Eigen::MatrixXd between;
};

TEST(CoupledLinks, KeepMomentumAndEnergy) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        Tree tree(seed, false);
        ArticulatedMotion motion = tree.motion();
        test::expectMomentumAndEnergyKept(motion, tree.stateOf(motion));
    }
}

// In any pose the mass matrix is positive, and responses, momenta, accelerations and inverse dynamics agree with the
// matrix.
TEST(CoupledLinks, AllAlgorithmsAgree) {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        Tree tree(seed, seed % 4 == 0);
        ArticulatedMotion motion = tree.motion();
        ArticulatedDynamics& dynamics = motion.dynamics();
        const ArticulatedState state = tree.stateOf(motion);
        ASSERT_TRUE(motion.evaluate(state)) << seed;
        const int count = tree.body->rateCount();
        const JointVector rates = dynamics.rates();
        Vector6 base, baseChange, wrench;
        JointVector joints = rates, change = rates, back = rates;
        dynamics.momenta(base, joints);
        dynamics.respond(base, joints, baseChange, change);
        EXPECT_LT((change - rates).norm(), 1e-11 * (1.0 + rates.norm()));
        EXPECT_LT((baseChange - dynamics.twist(0).vector()).norm(), 1e-11 * (1.0 + baseChange.norm()));
        EXPECT_NEAR(0.5 * (base.dot(baseChange) + joints.dot(change)), dynamics.kineticEnergy(), 1e-11);
        std::vector<Wrench> loads;
        for (int i = 0; i < tree.body->linkCount(); ++i)
            loads.emplace_back(tree.random.vector(), tree.random.vector());
        const JointVector torques = test::randomVector(tree.random, count);
        for (int i = 0; i < tree.body->linkCount(); ++i)
            dynamics.setMedium(i, tree.random.vector());
        dynamics.setVelocity(tree.random.twist(1.0, 1.0), rates);
        dynamics.accelerations(loads.data(), torques, base, change);
        dynamics.torques(base, change, loads.data(), wrench, back);
        EXPECT_LT((back - torques).norm(), 1e-11 * (1.0 + change.norm()));
        if (!tree.body->hasFixedBase()) {
            EXPECT_LT(wrench.norm(), 1e-11 * (1.0 + change.norm()));
        }
        dynamics.torquesOfFreeBase(change, loads.data(), baseChange, back);
        EXPECT_LT((baseChange - base).norm(), 1e-11 * (1.0 + base.norm()));
        dynamics.momenta(base, joints);
        dynamics.setMomenta(base, joints);
        EXPECT_LT((dynamics.rates() - rates).norm(), 1e-11 * (1.0 + rates.norm()));
        dynamics.setMomentumAndRates(base, rates);
        dynamics.momenta(wrench, joints);
        if (!tree.body->hasFixedBase()) {
            EXPECT_LT((wrench - base).norm(), 1e-11 * (1.0 + base.norm()));
        }
    }
}

// pi' = dT/dq for the joints of one rate: central differences of the energy.
TEST(CoupledLinks, TorquesAreGradientsOfTheEnergy) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
        Tree tree(seed, false);
        ArticulatedMotion motion = tree.motion();
        ArticulatedDynamics& dynamics = motion.dynamics();
        const ArticulatedState state = tree.stateOf(motion);
        motion.evaluate(state);
        const Twist twist = dynamics.twist(0);
        const JointVector rates = dynamics.rates();
        const std::vector<Wrench> none(static_cast<std::size_t>(tree.body->linkCount()));
        Vector6 base;
        JointVector torques = rates;
        Eigen::VectorXd ofLoads(6 + torques.size());
        dynamics.momentumRates(none.data(), base, torques, ofLoads);
        EXPECT_EQ(ofLoads.norm(), 0.0);
        const auto energyAt = [&](int position, double shift) {
            JointVector q = state.positions;
            q(position) += shift;
            dynamics.setPose(state.worldFromBase, q);
            dynamics.setVelocity(twist, rates);
            return dynamics.kineticEnergy();
        };
        for (int i = 1; i < tree.body->linkCount(); ++i) {
            const JointType type = tree.body->link(i).joint.type;
            if (type != JointType::Revolute && type != JointType::Prismatic) continue;
            const int position = tree.body->firstPosition(i);
            const double gradient = (energyAt(position, 1e-5) - energyAt(position, -1e-5)) / 2e-5;
            EXPECT_NEAR(torques(tree.body->firstRate(i)), gradient, 1e-7 * (1.0 + std::abs(gradient)));
        }
    }
}

TEST(CoupledLinks, MomentumRatesAndAccelerationsAgree) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        Tree tree(seed, seed % 2 == 0);
        ArticulatedMotion motion = tree.motion();
        test::expectRatesOfAccelerations(motion, tree.stateOf(motion));
    }
}

/// A spheroid of 20:1 cut across into equal pieces, which are the links.
LinkSkin spheroid(int pieces) {
    LinkSkin skin;
    skin.mesh = makeEllipsoid({1.0, 0.05, 0.05}, 720);
    for (int i = 0; i < pieces; ++i)
        skin.meshFromLinks.push_back({Quaternion::Identity(), Vector3((2.0 * i + 1.0) / pieces - 1.0, 0.0, 0.0)});
    for (int f = 0; f < skin.mesh.faceCount(); ++f) {
        const double x = (skin.mesh.corner(f, 0) + skin.mesh.corner(f, 1) + skin.mesh.corner(f, 2)).x() / 3.0;
        skin.linkOfFace.push_back(std::min(pieces - 1, static_cast<int>((x + 1.0) / 2.0 * pieces)));
    }
    return skin;
}

TEST(LinkAddedMass, PiecesOfASlenderBodyHaveTheAddedMassOfTheWhole) {
    for (const int pieces : {5, 10}) {
        const LinkSkin skin = spheroid(pieces);
        const auto together = LinkAddedMass::build(skin);
        const double volume = enclosedVolume(skin.mesh);
        const Matrix6 whole = together->ofWhole().matrix();
        EXPECT_NEAR(whole(3, 3) / volume, 0.0068, 1e-4) << pieces;
        EXPECT_NEAR(whole(4, 4) / volume, 0.987, 1e-3) << pieces;
        AddedMassOptions options;
        options.refineCoarseMeshes = false;
        options.discretisation = 1e9;
        const Matrix6 single = computeAddedMass(skin.mesh, options).perDensity.matrix();
        EXPECT_LT((whole - single).norm(), 2e-4 * single.norm()) << pieces;
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(together->perDensity(), Eigen::EigenvaluesOnly);
        EXPECT_GT(eigen.eigenvalues()(0), -1e-15 * eigen.eigenvalues().maxCoeff());
    }
}

// Error of the isolated form: pieces as spheroids of 4:1, .0816 and .860 of the displaced mass.
TEST(LinkAddedMass, TheErrorOfIsolatedLinksIsTold) {
    const LinkSkin skin = spheroid(5);
    const auto together = LinkAddedMass::build(skin);
    const SpatialInertia alone = analyticEllipsoidAddedMass({0.2, 0.05, 0.05});
    const double mass = 1000.0 * 4.0 / 3.0 * kPi * 0.2 * 0.05 * 0.05;
    const SpatialInertia dry =
        SpatialInertia::ofBody(mass, mass / 5.0 * Vector3(0.005, 0.0425, 0.0425).asDiagonal().toDenseMatrix());
    const double error =
        together->errorOfIsolated(std::vector<SpatialInertia>(5, alone), std::vector<SpatialInertia>(5, dry), 1000.0);
    // Errors: .074 along, (1 + .0816)/(1 + .0068) - 1, and .064 across; the worst is in a rotation across.
    EXPECT_NEAR(error, 0.171, 0.002);
}

/// Three boxes in a row, 1 m by .3 m by .2 m together.
struct Row {
    Row() {
        const TriangleMesh box = makeBox({1.0 / 3.0, 0.3, 0.2}, 400);
        std::vector<ArticulatedLink> links(3);
        for (int i = 0; i < 3; ++i) {
            ArticulatedLink& link = links[static_cast<std::size_t>(i)];
            link.parent = i - 1;
            link.joint.pivotInParent = link.joint.comFromPivot = {1.0 / 6.0, 0.0, 0.0};
            surfaces.push_back({FluidBodyModel::build(box), {}});
            link.inertia = makeSolidBody(surfaces.back().model, 700.0).bodyInertia;
            poses.push_back({Quaternion::Identity(), Vector3(i / 3.0, 0.0, 0.0)});
        }
        body = std::make_shared<ArticulatedBody>(links);
        together = LinkAddedMass::build(skinOfLinks({box, box, box}, poses, 800));
    }
    std::vector<IsolatedLinkFluid::Surface> surfaces;
    std::vector<Pose> poses;
    std::shared_ptr<const ArticulatedBody> body;
    std::shared_ptr<const LinkAddedMass> together;
};

// Links with fixed joints are one box in the water: the union's mesh to 1e-9, and a box within 2.4 %.
TEST(CoupledLinks, FixedJointsMakeOneBody) {
    const Row row;
    const auto medium = std::make_shared<UniformMedium>(UniformMedium::water());
    ArticulatedMotion motion(
        row.body, std::make_unique<CoupledLinkFluid>(*row.body, row.surfaces, medium, ForceSet(), row.together),
        Vector3::Zero());
    test::Random random(4);
    const Pose pose{random.rotation(), random.vector()};
    const Twist twist = random.twist(1.0, 1.0);
    ArticulatedState state = motion.makeState(pose, JointVector(), twist, JointVector(), 0.0);
    motion.evaluate(state);
    ArticulatedLink whole;
    whole.inertia = motion.dynamics().compositeInertia();
    const SpatialInertia expectedInertia =
        row.body->link(0).inertia.scaled(3.0) + row.together->ofWhole().scaled(medium->density());
    EXPECT_NEAR(whole.inertia.matrix()(3, 3), expectedInertia.matrix()(3, 3), 1e-9);
    EXPECT_NEAR(whole.inertia.matrix()(4, 4), expectedInertia.matrix()(4, 4), 1e-9);
    const Matrix6 box = FluidBodyModel::build(makeBox({1.0, 0.3, 0.2}, 1200))->addedMassPerDensity().matrix();
    for (int k = 3; k < 6; ++k)
        EXPECT_NEAR(row.together->ofWhole().matrix()(k, k), box(k, k), 0.025 * box(k, k)) << k;
    ArticulatedMotion single = test::motionOf(std::make_shared<ArticulatedBody>(std::vector<ArticulatedLink>{whole}));
    ArticulatedState expected = single.makeState(pose, JointVector(), twist, JointVector(), 0.0);
    ArticulatedOptions options;
    options.tolerance = 1e-12;
    options.maxSubsteps = 100000;
    for (int i = 0; i < 60; ++i) {
        motion.integrate(state, 1.0 / 60.0, options);
        single.integrate(expected, 1.0 / 60.0, options);
    }
    EXPECT_LT((state.worldFromBase.position - expected.worldFromBase.position).norm(), 1e-9);
    EXPECT_LT((state.momentum.vector() - expected.momentum.vector()).norm(), 1e-9 * expected.momentum.vector().norm());
}

TEST(LinkAddedMass, WrongSkinsAreRefused) {
    LinkSkin skin = spheroid(2);
    skin.linkOfFace[3] = 2;
    EXPECT_NE(test::refusal([&] { LinkAddedMass::build(skin); }).find("face 3 belongs to link 2 of 2"),
              std::string::npos);
    skin.linkOfFace.pop_back();
    EXPECT_NE(test::refusal([&] { LinkAddedMass::build(skin); }).find("links for"), std::string::npos);
    EXPECT_NE(test::refusal([&] { skinOfLinks({{}, {}}, {{}, {}}); }).find("no link has"), std::string::npos);
    EXPECT_NE(test::refusal([&] { skinOfLinks({{}, {}}, {{}}); }).find("2 surfaces for 1"), std::string::npos);
    const Row row;
    EXPECT_NE(test::refusal([&] {
                  CoupledLinkFluid(*row.body, row.surfaces, nullptr, ForceSet(), nullptr);
              }).find("3 links, but the common added mass is of 0"),
              std::string::npos);
}

} // namespace coupled_links
