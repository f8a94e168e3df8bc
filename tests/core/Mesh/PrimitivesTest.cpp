// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"

#include "AmbientFluid/Mesh/Icosphere.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "core/Mesh/ShapeChecks.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <set>
#include <stdexcept>

namespace ambient::primitives_test {
namespace {

struct Shape {
    const char* name;
    std::function<TriangleMesh(int)> make;
    double volume;
    int fewestFaces;
};

/// Closed form of the spindle's volume: 2 pi R^3 (sin a - sin^3 a / 3 - a cos a), a the half angle of the arc.
double footballVolume(double length, double diameter) {
    const double arcRadius = (length * length + diameter * diameter) / (4.0 * diameter);
    const double a = 2.0 * std::atan(diameter / length), s = std::sin(a);
    return 2.0 * kPi * std::pow(arcRadius, 3) * (s - s * s * s / 3.0 - a * std::cos(a));
}

std::vector<Shape> shapes() {
    return {
        {"sphere", [](int n) { return makeSphere(0.3, n); }, 4.0 / 3.0 * kPi * 0.027, 20},
        {"ellipsoid",
         [](int n) {
             return makeEllipsoid({1, 2, 3}, n);
         },
         8.0 * kPi, 20},
        {"box",
         [](int n) {
             return makeBox({1, 2, 3}, n);
         },
         6.0, 12},
        {"cube",
         [](int n) {
             return makeBox({1, 1, 1}, n);
         },
         1.0, 12},
        {"bar",
         [](int n) {
             return makeBox({0.1, 5, 0.1}, n);
         },
         0.05, 12},
        {"plate",
         [](int n) {
             return makePlate({1, 0.025, 2}, n);
         },
         0.05, 48},
        {"cylinder", [](int n) { return makeCylinder(0.5, 2.0, n); }, 0.5 * kPi, 48},
        {"rod", [](int n) { return makeCylinder(0.1, 20.0, n); }, 0.2 * kPi, 48},
        {"disc", [](int n) { return makeDisc(0.5, 0.04, n); }, 0.01 * kPi, 48},
        {"capsule", [](int n) { return makeCapsule(0.5, 2.0, n); }, kPi * (1.0 / 6.0 + 0.5), 48},
        {"cone", [](int n) { return makeCone(0.5, 2.0, n); }, kPi / 6.0, 48},
        {"football", [](int n) { return makeFootball(0.28, 0.17, n); }, footballVolume(0.28, 0.17), 48},
    };
}

const std::vector<int> kTargets = {12, 20, 48, 49, 77, 101, 333, 500, 1279, 3001, 10007};

TEST(Primitives, AreUsableWithExactVolumeAndCentredAtEveryResolution) {
    for (const Shape& shape : shapes()) {
        for (int target : kTargets) {
            if (target < shape.fewestFaces) continue;
            SCOPED_TRACE(std::string(shape.name) + " " + std::to_string(target));
            const MeshReport report = checkMesh(shape.make(target));
            EXPECT_TRUE(report.usable()) << report.issues.front().message;
            EXPECT_EQ(report.eulerCharacteristic, 2);
            EXPECT_EQ(report.duplicateVertexCount, 0);
            EXPECT_NEAR(report.volume / shape.volume, 1.0, 1e-13); // measured below 3e-15
            EXPECT_LT(report.centroid.norm(), 1e-14 * (report.boundsMax - report.boundsMin).norm());
        }
    }
}

TEST(Primitives, HaveAboutAsManyFacesAsAsked) {
    for (const Shape& shape : shapes()) {
        for (int target : {500, 1279, 3001, 10007, 50000}) {
            const double ratio = static_cast<double>(shape.make(target).faceCount()) / target;
            EXPECT_NEAR(ratio, 1.0, target < 1000 ? 0.15 : 0.1) << shape.name << " " << target;
        }
    }
}

TEST(Primitives, HaveNoSlivers) {
    for (const Shape& shape : shapes()) {
        for (int target : {500, 1279, 3001, 10007}) {
            EXPECT_LT(worstAspectRatio(shape.make(target)), 25.0)
                << shape.name << " " << target; // measured at most 23.7
        }
    }
}

TEST(Primitives, AreExactMirrorImagesOfThemselves) {
    for (int target : {48, 77, 500, 1279}) {
        for (const TriangleMesh& mesh :
             {makeBox({1, 2, 3}, target), makePlate({1, 2, 0.1}, target), makeCylinder(1, 2, target),
              makeDisc(1, 0.1, target), makeCapsule(1, 1, target), makeFootball(2, 1, target),
              makeCone(1, 2, target)}) {
            EXPECT_TRUE(isSymmetric(mesh, mirrorX));
            EXPECT_TRUE(isSymmetric(mesh, mirrorY));
        }
        for (const TriangleMesh& mesh :
             {makeBox({1, 2, 3}, target), makePlate({1, 2, 0.1}, target), makeCylinder(1, 2, target),
              makeDisc(1, 0.1, target), makeCapsule(1, 1, target), makeFootball(2, 1, target)}) {
            EXPECT_TRUE(isSymmetric(mesh, mirrorZ));
        }
        for (const TriangleMesh& mesh :
             {makeBox({1, 1, 3}, target), makeCylinder(1, 2, target), makeDisc(1, 0.1, target),
              makeCapsule(1, 1, target), makeFootball(2, 1, target), makeCone(1, 2, target)}) {
            EXPECT_TRUE(isSymmetric(mesh, exchangeXY));
        }
    }
}

TEST(Primitives, BoxOfTwelveIsThePlainBox) {
    const TriangleMesh box = makeBox({2, 4, 6}, 12);
    EXPECT_EQ(box.faceCount(), 12);
    EXPECT_EQ(box.vertexCount(), 8);
    for (const Vector3& p : box.vertices)
        EXPECT_EQ(p.cwiseAbs(), Vector3(1, 2, 3));
    EXPECT_EQ(makeBox({1, 1, 1}, 48).faceCount(), 48);
    EXPECT_EQ(makeBox({1, 1, 1}, 1200).faceCount(), 1200);
}

TEST(Primitives, EdgesAreGradedTowardsTheRim) {
    const TriangleMesh box = makeBox({1, 1, 1}, 1200);
    std::set<double> lines;
    for (const Vector3& p : box.vertices)
        lines.insert(p.x());
    ASSERT_EQ(lines.size(), 11u);
    const std::vector<double> x(lines.begin(), lines.end());
    for (int i = 1; i < 5; ++i)
        EXPECT_GT(x[i + 1] - x[i], x[i] - x[i - 1]);
    EXPECT_LT((x[1] - x[0]) / (x[5] - x[4]), 0.25);
}

TEST(Primitives, DiscAndPlateHaveTwoOrFourRowsOnTheirRim) {
    const auto levels = [](const TriangleMesh& mesh) {
        std::set<double> z;
        for (const Vector3& p : mesh.vertices)
            z.insert(p.z());
        return z.size();
    };
    EXPECT_EQ(levels(makeDisc(0.5, 0.04, 200)), 3u);
    EXPECT_EQ(levels(makePlate({1, 1, 0.025}, 1200)), 3u);
    EXPECT_EQ(levels(makeDisc(0.5, 0.04, 20000)), 5u);
    EXPECT_EQ(levels(makePlate({1, 1, 0.025}, 20000)), 5u);
    EXPECT_GT(levels(makeCylinder(0.5, 0.04, 20000)), 5u);
}

TEST(Primitives, SphereIsNearlyUniform) {
    for (int n : {1, 2, 3, 7, 20}) {
        const TriangleMesh mesh = makeIcosphere(n);
        EXPECT_EQ(mesh.faceCount(), 20 * n * n);
        EXPECT_EQ(mesh.vertexCount(), 10 * n * n + 2);
        double smallest = 1.0, largest = 0.0;
        for (int f = 0; f < mesh.faceCount(); ++f) {
            smallest = std::min(smallest, mesh.areaVector(f).norm());
            largest = std::max(largest, mesh.areaVector(f).norm());
        }
        EXPECT_LT(largest / smallest, 1.25); // measured 1.21 at n = 5
        for (const Vector3& p : mesh.vertices)
            EXPECT_NEAR(p.norm(), 1.0, 1e-15);
    }
}

TEST(Primitives, ScaledDimensionsTendToTheExactOnes) {
    double last = 1.0;
    for (int target : {300, 1200, 4800}) {
        const MeshReport report = checkMesh(makeCapsule(0.5, 2.0, target));
        const double error = std::abs(report.boundsMax.z() / 1.5 - 1.0);
        EXPECT_LT(error, 0.4 * last);
        last = error;
    }
    EXPECT_LT(last, 2e-3);
    EXPECT_EQ(checkMesh(makeCylinder(0.5, 2.0, 500)).boundsMax.z(), 1.0);
    EXPECT_NEAR(checkMesh(makeCone(0.5, 2.0, 500)).boundsMax.z(), 1.5, 6e-4); // measured 5.01e-4
    EXPECT_NEAR(checkMesh(makeCone(0.5, 2.0, 500)).boundsMin.z(), -0.5, 6e-4);
}

TEST(Primitives, FootballAsLongAsWideIsASphere) {
    EXPECT_NEAR(enclosedVolume(makeFootball(2.0, 2.0, 1000)) / (4.0 / 3.0 * kPi), 1.0, 1e-13);
    // Slender limit: r = (D/2)(1 - (2 z/L)^2), volume 2/15 pi D^2 L.
    EXPECT_NEAR(enclosedVolume(makeFootball(1e4, 1.0, 1000)) / (2.0 / 15.0 * kPi * 1e4), 1.0, 1e-7);
}

TEST(Primitives, ExtremeProportionsStayClosed) {
    for (double q : {1e-6, 1e-3, 1e3, 1e6}) {
        for (const TriangleMesh& mesh : {makeBox({1, q, 1}, 700), makeCylinder(1, q, 700), makeDisc(1, q, 700),
                                         makeCapsule(1, q, 700), makeCone(1, q, 700), makeEllipsoid({1, q, 1}, 700)}) {
            EXPECT_TRUE(checkMesh(mesh).usable()) << q << ": " << checkMesh(mesh).issues.front().message;
        }
    }
}

std::string refusalOf(const std::function<void()>& make) {
    try {
        make();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "accepted";
}

TEST(Primitives, BadArgumentsAreNamed) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto names = [](const std::string& word, const std::function<void()>& make) {
        const std::string message = refusalOf(make);
        EXPECT_NE(message.find(word), std::string::npos) << message;
    };
    for (double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
        names("radius", [&] { makeSphere(bad); });
        names("semiAxes.y", [&] { makeEllipsoid({1, bad, 1}); });
        names("size.z", [&] { makeBox({1, 1, bad}); });
        names("size.x", [&] { makePlate({bad, 1, 1}); });
        names("length", [&] { makeCylinder(1, bad); });
        names("thickness", [&] { makeDisc(1, bad); });
        names("cylinderLength", [&] { makeCapsule(1, bad); });
        names("height", [&] { makeCone(1, bad); });
        names("diameter", [&] { makeFootball(1, bad); });
    }
    names("length", [] { makeFootball(1.0, 2.0); });
    names("factor", [] { makeCylinder(1e-3, 1e4); });
    names("got 1e-12", [] { makeSphere(1e-12); });
    for (const Shape& shape : shapes()) {
        for (int bad : {-5, 0, shape.fewestFaces - 1, 2000001})
            names("targetFaces", [&] { shape.make(bad); });
        EXPECT_GT(shape.make(shape.fewestFaces).faceCount(), 0);
    }
}

} // namespace
} // namespace ambient::primitives_test
