// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "BulletAmbientFluid/btFluidDebugDraw.h"
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace debug_draw_test {

using namespace ambient;

namespace {

/// Records the drawn lines.
class LineCollector final : public btIDebugDraw {
  public:
    struct Line {
        Vector3 from, to;
        btVector3 color;
        Vector3 along() const { return to - from; }
    };
    std::vector<Line> lines;

    void drawLine(const btVector3& from, const btVector3& to, const btVector3& color) override {
        lines.push_back({btFluidVector(from), btFluidVector(to), color});
    }
    void drawContactPoint(const btVector3&, const btVector3&, btScalar, int, const btVector3&) override {}
    void reportErrorWarning(const char*) override {}
    void draw3dText(const btVector3&, const char*) override {}
    void setDebugMode(int) override {}
    int getDebugMode() const override { return 0; }
};

using Lines = std::vector<LineCollector::Line>;

constexpr size_t kArrow = 5;     // a shaft and four strokes of the head
constexpr size_t kFlatArrow = 3; // two strokes
constexpr size_t kCross = 3;

const int kEverything = BT_FLUID_DRAW_FORCES | BT_FLUID_DRAW_SLIP_VELOCITY | BT_FLUID_DRAW_SEPARATION_LINE |
                        BT_FLUID_DRAW_ADDED_MASS | BT_FLUID_DRAW_CENTER_OF_BUOYANCY | BT_FLUID_DRAW_CENTER_OF_MASS |
                        BT_FLUID_DRAW_VELOCITY | BT_FLUID_DRAW_WEIGHT;

/// Of a length of about 1 m; measured up to 2e-16 and 7e-8.
double rounding() {
    return test::bulletTolerance(2e-15, 1e-7);
}

KirchhoffMotion equationsOf(std::shared_ptr<const FluidBodyModel> model, std::shared_ptr<const FluidMedium> medium,
                            const Vector3& offset = Vector3::Zero()) {
    FluidBody body = makeSolidBody(std::move(model), 1500.0);
    body.bodyFromMesh = Pose{expSO3({0.4, -0.2, 0.9}), offset};
    return {body, std::move(medium), ForceSet::paper001(), Vector3(0, 0, -9.81)};
}

/// A moving and turning ellipsoid; its centre of buoyancy is not its centre of mass.
struct WetBodyDrawing : testing::Test {
    const KirchhoffMotion wet = equationsOf(test::ellipsoidModel({0.3, 0.2, 0.1}),
                                            std::make_shared<UniformMedium>(UniformMedium::water()), {0, 0.01, 0.02});
    const KirchhoffMotion dry = equationsOf(test::ellipsoidModel({0.3, 0.2, 0.1}), nullptr);
    const Pose pose{expSO3({0.3, 1.0, -0.5}), {1.0, 2.0, 3.0}};
    const Twist twist{{0.5, 1.0, -0.7}, {1.0, -2.0, 0.5}};
    const FluidBodyState state = makeState(wet, pose, twist, 0.0);
    const FluidBodyModel& model = *wet.body().model;

    Lines draw(int flags, unsigned terms = ~0u) const {
        btFluidDebugDrawOptions options;
        options.m_flags = flags;
        options.m_terms = terms;
        return draw(wet, state, options);
    }
    static Lines draw(const KirchhoffMotion& equations, const FluidBodyState& at,
                      const btFluidDebugDrawOptions& options) {
        LineCollector collector;
        btFluidDrawBody(equations, at, options, collector);
        return collector.lines;
    }
};

bool sameLines(const Lines& a, const Lines& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.from == y.from && x.to == y.to; });
}

} // namespace

TEST_F(WetBodyDrawing, ByDefaultOneArrowPerForceAndTheCentreOfBuoyancy) {
    const Lines lines = draw(wet, state, {});
    ASSERT_EQ(lines.size(), 3 * kArrow + kCross);
    const FluidReadout out = readOut(wet, state);
    const double metrePerNewton = model.length() / (9.81 * wet.body().mass());
    for (size_t i = 0; i < 3; ++i) {
        const LineCollector::Line& shaft = lines[kArrow * i];
        const Vector3 arrow = metrePerNewton * out.terms[i].wrench.linear;
        EXPECT_LT((shaft.from - pose.position).norm(), rounding());
        EXPECT_LT((shaft.along() - arrow).norm(), rounding() * (3.0 + arrow.norm()));
        for (size_t stroke = 1; stroke < kArrow; ++stroke) {
            EXPECT_EQ(lines[kArrow * i + stroke].from, shaft.to);
            EXPECT_NEAR(lines[kArrow * i + stroke].along().dot(shaft.along()), -0.2 * arrow.squaredNorm(),
                        2.0 * rounding() * (1.0 + arrow.squaredNorm()));
        }
    }
    Vector3 middle = Vector3::Zero();
    for (size_t i = 3 * kArrow; i < lines.size(); ++i)
        middle += 0.5 * (lines[i].from + lines[i].to) / double(kCross);
    EXPECT_LT((middle - out.centerOfBuoyancy).norm(), 3.0 * rounding());
    EXPECT_GT((out.centerOfBuoyancy - pose.position).norm(), 0.02);
}

TEST_F(WetBodyDrawing, TheWorldDrawsABallInWaterWithItsBuoyancyUpFromItsCentre) {
    test::World w;
    w.fluid().setMedium(UniformMedium::water());
    const auto ball = test::sphereModel(0.1);
    w.fluid().addBody(w.addSphere(0.1, 2.0, btVector3(1, 2, 3)), ball);
    LineCollector collector;
    w.fluid().debugDraw(&collector);
    const double expected = ball->length() * 998.2 * ball->volume() / 2.0;
    const auto isBuoyancy = [&](const LineCollector::Line& line) {
        return (line.from - Vector3(1, 2, 3)).norm() < 1e-6 && (line.along() - Vector3(0, 0, expected)).norm() < 1e-5;
    };
    EXPECT_EQ(std::count_if(collector.lines.begin(), collector.lines.end(), isBuoyancy), 1);
}

TEST_F(WetBodyDrawing, AnArrowAsLongAsTheBodyStandsForItsWeight) {
    const Lines lines = draw(BT_FLUID_DRAW_WEIGHT);
    ASSERT_EQ(lines.size(), kArrow);
    EXPECT_LT((lines[0].along() - Vector3(0, 0, -model.length())).norm(), 3.0 * rounding());
}

TEST_F(WetBodyDrawing, EveryTermHasItsToggleByIndexAndByName) {
    const Lines all = draw(BT_FLUID_DRAW_FORCES);
    ASSERT_EQ(all.size(), 3 * kArrow);
    const char* names[] = {"dynamic_pressure", "skin_friction", "buoyancy"};
    for (int term = 0; term < 3; ++term) {
        EXPECT_EQ(btFluidTermBit(wet.fluid().forces(), names[term]), 1u << term);
        const Lines one = draw(BT_FLUID_DRAW_FORCES, 1u << term);
        EXPECT_TRUE(sameLines(one, Lines(all.begin() + long(kArrow) * term, all.begin() + long(kArrow) * (term + 1))));
        for (const LineCollector::Line& line : one)
            EXPECT_TRUE(line.color == btFluidTermColor(term));
        for (int other = 0; other < term; ++other)
            EXPECT_FALSE(btFluidTermColor(other) == btFluidTermColor(term));
    }
    EXPECT_TRUE(draw(BT_FLUID_DRAW_FORCES, 0).empty());
    EXPECT_EQ(btFluidTermBit(wet.fluid().forces(), "power_limit"), btFluidPowerLimitBit());
    EXPECT_EQ(btFluidTermBit(wet.fluid().forces(), "gravity"), 0u);
}

TEST_F(WetBodyDrawing, ThePowerLimitIsDrawnWhereItActs) {
    FluidBodyDef def;
    def.separationAngle = 0.75 * kPi;
    const KirchhoffMotion cone = equationsOf(FluidBodyModel::build(makeCone(0.3, 0.6, 200), def),
                                             std::make_shared<UniformMedium>(UniformMedium::water()));
    const Quaternion q = cone.body().bodyFromMesh.orientation;
    btFluidDebugDrawOptions options;
    options.m_flags = BT_FLUID_DRAW_FORCES;
    options.m_terms = btFluidPowerLimitBit();
    const FluidBodyState blunt = makeState(cone, Pose(), {Vector3::Zero(), q * Vector3(0, 0, -3)}, 0.0);
    const FluidBodyState sharp = makeState(cone, Pose(), {Vector3::Zero(), q * Vector3(0, 0, 3)}, 0.0);
    const Lines lines = draw(cone, blunt, options);
    ASSERT_EQ(lines.size(), kArrow);
    EXPECT_GT(lines[0].along().dot(q * Vector3(0, 0, 1)), 0.1); // against the motion
    EXPECT_TRUE(draw(cone, sharp, options).empty());
}

TEST_F(WetBodyDrawing, EveryFlagDrawsItsOwnLinesAndTogetherTheyDrawAllOfThem) {
    size_t sum = 0;
    for (int flag = 1; flag <= kEverything; flag *= 2) {
        const size_t count = draw(flag).size();
        EXPECT_GT(count, 0u) << flag;
        EXPECT_EQ(draw(kEverything & ~flag).size(), draw(kEverything).size() - count) << flag;
        sum += count;
    }
    EXPECT_EQ(draw(kEverything).size(), sum);
    EXPECT_TRUE(draw(0).empty());
}

TEST_F(WetBodyDrawing, SlipArrowsLieOnAttachedFacesAndShowTheirSlip) {
    RelativeFlow flow;
    flow.twist = changeFrame(relativeTwist(wet, state), wet.body().bodyFromMesh);
    const Pose worldFromMesh = pose * wet.body().bodyFromMesh;
    const Lines lines = draw(BT_FLUID_DRAW_SLIP_VELOCITY);
    size_t next = 0;
    for (int f = 0; f < model.faces().size(); ++f) {
        const FaceSlip slip = faceSlip(model.faces().normal(f), flow.velocityAt(model.faces().centroid(f)), 0.0);
        if (slip.attachment <= 0.0) continue;
        ASSERT_LT(next, lines.size());
        const LineCollector::Line& shaft = lines[next];
        next += kFlatArrow;
        EXPECT_LT((shaft.from - worldFromMesh * model.faces().centroid(f)).norm(), 10.0 * rounding());
        const Vector3 arrow = worldFromMesh.orientation * (0.1 * slip.attachment * slip.velocity);
        EXPECT_LT((shaft.along() - arrow).norm(), 10.0 * rounding());
    }
    EXPECT_EQ(next, lines.size());
    EXPECT_GT(next, kFlatArrow * 100);
    EXPECT_LT(next, kFlatArrow * 220); // of 320 faces
}

TEST_F(WetBodyDrawing, TheSeparationLineOfASphereIsAClosedEquator) {
    const KirchhoffMotion sphere =
        equationsOf(test::sphereModel(0.1), std::make_shared<UniformMedium>(UniformMedium::water()));
    btFluidDebugDrawOptions options;
    options.m_flags = BT_FLUID_DRAW_SEPARATION_LINE;
    const Vector3 axis = Vector3(1, -2, 0.5).normalized();
    const FluidBodyState moving = makeState(sphere, pose, {Vector3::Zero(), 2.0 * axis}, 0.0);
    const Lines lines = draw(sphere, moving, options);
    ASSERT_GT(lines.size(), 20u);
    std::map<std::array<double, 3>, int> ends;
    double around = 0.0;
    for (const LineCollector::Line& line : lines) {
        around += line.along().norm();
        for (const Vector3& p : {line.from, line.to}) {
            ++ends[{p.x(), p.y(), p.z()}];
            EXPECT_LT(std::abs((p - pose.position).dot(axis)), test::bulletTolerance(2e-15, 2e-7)); // 2e-16, 1e-7
        }
    }
    for (const auto& [point, count] : ends)
        EXPECT_EQ(count, 2);
    EXPECT_NEAR(around, 0.2 * kPi, 0.005 * 0.2 * kPi); // a polygon on 320 facets: 0.3 %
}

TEST_F(WetBodyDrawing, TheAddedMassEllipsoidHasRadiiInProportionToTheAddedMassAlongThem) {
    const Lines lines = draw(BT_FLUID_DRAW_ADDED_MASS);
    ASSERT_EQ(lines.size(), 3u * 32u);
    const Quaternion worldFromMesh = (pose * wet.body().bodyFromMesh).orientation;
    const Matrix3 mass = model.addedMassPerDensity().matrix().bottomRightCorner<3, 3>();
    const double longest = 0.5 * model.length();
    const Vector3 radius = mass.diagonal() * (longest / mass(2, 2)); // the shortest axis of 3:2:1 is the heaviest
    double extent[3] = {0.0, 0.0, 0.0};
    for (const LineCollector::Line& line : lines) {
        const Vector3 p = worldFromMesh.conjugate() * (line.from - pose.position);
        EXPECT_NEAR(p.cwiseQuotient(radius).squaredNorm(), 1.0, test::bulletTolerance(5e-14, 1e-5)); // 8e-15, 3e-6
        for (int k = 0; k < 3; ++k)
            extent[k] = std::max(extent[k], std::abs(p[k]));
    }
    for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(extent[k], radius[k], test::bulletTolerance(1e-14, 1e-6) * longest);
    EXPECT_LT(radius[0], 0.5 * radius[2]);
}

TEST(WingDrawing, TheArrowsOfAWingAreTheForcesOfItsCells) {
    const auto model = FluidBodyModel::build(makePlate({0.2, 0.8, 0.004}, 400));
    const auto air = std::make_shared<UniformMedium>(UniformMedium::air());
    const Pose pose{expSO3({0.0, 0.1, 0.4}), {1.0, 2.0, 3.0}};
    const Twist twist{Vector3::Zero(), pose.orientation * Vector3(10.0, 0.3, -1.0)};
    const auto draw = [&](const ForceSet& forces) {
        const KirchhoffMotion equations(makeSolidBody(model, 200.0), air, forces, {0.0, 0.0, -9.81});
        btFluidDebugDrawOptions options;
        options.m_flags = BT_FLUID_DRAW_WINGS;
        return WetBodyDrawing::draw(equations, makeState(equations, pose, twist, 0.0), options);
    };
    RelativeFlow flow;
    flow.twist.linear = pose.orientation.conjugate() * twist.linear;
    flow.density = air->sample(pose.position, 0.0).density;
    const std::vector<WingCellForce> cells = wingForces(*model, flow);
    Vector3 sum = Vector3::Zero(), drawn = Vector3::Zero();
    double area = 0.0;
    for (const WingCellForce& cell : cells) {
        sum += pose.orientation * (cell.lift + cell.suction + cell.lee) / cell.area;
        area += cell.area;
    }
    const Lines lines = draw(ForceSet::surfacePressure());
    ASSERT_GE(lines.size(), kArrow * cells.size());
    for (size_t i = 0; i < lines.size(); i += kArrow)
        drawn += lines[i].along();
    const double scale = 0.1 * area * model->length() / (9.81 * 200.0 * model->volume());
    EXPECT_LT((drawn - scale * sum).norm(), test::bulletTolerance(1e-13, 1e-5) * scale * sum.norm());
    EXPECT_EQ(draw(ForceSet::paper001()).size(), 0u); // without the force that is drawn
}

TEST_F(WetBodyDrawing, VelocityIsDrawnAsTheWayOfATenthOfASecond) {
    const Lines lines = draw(BT_FLUID_DRAW_VELOCITY);
    ASSERT_EQ(lines.size(), kArrow);
    EXPECT_LT((lines[0].along() - 0.1 * twist.linear).norm(), 3.0 * rounding());
}

TEST_F(WetBodyDrawing, ScalesStretchWhatTheyNameOnly) {
    btFluidDebugDrawOptions options;
    for (int flag : {int(BT_FLUID_DRAW_FORCES), int(BT_FLUID_DRAW_SLIP_VELOCITY), int(BT_FLUID_DRAW_ADDED_MASS)}) {
        options.m_flags = flag;
        options.m_forceScale = options.m_addedMassScale = 1;
        options.m_velocityScale = btScalar(0.1);
        const Lines plain = draw(wet, state, options);
        options.m_forceScale = btScalar(flag == BT_FLUID_DRAW_FORCES ? 2 : 7);
        options.m_velocityScale = btScalar(flag == BT_FLUID_DRAW_SLIP_VELOCITY ? 0.2 : 0.7);
        options.m_addedMassScale = btScalar(flag == BT_FLUID_DRAW_ADDED_MASS ? 2 : 7);
        const Lines stretched = draw(wet, state, options);
        ASSERT_EQ(stretched.size(), plain.size());
        for (size_t i = 0; i < plain.size(); ++i)
            EXPECT_LT((stretched[i].along() - 2.0 * plain[i].along()).norm(),
                      10.0 * rounding() * (1.0 + plain[i].along().norm()));
    }
}

TEST_F(WetBodyDrawing, NothingOfAFluidIsDrawnInVacuum) {
    const int ofTheBody = BT_FLUID_DRAW_CENTER_OF_MASS | BT_FLUID_DRAW_VELOCITY | BT_FLUID_DRAW_WEIGHT;
    const FluidBodyState inVacuum = makeState(dry, pose, twist, 0.0);
    btFluidDebugDrawOptions options;
    options.m_flags = kEverything & ~ofTheBody;
    EXPECT_TRUE(draw(dry, inVacuum, options).empty());
    options.m_flags = kEverything;
    EXPECT_EQ(draw(dry, inVacuum, options).size(), kCross + 2 * kArrow);
}

TEST_F(WetBodyDrawing, ABodyAtRestHasNoArrowsOfZeroLength) {
    const FluidBodyState resting = makeState(wet, pose, Twist(), 0.0);
    btFluidDebugDrawOptions options;
    options.m_flags = kEverything;
    for (const LineCollector::Line& line : draw(wet, resting, options))
        EXPECT_GT(line.along().norm(), 0.0);
    options.m_flags = BT_FLUID_DRAW_SLIP_VELOCITY | BT_FLUID_DRAW_SEPARATION_LINE | BT_FLUID_DRAW_VELOCITY;
    EXPECT_TRUE(draw(wet, resting, options).empty());
    options.m_flags = BT_FLUID_DRAW_FORCES;
    EXPECT_EQ(draw(wet, resting, options).size(), kArrow); // buoyancy
}

TEST_F(WetBodyDrawing, OnlyFiniteLinesReachTheDrawer) {
    btFluidDebugDrawOptions options;
    options.m_flags = kEverything;
    FluidBodyState broken = state;
    broken.momentum.linear.x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(draw(wet, broken, options).empty());
    broken = state;
    broken.worldFromBody.position.y() = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(draw(wet, broken, options).empty());
    broken = state;
    for (double size : {1e20, 1e100, 1e200, 1e300}) {
        broken.momentum.linear = size * Vector3(1, 2, 3);
        for (const LineCollector::Line& line : draw(wet, broken, options))
            EXPECT_TRUE(line.from.allFinite() && line.to.allFinite());
    }
    options.m_forceScale = options.m_velocityScale = std::numeric_limits<btScalar>::quiet_NaN();
    for (const LineCollector::Line& line : draw(wet, state, options))
        EXPECT_TRUE(line.from.allFinite() && line.to.allFinite());
}

} // namespace debug_draw_test
