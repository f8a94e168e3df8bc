// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/CrowdStep.h"

#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Math/InstructionSet.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace crowd_step_test {

using namespace ambient;

namespace {

const Vector3 kGravity(0.0, 0.0, -9.81);

struct Kind {
    std::shared_ptr<const FluidBodyModel> full, crowd;

    explicit Kind(const TriangleMesh& mesh) : full(FluidBodyModel::build(mesh)), crowd(crowdModel(full).model) {}
};

const Kind& ellipsoid() {
    static const Kind kind(makeEllipsoid({0.10, 0.06, 0.03}, 300));
    return kind;
}

/// A body in free motion, with its past in crowds.
struct Flyer {
    std::shared_ptr<const KirchhoffMotion> motion;
    FluidBodyState state;
    CrowdPast past;
    IntegrationReport report;

    Flyer(const std::shared_ptr<const FluidBodyModel>& model, double density, const UniformMedium& medium,
          const Pose& pose, const Twist& twist)
        : motion(std::make_shared<KirchhoffMotion>(makeSolidBody(model, density),
                                                   std::make_shared<UniformMedium>(medium), ForceSet::surfacePressure(),
                                                   kGravity)),
          state(makeState(*motion, pose, twist, 0.0)) {}
};

/// One step of flyers of one model. \returns the number of accepted ones; the others do not move
int stepAll(std::vector<Flyer*> flyers, double h) {
    static CrowdStep crowd;
    int accepted = 0;
    for (std::size_t first = 0; first < flyers.size(); first += CrowdStep::kBodies) {
        const std::size_t end = std::min(flyers.size(), first + CrowdStep::kBodies);
        crowd.clear(flyers[first]->motion->body().model->crowdPoints().get(), h);
        MotionBuffers buffers;
        for (std::size_t i = first; i < end; ++i) {
            Flyer& flyer = *flyers[i];
            flyer.motion->evaluate(flyer.state.worldFromBody, flyer.state.time, buffers.now);
            EXPECT_TRUE(addToBatch(*flyer.motion, flyer.state, h, {}, flyer.past, buffers, crowd));
        }
        crowd.run();
        for (std::size_t i = first; i < end; ++i)
            accepted +=
                takeFromBatch(crowd, static_cast<int>(i - first), flyers[i]->state, flyers[i]->report, flyers[i]->past);
    }
    return accepted;
}

std::vector<Flyer> flyers(int count, test::Random& random) {
    std::vector<Flyer> all;
    for (int i = 0; i < count; ++i)
        all.emplace_back(ellipsoid().crowd, random.uniform(800.0, 4000.0),
                         UniformMedium::water().movingAt(random.vector(0.3)),
                         Pose{random.rotation(), random.vector(3.0)}, random.twist(2.0, 0.5));
    return all;
}

/// The state at the end of one second of the full model, exact to 1e-7, or of the crowd.
FluidBodyState fallen(Flyer flyer, double h) {
    while (flyer.state.time < 1.0 - 0.5 * h)
        EXPECT_EQ(stepAll({&flyer}, h), 1) << "at " << flyer.state.time << " s";
    return flyer.state;
}
FluidBodyState fallenExactly(Flyer flyer) {
    IntegratorOptions options;
    options.tolerance = 1e-8;
    for (int step = 0; step < 240; ++step)
        integrate(*flyer.motion, flyer.state, 1.0 / 240, options);
    return flyer.state;
}

} // namespace

TEST(CrowdStep, ABodyMovesAmongAnyOthersAsItDoesAlone) {
    const InstructionSet before = instructionSet();
    std::vector<Vector6> expected;
    for (const InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
        if (!hasInstructionSet(set)) continue;
        setInstructionSet(set);
        test::Random random(7);
        std::vector<Flyer> alone = flyers(37, random), together = alone;
        for (int step = 0; step < 40; ++step) {
            std::vector<Flyer*> all;
            for (Flyer& flyer : alone)
                EXPECT_EQ(stepAll({&flyer}, 1.0 / 120), 1);
            for (std::size_t i = 0; i < together.size(); ++i) // in another order at every step
                all.push_back(&together[(i * 5 + static_cast<std::size_t>(step)) % together.size()]);
            EXPECT_EQ(stepAll(all, 1.0 / 120), 37);
        }
        for (std::size_t i = 0; i < alone.size(); ++i) {
            EXPECT_EQ(together[i].state.worldFromBody.position, alone[i].state.worldFromBody.position);
            EXPECT_EQ(together[i].state.momentum.vector(), alone[i].state.momentum.vector());
            if (expected.size() < alone.size()) expected.push_back(alone[i].state.momentum.vector());
            EXPECT_EQ(alone[i].state.momentum.vector(), expected[i]) << instructionSetName(set);
        }
    }
    setInstructionSet(before);
}

TEST(CrowdStep, PathsAreWithinHalfAPercentOfTheFullModelsAtSixtySteps) {
    const Pose start{expSO3(Vector3(0.3, 0.5, 0.2)), Vector3::Zero()};
    for (const auto& [medium, density] : {std::pair<UniformMedium, double>(UniformMedium::air(), 300.0),
                                          std::pair<UniformMedium, double>(UniformMedium::water(), 1300.0)}) {
        const Twist twist(Vector3(1.0, -2.0, 2.0), Vector3(1.0, 0.5, 0.0));
        const Flyer crowd(ellipsoid().crowd, density, medium, start, twist);
        const Flyer full(ellipsoid().full, density, medium, start, twist);
        const Vector3 exact = fallenExactly(full).worldFromBody.position;
        const double way = exact.norm();
        const Vector3 is = fallen(crowd, 1.0 / 60).worldFromBody.position;
        EXPECT_LT((is - exact).norm(), 0.005 * way) << density;
        std::cout << "path error " << (is - exact).norm() / way << "\n";
    }
}

TEST(CrowdStep, IsOfSecondOrder) {
    const Flyer crowd(ellipsoid().crowd, 1300.0, UniformMedium::water(), Pose{},
                      {Vector3(1, -2, 1), Vector3(1, 0.5, 0)});
    const auto error = [&](double h, const FluidBodyState& exact) {
        const FluidBodyState end = fallen(crowd, h);
        return (end.worldFromBody.position - exact.worldFromBody.position).norm();
    };
    const FluidBodyState exact = fallen(crowd, 1.0 / 1920);
    const double coarse = error(1.0 / 60, exact), middle = error(1.0 / 120, exact), fine = error(1.0 / 240, exact);
    std::cout << "errors " << coarse << " " << middle << " " << fine << "\n";
    EXPECT_GT(coarse, 3.0 * middle);
    EXPECT_GT(middle, 3.0 * fine);
}

TEST(CrowdStep, RefusesABodyThatDragStopsWithinAStep) {
    const double eta = 2e-5;
    Flyer dust(ellipsoid().crowd, 0.02, UniformMedium(1.2, eta), Pose{}, {Vector3::Zero(), Vector3(20.0, 0, 5.0)});
    EXPECT_EQ(stepAll({&dust}, 1.0 / 20), 0);
    EXPECT_EQ(dust.state.time, 0.0);
}

TEST(CrowdStep, TakesNoBodyInAcceleratedOrInviscidMedia) {
    CrowdStep crowd;
    MotionBuffers buffers;
    crowd.clear(ellipsoid().crowd->crowdPoints().get(), 1.0 / 60);
    const auto takes = [&](const UniformMedium& medium) {
        Flyer flyer(ellipsoid().crowd, 1300.0, medium, Pose{}, Twist());
        flyer.motion->evaluate(flyer.state.worldFromBody, 0.0, buffers.now);
        return addToBatch(*flyer.motion, flyer.state, 1.0 / 60, {}, flyer.past, buffers, crowd);
    };
    EXPECT_TRUE(takes(UniformMedium::water()));
    EXPECT_FALSE(takes(UniformMedium(1000.0, 0.0)));
    EXPECT_FALSE(takes(UniformMedium::water().movingAs([](double t) {
        return UniformFlow{Vector3(0.1 * t, 0.0, 0.0), Vector3(0.1, 0.0, 0.0)};
    })));
}

} // namespace crowd_step_test
