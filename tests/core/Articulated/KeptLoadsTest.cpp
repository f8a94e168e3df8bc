// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "core/Articulated/Swimmer.h"

#include <gtest/gtest.h>

#include <cstring>

// A fluid side keeps the loads of its last state, because the drive and the step ask for the same one.
namespace kept_loads_test {
using namespace ambient;

constexpr int kLinks = 5;

/// A uniform medium or one that differs from place to place, of a function of time.
class MediumOf final : public FluidMedium {
  public:
    MediumOf(bool isUniform, bool isSteady) : m_isUniform(isUniform), m_isSteady(isSteady) {}
    MediumSample sample(const Vector3& point, double time) const override {
        const double t = m_isSteady ? 0.0 : time, z = m_isUniform ? 0.0 : point.z();
        return {1000.0, 1e-3, Vector3(0.3 * t + 0.2 * z, 0.1, 0.0), Vector3(m_isSteady ? 0.0 : 0.3, 0.0, 0.0)};
    }
    bool isUniform() const override { return m_isUniform; }
    bool isSteady() const override { return m_isSteady; }

  private:
    bool m_isUniform, m_isSteady;
};

std::unique_ptr<IsolatedLinkFluid> fluidOf(const ArticulatedBody& body, std::shared_ptr<const FluidMedium> medium,
                                           const ForceSet& forces = ForceSet::surfacePressure()) {
    static const auto model = FluidBodyModel::build(makeEllipsoid({0.2, 0.08, 0.05}, 80));
    return std::make_unique<IsolatedLinkFluid>(body, std::vector<IsolatedLinkFluid::Surface>(kLinks, {model, {}}),
                                               std::move(medium), forces);
}

/// One of a few states, so that many follow themselves, but for the sign of a zero.
struct State {
    std::vector<Pose> poses;
    std::vector<Twist> twists;
    Vector3 gravity, stream;
    double time;
};

std::vector<State> states(unsigned seed) {
    test::Random random(seed);
    std::vector<State> result;
    for (int k = 0; k < 16; ++k) {
        State state = k % 4 == 0 ? State{} : result.back();
        if (k % 4 == 0) {
            for (int i = 0; i < kLinks; ++i) {
                state.poses.push_back({random.rotation(), random.vector(0.3)});
                state.twists.push_back(random.twist(1.0, 1.0));
            }
            state.twists[0] = {{0.0, 0.0, 1.0}, {0.5, 0.0, 0.0}};
            state.gravity = state.stream = Vector3::Zero();
            state.time = 0.0;
        }
        if (k % 8 == 1) state.twists[0].linear.z() = -0.0;
        if (k % 8 == 2) state.gravity = random.vector();
        if (k % 8 == 3) state.stream = random.vector();
        if (k % 8 == 5) state.time = 0.1;
        if (k % 8 == 7) state.poses[2].position.x() += 1e-9;
        result.push_back(state);
    }
    return result;
}

std::vector<FluidLoads> loadsAt(IsolatedLinkFluid& fluid, const State& state, LinkFluid::Frame frame) {
    for (int i = 0; i < kLinks; ++i)
        fluid.setStream(i, state.stream);
    std::vector<LinkMedium> media(kLinks);
    std::vector<FluidLoads> loads(kLinks);
    fluid.evaluate(state.poses, state.time, media);
    fluid.loads(state.twists.data(), state.gravity, media, frame, loads);
    return loads;
}

void expectSameBytes(const FluidLoads& a, const FluidLoads& b) {
    const Vector6 values[][2] = {{a.dissipative.vector(), b.dissipative.vector()},
                                 {a.other.vector(), b.other.vector()},
                                 {a.shed.vector(), b.shed.vector()}};
    for (const auto& value : values)
        EXPECT_EQ(std::memcmp(value[0].data(), value[1].data(), 6 * sizeof(double)), 0)
            << value[0].transpose() << " and " << value[1].transpose();
    EXPECT_EQ(std::memcmp(a.frameAcceleration.data(), b.frameAcceleration.data(), 3 * sizeof(double)), 0);
}

// Frames, gravity, streams, times and poses change one by one between equal states.
TEST(KeptLoads, HaveTheBytesOfANewEvaluationInEveryMedium) {
    const auto water = std::make_shared<UniformMedium>(UniformMedium::water());
    const auto air = std::make_shared<UniformMedium>(UniformMedium::air());
    const std::shared_ptr<const FluidMedium> media[] = {
        water, std::make_shared<MediumOf>(true, false), std::make_shared<MediumOf>(false, true),
        std::make_shared<MediumOf>(false, false),
        std::make_shared<DividedMedium>(water, air, std::make_shared<FlatSurface>(0.0))};
    const auto body = test::swimmer();
    for (const auto& medium : media) {
        const auto kept = fluidOf(*body, medium);
        for (const State& state : states(7))
            for (const LinkFluid::Frame frame : {LinkFluid::Frame::World, LinkFluid::Frame::Medium}) {
                const auto loads = loadsAt(*kept, state, frame), again = loadsAt(*kept, state, frame),
                           expected = loadsAt(*fluidOf(*body, medium), state, frame);
                for (std::size_t i = 0; i < kLinks; ++i) {
                    expectSameBytes(loads[i], expected[i]);
                    expectSameBytes(again[i], expected[i]);
                }
            }
    }
}

/// A force that counts how often it is asked.
class CountedDrag final : public ForceModel {
  public:
    explicit CountedDrag(int& count) : m_count(count) {}
    const std::string& name() const override {
        static const std::string name = "counted_drag";
        return name;
    }
    bool isDissipative() const override { return true; }
    Wrench evaluate(const Surface&, const RelativeFlow& flow, SurfaceField*) const override {
        ++m_count;
        return Wrench(Vector6(-0.5 * flow.twist.vector()));
    }

  private:
    int& m_count;
};

/// Evaluations of a link's loads per step of a swimmer with servos in smooth motion.
double evaluationsPerStep(std::shared_ptr<const FluidMedium> medium) {
    const auto body = test::swimmer();
    int count = 0;
    ForceSet forces;
    forces.add(std::make_shared<CountedDrag>(count));
    ArticulatedMotion motion(body, fluidOf(*body, std::move(medium), forces), Vector3::Zero());
    JointDrive drive;
    drive.path = std::make_shared<test::Swimming>();
    drive.stiffness = JointVector::Constant(4, 2000.0);
    drive.damping = JointVector::Constant(4, 40.0);
    JointDriver driver(*body, drive);
    ArticulatedState state = motion.makeState({}, body->zeroPositions(), {}, JointVector::Zero(4), 0.0);
    ArticulatedLoads user;
    ArticulatedLoadHistory history;
    ArticulatedOptions options;
    options.tolerance = 1e-3;
    constexpr int kSteps = 60;
    for (int i = -10; i < kSteps; ++i) {
        if (i == 0) count = 0;
        driver.compute(motion, state, 1.0 / 240.0, {});
        user.torques = driver.torques();
        motion.integrate(state, 1.0 / 240.0, options, user, nullptr, &history);
    }
    return static_cast<double>(count) / (kLinks * kSteps);
}

TEST(KeptLoads, ADriveAndItsStepEvaluateAStateOnce) {
    EXPECT_EQ(evaluationsPerStep(std::make_shared<UniformMedium>(UniformMedium::water())), 1.0);
    // A medium that changes in time is asked each time: by the torques, the accelerations and the step.
    EXPECT_EQ(evaluationsPerStep(std::make_shared<MediumOf>(true, false)), 3.0);
}

} // namespace kept_loads_test
