// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/BluffBodies.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "core/Mesh/ShapeChecks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace ambient::bluff_bodies_test {
namespace {

struct Shape {
    const char* name;
    std::function<TriangleMesh(int)> make;
    double volume;
    int fewestFaces;
    int eulerCharacteristic = 2;
};

std::vector<Shape> shapes() {
    const double right = 0.5 * kPi, sharp = kPi / 9.0;
    return {
        {"hemisphere", [](int n) { return makeHemisphere(0.3, n); }, 2.0 / 3.0 * kPi * 0.027, 48},
        {"cup", [](int n) { return makeCup(0.3, 0.06, n); }, 2.0 / 3.0 * kPi * (0.027 - 0.24 * 0.24 * 0.24), 48},
        {"thin cup", [](int n) { return makeCup(1.0, 0.02, n); }, 2.0 / 3.0 * kPi * (1.0 - 0.98 * 0.98 * 0.98), 48},
        {"teardrop", [](int n) { return makeTeardrop(2.0, 0.5, n); }, 9.0 / 64.0 * kPi * 0.5, 48},
        {"right wedge", [=](int n) { return makeWedge(1.0, 0.7, right, n); }, 0.5 * 0.5 * 0.7, 32},
        {"sharp wedge", [=](int n) { return makeWedge(1.0, 5.0, sharp, n); }, 1.25 / std::tan(0.5 * sharp), 32},
        {"ring", [](int n) { return makeRing(1.0, 0.25, n); }, 2.0 * kPi * kPi * 0.0625, 64, 0},
        {"tight ring", [](int n) { return makeRing(1.0, 0.95, n); }, 2.0 * kPi * kPi * 0.9025, 64, 0},
        {"L-prism", [](int n) { return makeLPrism(1.0, 0.3, 0.2, n); }, 0.3 * 1.7 * 0.2, 112},
        {"thin L-prism", [](int n) { return makeLPrism(1.0, 0.1, 0.02, n); }, 0.1 * 1.9 * 0.02, 112},
        {"lumpy solid", [](int n) { return makeLumpySolid(0.3, 0.4, 7, n); }, 4.0 / 3.0 * kPi * 0.027, 20},
    };
}

TEST(BluffBodies, AreUsableWithExactVolumeAndCentredAtEveryResolution) {
    for (const Shape& shape : shapes()) {
        for (int target : {20, 48, 64, 77, 112, 333, 500, 1279, 3001, 10007}) {
            if (target < shape.fewestFaces) continue;
            SCOPED_TRACE(std::string(shape.name) + " " + std::to_string(target));
            const MeshReport report = checkMesh(shape.make(target));
            EXPECT_TRUE(report.usable()) << report.issues.front().message;
            EXPECT_EQ(report.eulerCharacteristic, shape.eulerCharacteristic);
            EXPECT_EQ(report.duplicateVertexCount, 0);
            EXPECT_NEAR(report.volume / shape.volume, 1.0, 1e-13); // measured below 2e-14 (thin cup)
            EXPECT_LT(report.centroid.norm(), 1e-14 * (report.boundsMax - report.boundsMin).norm());
        }
    }
}

TEST(BluffBodies, HaveAboutAsManyFacesAsAsked) {
    for (const Shape& shape : shapes()) {
        for (int target : {500, 1279, 3001, 10007}) {
            const double ratio = static_cast<double>(shape.make(target).faceCount()) / target;
            EXPECT_NEAR(ratio, 1.0, target < 1000 ? 0.2 : 0.1) << shape.name << " " << target;
        }
    }
}

TEST(BluffBodies, HaveNoSlivers) {
    for (const Shape& shape : shapes()) {
        for (int target : {500, 1279, 3001, 10007})
            EXPECT_LT(worstAspectRatio(shape.make(target)), 40.0)
                << shape.name << " " << target; // measured at most 39.3 (sharp wedge), else 32.2
    }
}

TEST(BluffBodies, AreExactMirrorImagesOfThemselves) {
    for (int target : {112, 500, 1279}) {
        const TriangleMesh wedge = makeWedge(1, 2, 0.7, target), ring = makeRing(1, 0.4, target),
                           prism = makeLPrism(1, 0.3, 0.2, target);
        for (const TriangleMesh& mesh :
             {makeHemisphere(1, target), makeCup(1, 0.1, target), makeTeardrop(4, 1, target), wedge, ring}) {
            EXPECT_TRUE(isSymmetric(mesh, mirrorX));
            EXPECT_TRUE(isSymmetric(mesh, mirrorY));
        }
        for (const TriangleMesh& mesh :
             {makeHemisphere(1, target), makeCup(1, 0.1, target), makeTeardrop(4, 1, target), ring, prism})
            EXPECT_TRUE(isSymmetric(mesh, exchangeXY));
        for (const TriangleMesh& mesh : {ring, prism})
            EXPECT_TRUE(isSymmetric(mesh, mirrorZ));
    }
}

TEST(BluffBodies, LieAsTheirDescriptionsSay) {
    const MeshReport hemisphere = checkMesh(makeHemisphere(0.8, 10000));
    EXPECT_NEAR(hemisphere.boundsMin.z(), -0.3, 1e-3);
    EXPECT_NEAR(hemisphere.boundsMax.z(), 0.5, 1e-3);
    const MeshReport teardrop = checkMesh(makeTeardrop(4.0, 1.0, 10000));
    EXPECT_NEAR(teardrop.boundsMax.z(), 1.6, 2e-3);
    EXPECT_NEAR(teardrop.boundsMin.z(), -2.4, 2e-3);
    EXPECT_NEAR(teardrop.boundsMax.x(), 0.5, 1e-3);
    const MeshReport wedge = checkMesh(makeWedge(2.0, 3.0, 0.5 * kPi, 1200));
    EXPECT_NEAR((wedge.boundsMin - Vector3(-1.0, -1.5, -1.0 / 3.0)).norm(), 0.0, 1e-14);
    EXPECT_NEAR((wedge.boundsMax - Vector3(1.0, 1.5, 2.0 / 3.0)).norm(), 0.0, 1e-14);
    const MeshReport ring = checkMesh(makeRing(1.0, 0.25, 10000));
    EXPECT_NEAR(ring.boundsMax.x(), 1.25, 3e-3);
    EXPECT_NEAR(ring.boundsMax.z(), 0.25, 1e-3);
    const MeshReport prism = checkMesh(makeLPrism(1.0, 0.3, 0.2, 1200));
    EXPECT_NEAR((prism.boundsMax - prism.boundsMin - Vector3(1.0, 1.0, 0.2)).norm(), 0.0, 1e-14);
}

// A cup seen from below is hollow: its mean height over the rim is the shell's, 3/8 (R^4 - r^4) / (R^3 - r^3).
TEST(BluffBodies, CupIsOpenBelow) {
    const MeshReport cup = checkMesh(makeCup(1.0, 0.1, 10000));
    const double height = 0.375 * (1.0 - std::pow(0.9, 4)) / (1.0 - std::pow(0.9, 3));
    EXPECT_NEAR(cup.boundsMin.z(), -height, 1e-3);
    EXPECT_NEAR(cup.boundsMax.z(), 1.0 - height, 1e-3);
}

/// Intersection of the lines through opposite vertices of the icosphere behind a lumpy solid: 0 and 3, 1 and 2.
Vector3 starCentre(const TriangleMesh& mesh) {
    const Vector3 a = mesh.vertices[0], along = mesh.vertices[3] - a;
    const Vector3 b = mesh.vertices[1], other = mesh.vertices[2] - b, normal = along.cross(other);
    return a + along * (b - a).cross(other).dot(normal) / normal.squaredNorm();
}

TEST(BluffBodies, LumpySolidsDifferBySeedOnlyAndKeepTheirAmplitude) {
    const TriangleMesh lump = makeLumpySolid(1.0, 0.5, 3, 2000);
    EXPECT_EQ(lump.vertices, makeLumpySolid(1.0, 0.5, 3, 2000).vertices);
    EXPECT_NE(lump.vertices, makeLumpySolid(1.0, 0.5, 4, 2000).vertices);
    const TriangleMesh ball = makeLumpySolid(1.0, 0.0, 3, 2000);
    for (const Vector3& p : ball.vertices)
        EXPECT_NEAR(p.norm(), ball.vertices.front().norm(), 1e-14);
    for (std::uint32_t seed : {1u, 2u, 3u, 4u, 5u}) {
        const TriangleMesh mesh = makeLumpySolid(1.0, 0.5, seed, 10000);
        const Vector3 centre = starCentre(mesh);
        double least = 2.0, most = 0.0;
        for (const Vector3& p : mesh.vertices) {
            least = std::min(least, (p - centre).norm());
            most = std::max(most, (p - centre).norm());
        }
        EXPECT_NEAR((most - least) / (most + least), 0.5, 2e-3) << seed;
    }
}

TEST(BluffBodies, BadArgumentsAreNamed) {
    const auto names = [](const std::string& word, const std::function<void()>& make) {
        try {
            make();
            ADD_FAILURE() << word << ": accepted";
        } catch (const std::invalid_argument& e) {
            EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
        }
    };
    for (double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        names("radius", [&] { makeHemisphere(bad); });
        names("wall", [&] { makeCup(1, bad); });
        names("length", [&] { makeTeardrop(bad, 1); });
        names("diameter", [&] { makeTeardrop(1, bad); });
        names("base", [&] { makeWedge(bad, 1, 1); });
        names("span", [&] { makeWedge(1, bad, 1); });
        names("minorRadius", [&] { makeRing(1, bad); });
        names("arm", [&] { makeLPrism(bad, 1, 1); });
        names("thickness", [&] { makeLPrism(1, 0.5, bad); });
        names("radius", [&] { makeLumpySolid(bad, 0.1, 1); });
    }
    names("wall", [] { makeCup(1.0, 1.0); });
    names("length", [] { makeTeardrop(1.0, 2.0); });
    names("minorRadius", [] { makeRing(1.0, 1.0); });
    names("width", [] { makeLPrism(1.0, 1.0, 0.1); });
    for (double bad : {0.0, 0.05, 3.1, -1.0, std::nan("")})
        names("apexAngle", [&] { makeWedge(1, 1, bad); });
    for (double bad : {-0.1, 0.7, std::nan("")})
        names("amplitude", [&] { makeLumpySolid(1, bad, 1); });
    for (const Shape& shape : shapes()) {
        for (int bad : {-5, 0, shape.fewestFaces - 1, 2000001})
            names("targetFaces", [&] { shape.make(bad); });
        EXPECT_GT(shape.make(shape.fewestFaces).faceCount(), 0);
    }
}

} // namespace
} // namespace ambient::bluff_bodies_test
