// SPDX-License-Identifier: Zlib
#include "MeshImport/ExactUnion.h"

#include "AmbientFluid/Mesh/DisjointSets.h"
#include "AmbientFluid/Mesh/WindingNumber.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "ConvexParts.h"
#include "MeshImport/Expansion.h"
#include "MeshImport/MeshFrontEnd.h"
#include "MeshImport/UnionSurface.h"

#include <gtest/gtest.h>

#include <map>

namespace exact_union_test {

using namespace ambient;
using Box = Eigen::AlignedBox3d;

constexpr int kManyFaces = 100000;

namespace {

TriangleMesh meshOf(const Box& box, int faces) {
    return test::placed(makeBox(box.sizes(), faces), Quaternion::Identity(), box.center());
}

/// The number of directed edges without a twin: 0 for a surface without holes.
int openSides(const TriangleMesh& mesh) {
    std::map<std::pair<int, int>, int> sides;
    for (const TriangleMesh::Face& f : mesh.faces)
        for (std::size_t k = 0; k < 3; ++k) {
            ++sides[{f[k], f[(k + 1) % 3]}];
            --sides[{f[(k + 1) % 3], f[k]}];
        }
    return static_cast<int>(std::count_if(sides.begin(), sides.end(), [](const auto& s) { return s.second != 0; }));
}

/// Boxes of whole cells, and the body that they fill with the hollows that no water reaches.
class LatticeBoxes {
  public:
    static constexpr int kCells = 9; ///< along a side, an empty layer around all

    LatticeBoxes(test::Random& random, int count) : m_isSolid(kCells * kCells * kCells, 0) {
        for (int i = 0; i < count; ++i) {
            std::array<int, 3> low, size;
            for (std::size_t k = 0; k < 3; ++k) {
                low[k] = random.integer(1, 5);
                size[k] = random.integer(1, 3);
            }
            boxes.emplace_back(Vector3(low[0], low[1], low[2]),
                               Vector3(low[0] + size[0], low[1] + size[1], low[2] + size[2]));
            for (int x = low[0]; x < low[0] + size[0]; ++x)
                for (int y = low[1]; y < low[1] + size[1]; ++y)
                    for (int z = low[2]; z < low[2] + size[2]; ++z)
                        m_isSolid[at(x, y, z)] = 1;
        }
        flood();
    }

    std::vector<Box> boxes; ///< a cell has the side 1
    double volume = 0.0, area = 0.0;

    /// Groups of boxes that hang together, by points too.
    int pieceCount() const {
        DisjointSets sets(static_cast<int>(boxes.size()));
        for (std::size_t i = 0; i < boxes.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (boxes[i].intersects(boxes[j])) sets.join(static_cast<int>(i), static_cast<int>(j));
        int count = 0;
        for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
            count += sets.root(i) == i;
        return count;
    }

  private:
    static std::size_t at(int x, int y, int z) { return static_cast<std::size_t>((x * kCells + y) * kCells + z); }

    void flood() {
        std::vector<std::array<int, 3>> front = {{0, 0, 0}};
        std::vector<char> isWet(m_isSolid.size(), 0);
        isWet[0] = 1;
        volume = kCells * kCells * kCells;
        while (!front.empty()) {
            const std::array<int, 3> cell = front.back();
            front.pop_back();
            volume -= 1.0;
            for (std::size_t k = 0; k < 3; ++k)
                for (int step : {-1, 1}) {
                    std::array<int, 3> next = cell;
                    next[k] += step;
                    if (next[k] < 0 || next[k] >= kCells) continue;
                    const std::size_t index = at(next[0], next[1], next[2]);
                    if (m_isSolid[index]) area += 1.0;
                    if (m_isSolid[index] || isWet[index]) continue;
                    isWet[index] = 1;
                    front.push_back(next);
                }
        }
    }

    std::vector<char> m_isSolid;
};

/// A torpedo of radius 0.1 with four fins of a given thickness, as parts in the given order and pose.
std::vector<TriangleMesh> torpedo(double thickness, bool isReversed, const Quaternion& turn) {
    std::vector<TriangleMesh> parts = {makeCapsule(0.1, 1.0, 320)};
    for (int k = 0; k < 4; ++k)
        parts.push_back(test::placed(makeBox({0.24, thickness, 0.15}, 48),
                                     Quaternion(Eigen::AngleAxisd(0.5 * kPi * k, Vector3::UnitZ())),
                                     Eigen::AngleAxisd(0.5 * kPi * k, Vector3::UnitZ()) * Vector3(0.2, 0.0, -0.42)));
    for (TriangleMesh& part : parts)
        part = test::placed(part, turn, Vector3::Zero());
    if (isReversed) std::reverse(parts.begin(), parts.end());
    return parts;
}

} // namespace

// Numbers that a double cannot hold: the ring's laws hold to the last bit.
TEST(Expansion, SumsAndProductsAreExact) {
    test::Random random(1);
    const auto whole = [&] { return std::nearbyint(std::ldexp(random.uniform(-1.0, 1.0), 38)); };
    for (int trial = 0; trial < 200; ++trial) {
        const Expansion a = Expansion(whole()) * whole() * whole() + whole(),
                        b = Expansion(whole()) * whole() - whole(),
                        c = Expansion(whole()) * whole() * whole() * whole() - whole();
        EXPECT_EQ(((a + b) * c - a * c - b * c).sign(), 0);
        EXPECT_EQ(((a * b) * c - a * (b * c)).sign(), 0);
        EXPECT_EQ((a + b - a - b).sign(), 0);
        EXPECT_EQ((a * a * c * c + Expansion(1.0) - (a * c) * (a * c)).sign(), 1); // 1 beside about 2^600
        EXPECT_EQ((-(a * a * c * c) - Expansion(1.0) + (a * c) * (a * c)).sign(), -1);
    }
}

TEST(ExactUnion, CrossingPartsHaveTheVolumeOfInclusionAndExclusion) {
    test::Random random(2);
    for (int trial = 0; trial < 60; ++trial) {
        const std::vector<TriangleMesh> parts = {test::randomPart(random, true), test::randomPart(random, true)};
        const TriangleMesh surface = surfaceOfUnion(parts).mesh;
        EXPECT_EQ(openSides(surface), 0) << trial;
        const double expected = test::unionVolume(parts[0], parts[1]);
        EXPECT_NEAR(enclosedVolume(surface) / expected, 1.0, 1e-9) << trial;
        UnionReport report;
        const auto united = uniteExactly(parts, kManyFaces, report);
        ASSERT_TRUE(united) << trial << ": " << report.refusal;
        EXPECT_NEAR(united->report.volume / expected, 1.0, report.growth > 0.0 ? 1e-3 : 1e-9) << trial;
        EXPECT_LT(changeFrom(report, united->report), report.growth > 0.0 ? 1e-3 : 1e-9) << trial;
    }
}

// One part after the other, in another order, and all at once: a corner is rounded in each union.
TEST(ExactUnion, IsAssociativeAndCommutative) {
    test::Random random(7);
    for (int trial = 0; trial < 8; ++trial) {
        const TriangleMesh a = test::randomPart(random), b = test::randomPart(random), c = test::randomPart(random);
        const TriangleMesh all = surfaceOfUnion({a, b, c}).mesh, turned = surfaceOfUnion({c, a, b}).mesh,
                           steps = surfaceOfUnion({surfaceOfUnion({b, c}).mesh, a}).mesh;
        for (const TriangleMesh& other : {turned, steps}) {
            EXPECT_EQ(openSides(other), 0) << trial;
            EXPECT_NEAR(enclosedVolume(other) / enclosedVolume(all), 1.0, 1e-9) << trial;
            EXPECT_NEAR(surfaceArea(other) / surfaceArea(all), 1.0, 1e-9) << trial;
        }
    }
}

// The brute-force twin: a point is in the union if it is in a part.
TEST(ExactUnion, HoldsThePointsOfItsParts) {
    test::Random random(3);
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<TriangleMesh> parts;
        for (int i = 0; i < 2 + trial % 5; ++i)
            parts.push_back(test::randomPart(random));
        const TriangleMesh surface = surfaceOfUnion(parts).mesh;
        const WindingNumber ofUnion(surface);
        for (int i = 0; i < 200; ++i) {
            const Vector3 point = random.vector(0.8);
            const bool isIn = std::any_of(parts.begin(), parts.end(), [&](const TriangleMesh& part) {
                return WindingNumber(part).at(point) > 0.5;
            });
            EXPECT_NEAR(ofUnion.at(point), isIn ? 1.0 : 0.0, 0.1) << trial << ": " << point.transpose();
        }
    }
}

// Faces, edges and corners coincide. As given they do so to the last bit, turned up to rounding. Measured:
// volume 2.1e-4, area 1.3e-4, the growth of the parts.
TEST(ExactUnion, BoxesOnALatticeAreOneBodyInAnyPose) {
    test::Random random(4);
    for (int trial = 0; trial < 120; ++trial) {
        const LatticeBoxes lattice(random, 2 + trial % 4);
        const Quaternion turn = trial % 3 == 0 ? Quaternion(Quaternion::Identity()) : random.rotation();
        std::vector<TriangleMesh> parts;
        for (const Box& box : lattice.boxes)
            parts.push_back(test::placed(meshOf(box, trial % 2 ? 12 : 48), turn, Vector3::Zero()));
        EXPECT_EQ(openSides(surfaceOfUnion(parts).mesh), 0) << trial;
        UnionReport report;
        const auto united = uniteExactly(parts, kManyFaces, report);
        ASSERT_TRUE(united) << trial << ": " << report.refusal;
        EXPECT_NEAR(united->report.volume / lattice.volume, 1.0, 1e-3) << trial;
        EXPECT_NEAR(united->report.area / lattice.area, 1.0, 1e-3) << trial;
        EXPECT_EQ(united->report.componentCount, lattice.pieceCount()) << trial;
    }
}

// A plate through a block, its thickness over the block's length from 1/100 to 1/3000.
TEST(ExactUnion, KeepsFinsOfAThousandthOfTheBody) {
    test::Random random(5);
    for (int trial = 0; trial < 30; ++trial) {
        const Vector3 size(random.uniform(1.0, 2.0), random.uniform(0.2, 0.4), random.uniform(0.2, 0.4));
        const double thickness = size.x() / random.uniform(100.0, 3000.0), chord = random.uniform(0.1, 0.4),
                     span = random.uniform(0.5, 0.9);
        const Quaternion turn = random.rotation();
        const TriangleMesh block = test::placed(makeBox(size, 192), turn, Vector3::Zero()),
                           fin = test::placed(makeBox({chord, thickness, span}, 48), turn,
                                              turn * Vector3(random.uniform(-0.2, 0.2), 0.01, 0.0));
        UnionReport report;
        const auto united = uniteExactly({block, fin}, kManyFaces, report);
        ASSERT_TRUE(united) << report.refusal;
        const double outside = span - size.z();
        const double area = surfaceArea(block) + 2.0 * outside * (chord + thickness);
        EXPECT_NEAR(united->report.area / area, 1.0, report.growth > 0.0 ? 1e-3 : 1e-9) << trial;
        EXPECT_NEAR(united->report.volume / (size.prod() + outside * chord * thickness), 1.0, 1e-3) << trial;
        EXPECT_NEAR(report.volumeOfParts - report.volume, size.z() * chord * thickness, 1e-9);
        const double bare = 2.0 * outside * (chord + thickness) + 2.0 * chord * thickness;
        EXPECT_NEAR(report.areaShare[1], bare / surfaceArea(fin), 1e-9) << trial;
    }
}

// Fewer faces keep the body.
TEST(ExactUnion, OfManyFacesIsReducedWithoutLoss) {
    std::vector<TriangleMesh> parts;
    for (const TriangleMesh& part : torpedo(0.006, false, Quaternion::Identity()))
        parts.push_back(test::refined(part));
    UnionReport report;
    const auto all = uniteExactly(parts, kManyFaces, report), fewer = uniteExactly(parts, 600, report);
    ASSERT_TRUE(all && fewer);
    EXPECT_LT(fewer->mesh.faceCount(), 0.7 * all->mesh.faceCount());
    EXPECT_LT(changeFrom(report, fewer->report), 1e-3);
}

// The two meshes differ in their triangles.
TEST(AddedMass, OfAUnionDependsOnNeitherOrderNorPose) {
    const Quaternion turn = Quaternion(0.3, -0.5, 0.7, 0.2).normalized();
    UnionReport report;
    const auto first = uniteExactly(torpedo(0.006, false, Quaternion::Identity()), 1200, report);
    const auto second = uniteExactly(torpedo(0.006, true, turn), 1200, report);
    ASSERT_TRUE(first && second) << report.refusal;
    const Matrix6 expected = computeAddedMass(first->mesh).perDensity.matrix();
    const Pose turned{turn, Vector3::Zero()};
    const Matrix6 found = computeAddedMass(second->mesh).perDensity.changeFrame(turned).matrix();
    const double moving = expected.bottomRightCorner<3, 3>().norm(), turning = expected.topLeftCorner<3, 3>().norm();
    EXPECT_LT((found - expected).bottomRightCorner(3, 3).norm(), 0.01 * moving);
    EXPECT_LT((found - expected).topLeftCorner(3, 3).norm(), 0.01 * turning);
}

// A fin of two faces back to back has no volume. The repair leaves it out, and says so.
TEST(PreparedMesh, NamesWhatItLeavesOut) {
    const auto withSheet = [](double reach) {
        TriangleMesh mesh = makeBox({1, 1, 1}, 192);
        const int first = mesh.vertexCount();
        mesh.vertices.insert(mesh.vertices.end(), {{0.0, 0.0, 0.51}, {0.3, 0.0, 0.51}, {0.0, 0.0, 0.5 + reach}});
        mesh.faces.push_back({first, first + 1, first + 2});
        mesh.faces.push_back({first + 1, first, first + 2});
        return mesh;
    };
    const CheckedMesh slightly = prepareMesh(withSheet(0.05)), much = prepareMesh(withSheet(0.5));
    ASSERT_TRUE(slightly.report.usable());
    ASSERT_FALSE(slightly.report.warnings.empty());
    EXPECT_NE(slightly.report.warnings.back().find("its repair changes its box by 4.8 %"), std::string::npos)
        << slightly.report.warnings.back();
    ASSERT_FALSE(much.report.usable());
    EXPECT_NE(much.report.issues.front().message.find("give thin parts a thickness"), std::string::npos);
    EXPECT_TRUE(prepareMesh(makeBox({1, 1, 1}, 192)).report.warnings.empty());
}

// Pieces of one file.
TEST(PreparedMesh, UnitesPiecesThatCross) {
    test::Random random(6);
    for (int trial = 0; trial < 20; ++trial) {
        const TriangleMesh a = test::randomPart(random, true), b = test::randomPart(random, true);
        const CheckedMesh united = prepareMesh(test::joined(a, b));
        ASSERT_TRUE(united.report.usable()) << trial << ": " << united.report.issues.front().message;
        EXPECT_NEAR(united.report.volume / test::unionVolume(a, b), 1.0, 1e-3) << trial;
    }
}

} // namespace exact_union_test
