// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include "../TestBodies.h"
#include "AmbientFluid/Math/Quadrature.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

#include <gtest/gtest.h>

namespace laplace_kernel_test {

using namespace ambient;

namespace {

Panel randomPanel(test::Random& random) {
    for (;;) {
        const Panel panel(random.vector(), random.vector(), random.vector());
        if (panel.area > 0.1 * panel.radius * panel.radius) return panel;
    }
}

Vector3 pointOn(const Panel& panel, const std::array<double, 3>& b) {
    return b[0] * panel.corner[0] + b[1] * panel.corner[1] + b[2] * panel.corner[2];
}

Vector3 interiorPoint(const Panel& panel, test::Random& random) {
    std::array<double, 3> b = {random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
    const double sum = b[0] + b[1] + b[2];
    for (double& x : b)
        x /= sum;
    return pointOn(panel, b);
}

/// The integrals by quadrature, split until every part is small next to its distance from p.
void addBruteForce(const Panel& whole, const std::array<Vector3, 3>& part, const Vector3& p, PanelIntegrals& sum) {
    const Vector3 middle = (part[0] + part[1] + part[2]) / 3.0;
    const double size = std::max({(part[0] - part[1]).norm(), (part[1] - part[2]).norm(), (part[2] - part[0]).norm()});
    if (size > 0.3 * (middle - p).norm()) {
        const Vector3 ab = 0.5 * (part[0] + part[1]), bc = 0.5 * (part[1] + part[2]), ca = 0.5 * (part[2] + part[0]);
        addBruteForce(whole, {part[0], ab, ca}, p, sum);
        addBruteForce(whole, {ab, part[1], bc}, p, sum);
        addBruteForce(whole, {ca, bc, part[2]}, p, sum);
        addBruteForce(whole, {ab, bc, ca}, p, sum);
        return;
    }
    const double area = 0.5 * (part[1] - part[0]).cross(part[2] - part[0]).norm();
    for (const TrianglePoint& q : kTriangleRuleDegree6) {
        const Vector3 x = q.barycentric[0] * part[0] + q.barycentric[1] * part[1] + q.barycentric[2] * part[2];
        const Vector3 d = p - x;
        const double r = d.norm(), dipole = whole.normal.dot(d) / (r * r * r), w = q.weight * area;
        sum.singleLayer += w / r;
        sum.solidAngle += w * dipole;
        for (int k = 0; k < 3; ++k)
            sum.doubleLayer[k] += w * whole.hat(k, x) * dipole;
    }
}

PanelIntegrals bruteForce(const Panel& panel, const Vector3& p) {
    PanelIntegrals sum;
    addBruteForce(panel, panel.corner, p, sum);
    return sum;
}

double largestDifference(const PanelIntegrals& a, const PanelIntegrals& b) {
    double largest = std::max(std::abs(a.singleLayer - b.singleLayer), std::abs(a.solidAngle - b.solidAngle));
    for (int k = 0; k < 3; ++k)
        largest = std::max(largest, std::abs(a.doubleLayer[k] - b.doubleLayer[k]));
    return largest;
}

double meshSolidAngle(const std::vector<Panel>& panels, const Vector3& p) {
    double sum = 0.0;
    for (const Panel& panel : panels)
        sum += integratePanel(panel, p).solidAngle;
    return sum;
}

/// Int over `part` of the closed-form potential of `whole`, split `depth` times.
double nestedSelfIntegral(const Panel& whole, const std::array<Vector3, 3>& part, int depth) {
    if (depth > 0) {
        const Vector3 ab = 0.5 * (part[0] + part[1]), bc = 0.5 * (part[1] + part[2]), ca = 0.5 * (part[2] + part[0]);
        return nestedSelfIntegral(whole, {part[0], ab, ca}, depth - 1) +
               nestedSelfIntegral(whole, {ab, part[1], bc}, depth - 1) +
               nestedSelfIntegral(whole, {ca, bc, part[2]}, depth - 1) +
               nestedSelfIntegral(whole, {ab, bc, ca}, depth - 1);
    }
    const double area = 0.5 * (part[1] - part[0]).cross(part[2] - part[0]).norm();
    double sum = 0.0;
    for (const TrianglePoint& q : kTriangleRuleDegree6) {
        const Vector3 x = q.barycentric[0] * part[0] + q.barycentric[1] * part[1] + q.barycentric[2] * part[2];
        sum += q.weight * area * integratePanel(whole, x).singleLayer;
    }
    return sum;
}

} // namespace

TEST(Panel, HatsAreOneAtTheirCornerAndZeroAtTheOthers) {
    test::Random random(1);
    for (int i = 0; i < 100; ++i) {
        const Panel panel = randomPanel(random);
        for (int k = 0; k < 3; ++k)
            for (int c = 0; c < 3; ++c)
                EXPECT_NEAR(panel.hat(k, panel.corner[c]), k == c ? 1.0 : 0.0, 1e-13);
        EXPECT_NEAR(panel.normal.dot(panel.edgeNormal[0]), 0.0, 1e-14);
        EXPECT_GT((panel.corner[0] - panel.centroid).dot(panel.edgeNormal[0]), 0.0);
    }
}

TEST(LaplaceKernel, ClosedFormsAgreeWithQuadratureOffThePanel) {
    test::Random random(2);
    int points = 0;
    while (points < 300) {
        const Panel panel = randomPanel(random);
        const Vector3 p = panel.centroid + random.vector(2.0);
        const double height = std::abs(panel.normal.dot(p - panel.centroid));
        if (height < 0.03) continue;
        ++points;
        EXPECT_LT(largestDifference(integratePanel(panel, p), bruteForce(panel, p)), 1e-8); // measured 1e-9
    }
}

TEST(LaplaceKernel, ClosedFormsHoldInThePlaneBesideThePanel) {
    test::Random random(3);
    for (int i = 0; i < 100; ++i) {
        const Panel panel = randomPanel(random);
        const int k = random.integer(0, 2);
        const Vector3 onEdge = 0.5 * (panel.corner[k] + panel.corner[(k + 1) % 3]);
        const Vector3 p = onEdge + random.uniform(0.1, 2.0) * panel.edgeNormal[k];
        EXPECT_LT(largestDifference(integratePanel(panel, p), bruteForce(panel, p)), 1e-8);
    }
}

TEST(LaplaceKernel, DoubleLayersOfTheHatsSumToTheSolidAngle) {
    test::Random random(4);
    for (int i = 0; i < 500; ++i) {
        const Panel panel = randomPanel(random);
        const PanelIntegrals r = integratePanel(panel, random.vector(3.0));
        EXPECT_NEAR(r.doubleLayer[0] + r.doubleLayer[1] + r.doubleLayer[2], r.solidAngle, 1e-12);
    }
}

TEST(LaplaceKernel, SolidAngleIsPositiveOnTheOuterSideAndOddAcrossThePlane) {
    test::Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Panel panel = randomPanel(random);
        const Vector3 inPlane = interiorPoint(panel, random);
        const double h = random.uniform(1e-6, 2.0);
        const PanelIntegrals above = integratePanel(panel, inPlane + h * panel.normal);
        const PanelIntegrals below = integratePanel(panel, inPlane - h * panel.normal);
        EXPECT_GT(above.solidAngle, 0.0);
        EXPECT_NEAR(below.solidAngle, -above.solidAngle, 1e-8); // measured 2e-10 at h = 1e-6: rounding over h
        EXPECT_NEAR(below.singleLayer, above.singleLayer, 1e-13);
    }
}

TEST(LaplaceKernel, DoubleLayerJumpsByFourPiTimesTheHatAndSingleLayerDoesNot) {
    test::Random random(6);
    for (int i = 0; i < 200; ++i) {
        const Panel panel = randomPanel(random);
        const Vector3 p = interiorPoint(panel, random);
        const double h = 1e-9 * panel.radius;
        const PanelIntegrals above = integratePanel(panel, p + h * panel.normal);
        const PanelIntegrals below = integratePanel(panel, p - h * panel.normal);
        EXPECT_NEAR(above.solidAngle, 2.0 * kPi, 1e-6);
        EXPECT_NEAR(below.solidAngle, -2.0 * kPi, 1e-6);
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(above.doubleLayer[k] - below.doubleLayer[k], 4.0 * kPi * panel.hat(k, p), 1e-6);
            EXPECT_NEAR(above.doubleLayer[k] + below.doubleLayer[k], 0.0, 1e-6);
        }
        EXPECT_NEAR(above.singleLayer, below.singleLayer, 1e-13);
    }
}

TEST(LaplaceKernel, SolidAngleOfAClosedMeshIsMinusFourPiInsideAndZeroOutside) {
    test::Random random(7);
    for (const TriangleMesh& mesh :
         {makeEllipsoid({1.0, 0.6, 0.3}, 320), makeBox({1, 2, 3}, 48), makeCone(1, 2, 200)}) {
        const std::vector<Panel> panels = makePanels(mesh);
        for (int i = 0; i < 50; ++i) {
            EXPECT_NEAR(meshSolidAngle(panels, 0.1 * random.vector()), -4.0 * kPi, 1e-12);
            EXPECT_NEAR(meshSolidAngle(panels, 4.0 * random.direction()), 0.0, 1e-12);
        }
    }
}

TEST(LaplaceKernel, IsFiniteOnEdgesCornersAndTheirExtensions) {
    test::Random random(8);
    for (int i = 0; i < 200; ++i) {
        const Panel panel = randomPanel(random);
        for (double t : {-1.0, 0.0, 1e-12, 0.25, 0.5, 1.0, 2.0})
            for (int k = 0; k < 3; ++k) {
                const Vector3 p = (1.0 - t) * panel.corner[k] + t * panel.corner[(k + 1) % 3];
                const PanelIntegrals r = integratePanel(panel, p);
                ASSERT_TRUE(std::isfinite(r.singleLayer) && std::isfinite(r.solidAngle)) << "t " << t;
                for (double d : r.doubleLayer)
                    ASSERT_TRUE(std::isfinite(d)) << "t " << t;
                EXPECT_LE(std::abs(r.solidAngle), 2.0 * kPi + 1e-12);
                const Vector3 beside = p + 1e-9 * random.direction();
                EXPECT_NEAR(r.singleLayer, integratePanel(panel, beside).singleLayer, 1e-6); // measured 1e-7
            }
    }
}

TEST(PanelPoints, HaveTheIntegralsOfOnePointWhereverItLies) {
    test::Random random(11);
    PanelPoints points;
    for (int trial = 0; trial < 200; ++trial) {
        const Panel panel = randomPanel(random);
        std::vector<Vector3> at;
        for (int count = random.integer(1, 21); count > 0; --count)
            at.push_back(random.vector(trial % 2 == 0 ? 2.0 : 50.0));
        at.push_back(panel.centroid + 1e-3 * panel.normal);
        at.push_back(pointOn(panel, {0.4, 0.6, 0.0})); // on an edge
        at.push_back(panel.corner[1]);
        points.clear();
        for (const Vector3& p : at)
            points.add(p);
        points.integrate(panel);
        ASSERT_EQ(points.size(), static_cast<int>(at.size()));
        for (int i = 0; i + 2 < points.size(); ++i) {
            const PanelIntegrals one = integratePanel(panel, at[i]), many = points.at(i);
            EXPECT_LT(largestDifference(many, one), 2e-12) << at[i].transpose(); // measured 4e-13, 50 m away
        }
        for (int i = points.size() - 2; i < points.size(); ++i) {
            const PanelIntegrals one = integratePanel(panel, at[i]), many = points.at(i);
            EXPECT_NEAR(many.singleLayer, one.singleLayer, 1e-8); // the side of the panel is decided by rounding
            EXPECT_TRUE(std::isfinite(many.solidAngle));
        }
    }
}

TEST(PanelPoints, HaveBytesThatDependOnNoOtherPoint) {
    test::Random random(12);
    const Panel panel = randomPanel(random);
    std::vector<Vector3> at(19);
    PanelPoints together, alone;
    for (Vector3& p : at)
        together.add(p = random.vector(2.0));
    together.integrate(panel);
    for (int i = 0; i < together.size(); ++i) {
        alone.clear();
        alone.add(at[i]);
        alone.integrate(panel);
        const PanelIntegrals a = alone.at(0), b = together.at(i);
        EXPECT_EQ(a.singleLayer, b.singleLayer);
        EXPECT_EQ(a.solidAngle, b.solidAngle);
        EXPECT_EQ(a.doubleLayer, b.doubleLayer);
    }
}

TEST(LaplaceKernel, FollowsRotationTranslationAndScale) {
    test::Random random(9);
    for (int i = 0; i < 200; ++i) {
        const Panel panel = randomPanel(random);
        const Vector3 p = random.vector(2.0);
        const Pose pose{random.rotation(), random.vector()};
        const double scale = std::pow(10.0, random.uniform(-3.0, 3.0));
        const auto moved = [&](const Vector3& x) -> Vector3 { return scale * (pose * x); };
        const Panel movedPanel(moved(panel.corner[0]), moved(panel.corner[1]), moved(panel.corner[2]));
        PanelIntegrals there = integratePanel(movedPanel, moved(p));
        there.singleLayer /= scale;
        EXPECT_LT(largestDifference(there, integratePanel(panel, p)), 1e-11); // measured 1e-12
    }
}

TEST(LaplaceKernel, SelfIntegralAgreesWithNestedQuadrature) {
    test::Random random(10);
    for (int i = 0; i < 20; ++i) {
        const Panel panel = randomPanel(random);
        const double coarse = nestedSelfIntegral(panel, panel.corner, 5),
                     fine = nestedSelfIntegral(panel, panel.corner, 6);
        EXPECT_NEAR(panelSelfIntegral(panel) / (fine + (fine - coarse) / 3.0), 1.0, 2e-8); // measured 2e-9
    }
}

TEST(LaplaceKernel, SelfIntegralScalesWithTheCubeOfLength) {
    const Panel panel({0, 0, 0}, {1, 0, 0}, {0.3, 0.8, 0}), twice({0, 0, 0}, {2, 0, 0}, {0.6, 1.6, 0});
    EXPECT_NEAR(panelSelfIntegral(twice) / panelSelfIntegral(panel), 8.0, 1e-14);
}

} // namespace laplace_kernel_test
