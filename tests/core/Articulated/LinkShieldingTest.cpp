// SPDX-License-Identifier: Zlib
// Links in creeping flow: each has less drag among the others than alone.
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Media/MediumPresets.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include "core/TestBodies.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <map>

namespace link_shielding_test {

using namespace ambient;
using namespace test;

namespace {

/// Rigid links in a viscous medium, moved as told.
class Links {
  public:
    Links(std::vector<std::shared_ptr<const FluidBodyModel>> models, std::vector<Pose> poses,
          const UniformMedium& medium)
        : m_poses(std::move(poses)) {
        std::vector<ArticulatedLink> links(models.size());
        std::vector<IsolatedLinkFluid::Surface> surfaces(models.size());
        for (std::size_t i = 0; i < models.size(); ++i) {
            links[i].inertia = makeSolidBody(models[i], 2000.0).bodyInertia;
            if (i > 0) links[i].parent = static_cast<int>(i) - 1;
            surfaces[i].model = models[i];
            surfaces[i].linkFromMesh = Pose{Quaternion::Identity(), -models[i]->centerOfVolume()};
        }
        const ArticulatedBody body(links, false);
        m_fluid = std::make_unique<IsolatedLinkFluid>(body, surfaces, std::make_shared<UniformMedium>(medium),
                                                      ForceSet::surfacePressure());
        m_media.resize(models.size());
        m_fluid->evaluate(m_poses, 0.0, m_media);
    }

    int count() const { return static_cast<int>(m_poses.size()); }

    /// Dissipative loads, world axes. \param twists world axes, about the centres of mass
    std::vector<FluidLoads> loads(const std::vector<Twist>& twists) {
        std::vector<Twist> inLinks;
        for (std::size_t i = 0; i < twists.size(); ++i)
            inLinks.push_back(rotated(m_poses[i].orientation.conjugate(), twists[i]));
        std::vector<FluidLoads> loads(twists.size());
        m_fluid->loads(inLinks.data(), Vector3::Zero(), m_media, LinkFluid::Frame::Medium, loads);
        return loads;
    }

    /// Drag of all links that move as one [N].
    double drag(const Vector3& velocity) {
        double sum = 0.0;
        for (const FluidLoads& load : loads(std::vector<Twist>(m_poses.size(), Twist(Vector3::Zero(), velocity))))
            sum -= load.dissipative.linear.dot(velocity.normalized());
        return sum;
    }

  private:
    std::vector<Pose> m_poses;
    std::vector<LinkMedium> m_media;
    std::unique_ptr<IsolatedLinkFluid> m_fluid;
};

std::shared_ptr<const FluidBodyModel> sphere(double radius) {
    static std::map<double, std::shared_ptr<const FluidBodyModel>> models;
    auto& model = models[radius];
    if (!model) model = FluidBodyModel::build(makeSphere(radius, 80));
    return model;
}

Links chainOf(int count, double radius, const UniformMedium& medium) {
    const auto model = sphere(radius);
    std::vector<Pose> poses;
    for (int i = 0; i < count; ++i)
        poses.push_back(Pose{Quaternion::Identity(), Vector3(2.0 * radius * i, 0.0, 0.0)});
    return Links(std::vector<std::shared_ptr<const FluidBodyModel>>(poses.size(), model), poses, medium);
}

const Vector3 kAlong(1e-6, 0.0, 0.0), kAcross(0.0, 1e-6, 0.0);

} // namespace

// [HappelBrenner1983, ch. 6], from the series of Stimson and Jeffery: .645 of two spheres apart along the line of
// their centres; across, .725 [Jeffrey1984]. Measured: .955 and .960 of them.
TEST(LinkShielding, OfTwoSpheresInContactIsTheExactOneWithin5Percent) {
    const UniformMedium medium = honey();
    const double apart = 2.0 * 6.0 * kPi * medium.dynamicViscosity() * 1e-3 * 1e-6;
    Links links = chainOf(2, 1e-3, medium);
    EXPECT_NEAR(links.drag(kAlong) / apart / 0.645, 1.0, 0.05);
    EXPECT_NEAR(links.drag(kAcross) / apart / 0.725, 1.0, 0.05);
}

// Slender bodies of circular section [Batchelor1970, eqs. 8.12, 8.13], of the spheres' diameter; a row of spheres is
// thinner.
TEST(LinkShielding, OfARowOfBeadsIsThatOfASlenderBody) {
    const UniformMedium medium = honey();
    const double radius = 1e-3, eta = medium.dynamicViscosity();
    // Measured: .973 and .944, .994 and .962.
    for (const int count : {10, 30}) {
        Links links = chainOf(count, radius, medium);
        const double length = 2.0 * radius * count, e = 1.0 / std::log(length / radius);
        const double along = 2.0 * kPi * eta * length * e * (1.0 + 0.307 * e) / (1.0 - 0.5 * e) * 1e-6;
        const double across = 4.0 * kPi * eta * length * e * (1.0 + 0.307 * e) / (1.0 + 0.5 * e) * 1e-6;
        EXPECT_NEAR(links.drag(kAlong) / along, 1.0, 0.06) << count;
        EXPECT_NEAR(links.drag(kAcross) / across, 1.0, 0.06) << count;
    }
}

// The three links of a swimmer in a row beside the rod that they make. Measured: 1.075 along, 1.063 across.
TEST(LinkShielding, OfThreeRodsInARowIsThatOfOneRod) {
    const UniformMedium medium = honey();
    const double length = 0.01, width = 0.002, eta = medium.dynamicViscosity();
    const auto link = FluidBodyModel::build(makeBox(Vector3(length, width, width), 192));
    std::vector<Pose> poses;
    for (int i = 0; i < 3; ++i)
        poses.push_back(Pose{Quaternion::Identity(), Vector3(length * i, 0.0, 0.0)});
    Links links({link, link, link}, poses, medium);
    const Matrix6 whole = computeViscousTensor(makeBox(Vector3(3.0 * length, width, width), 320)).resistance;
    EXPECT_NEAR(links.drag(kAlong) / (eta * whole(3, 3) * 1e-6), 1.0, 0.08);
    EXPECT_NEAR(links.drag(kAcross) / (eta * whole(4, 4) * 1e-6), 1.0, 0.08);
}

// Random links in random places, also within each other: the resistance of all is symmetric and positive. Measured:
// 4e-12.
TEST(LinkShielding, IsSymmetricAndDissipatesForAnyLinks) {
    Random random(7);
    const std::vector<std::shared_ptr<const FluidBodyModel>> kinds = {
        sphere(0.002), sphere(0.001), FluidBodyModel::build(makeBox(Vector3(0.01, 0.001, 0.001), 192)),
        FluidBodyModel::build(makeBox(Vector3(0.004, 0.004, 0.0008), 192))};
    for (int run = 0; run < 12; ++run) {
        std::vector<std::shared_ptr<const FluidBodyModel>> models;
        std::vector<Pose> poses;
        for (int i = 0; i < 6; ++i) {
            models.push_back(kinds[static_cast<std::size_t>(random.integer(0, 3))]);
            poses.push_back(Pose{random.rotation(), random.vector(run < 6 ? 0.003 : 0.02)});
        }
        Links links(models, poses, UniformMedium(1000.0, 1000.0));
        const int size = 6 * links.count();
        Eigen::MatrixXd resistance(size, size);
        for (int k = 0; k < size; ++k) {
            std::vector<Twist> twists(models.size());
            Vector6 unit = Vector6::Zero();
            unit[k % 6] = k % 6 < 3 ? 1e-6 : 1e-9; // per millimetre
            twists[static_cast<std::size_t>(k / 6)] = Twist(unit);
            const std::vector<FluidLoads> loads = links.loads(twists);
            for (int i = 0; i < links.count(); ++i) {
                Vector6 load = loads[static_cast<std::size_t>(i)].dissipative.vector();
                load.head<3>() *= 1e3;
                resistance.block<6, 1>(6 * i, k) = -load / 1e-9;
            }
        }
        const double largest = resistance.cwiseAbs().maxCoeff();
        EXPECT_LT((resistance - resistance.transpose()).cwiseAbs().maxCoeff(), 1e-9 * largest) << run;
        const Eigen::MatrixXd mean = 0.5 * (resistance + resistance.transpose());
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(mean, Eigen::EigenvaluesOnly);
        EXPECT_GT(modes.eigenvalues()[0], 0.0) << run;
    }
}

// Inertia, and the time that creeping flow takes, end the shielding: links of a robot have the drag of links alone.
TEST(LinkShielding, EndsWithInertiaAndSize) {
    const UniformMedium water = UniformMedium::water();
    Links small = chainOf(2, 1e-4, water), one = chainOf(1, 1e-4, water);
    EXPECT_LT(small.drag(Vector3(1e-6, 0, 0)), 0.63 * 2.0 * one.drag(Vector3(1e-6, 0, 0)));
    EXPECT_DOUBLE_EQ(small.drag(Vector3(0.2, 0, 0)), 2.0 * one.drag(Vector3(0.2, 0, 0)));
    double before = 0.0;
    for (double speed = 1e-4; speed < 0.2; speed *= 1.5) {
        const double share = small.drag(Vector3(speed, 0, 0)) / one.drag(Vector3(speed, 0, 0));
        EXPECT_GE(share, before);
        before = share;
    }
    Links large = chainOf(2, 0.01, water), alone = chainOf(1, 0.01, water);
    EXPECT_DOUBLE_EQ(large.drag(kAlong), 2.0 * alone.drag(kAlong));
}

} // namespace link_shielding_test
