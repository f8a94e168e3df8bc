// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "core/Articulated/TestChains.h"

#include <gtest/gtest.h>

namespace articulated_never_explodes {
using namespace ambient;

std::shared_ptr<const FluidBodyModel> ellipsoid() {
    static const auto model = FluidBodyModel::build(makeEllipsoid(Vector3(0.2, 0.12, 0.03), 200));
    return model;
}

/// A chain of plates, their mass in steps of up to a hundred from link to link.
std::shared_ptr<const ArticulatedBody> chainOf(int count, double density, bool hasFixedBase) {
    std::vector<ArticulatedLink> links(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        ArticulatedLink& link = links[static_cast<std::size_t>(i)];
        link.inertia = makeSolidBody(ellipsoid(), i % 3 == 1 ? 1000.0 : density).bodyInertia;
        if (i == 0) continue;
        link.parent = i - 1;
        link.joint.type = i % 4 == 2 ? JointType::Spherical : JointType::Revolute;
        link.joint.axis = i % 2 == 1 ? Vector3::UnitZ() : Vector3::UnitY();
        link.joint.pivotInParent = link.joint.comFromPivot = {-0.21, 0.0, 0.0};
    }
    return std::make_shared<ArticulatedBody>(std::move(links), hasFixedBase);
}

// Densities, numbers of links and steps of the widest range, thrown hard, also with torques beyond any motor's.
TEST(ArticulatedNeverExplodes, AnyChainStaysFinite) {
    const auto medium = std::make_shared<UniformMedium>(UniformMedium::water());
    for (const double density : {0.1, 10.0, 1e4})
        for (const int count : {2, 5, 20})
            for (const double step : {1.0 / 20.0, 1.0 / 400.0}) {
                const bool isFixed = count == 5;
                const auto body = chainOf(count, density, isFixed);
                std::vector<IsolatedLinkFluid::Surface> surfaces(static_cast<std::size_t>(count));
                for (auto& surface : surfaces)
                    surface.model = ellipsoid();
                ArticulatedMotion motion(
                    body, std::make_unique<IsolatedLinkFluid>(*body, surfaces, medium, ForceSet::named("default")),
                    {0.0, 0.0, -9.81});
                test::Random random(7);
                ArticulatedState state =
                    motion.makeState({}, test::randomPositions(random, *body), random.twist(20.0, 10.0),
                                     test::randomVector(random, body->rateCount(), 30.0), 0.0);
                ArticulatedLoads user;
                ArticulatedOptions options;
                options.maxSubsteps = 12; // the damped steps follow early
                for (int i = 0; i < 6; ++i) {
                    user.torques = test::randomVector(random, body->rateCount(), i == 3 ? 300.0 : 0.0);
                    const IntegrationReport report = motion.integrate(state, step, options, user);
                    EXPECT_TRUE(report.finite) << density << " " << count << " " << step;
                }
                motion.evaluate(state);
                for (int i = 0; i < count; ++i)
                    EXPECT_LT(motion.dynamics().twist(i).linear.norm(), 500.0)
                        << density << " " << count << " " << step;
            }
}

} // namespace articulated_never_explodes
