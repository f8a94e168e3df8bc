// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Mesh/MeshRepair.h"

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace fluid_body_model_test {

using namespace ambient;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Message of build() about a refused mesh; empty if the mesh is accepted.
std::string refusal(const TriangleMesh& mesh, const FluidBodyDef& def = {}) {
    try {
        FluidBodyModel::build(mesh, def);
    } catch (const std::invalid_argument& e) {
        EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << "one line";
        return e.what();
    }
    return "";
}

std::string refusalOfDef(const std::function<void(FluidBodyDef&)>& spoil) {
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    spoil(def);
    return refusal(makeSphere(1.0, 80), def);
}

testing::AssertionResult says(const std::string& message, const std::string& part) {
    if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "'" << message << "' does not say '" << part << "'";
}

Matrix6 randomDefinite(test::Random& random) {
    Matrix6 a;
    for (int i = 0; i < 36; ++i)
        a(i) = random.uniform(-1.0, 1.0);
    const Matrix6 k = a * a.transpose();
    return 0.5 * (k + k.transpose());
}

/// The same surface with vertices and faces in another order, and every face starting at another corner.
TriangleMesh shuffled(const TriangleMesh& mesh) {
    const int n = mesh.vertexCount(), m = mesh.faceCount();
    TriangleMesh other;
    other.vertices.resize(n);
    const auto place = [n](int v) { return (v * 7 + 3) % n; }; // n and 7 must have no common factor
    for (int v = 0; v < n; ++v)
        other.vertices[place(v)] = mesh.vertices[v];
    for (int f = m - 1; f >= 0; --f)
        other.faces.push_back({place(mesh.faces[f][1]), place(mesh.faces[f][2]), place(mesh.faces[f][0])});
    return other;
}

} // namespace

TEST(FluidBodyModel, HoldsTheMeshsSizesAndFaces) {
    const auto model = FluidBodyModel::build(makeBox({1, 2, 3}, 48));
    EXPECT_NEAR(model->volume(), 6.0, 1e-14);
    EXPECT_NEAR(model->area(), 22.0, 1e-13);
    EXPECT_NEAR(model->length(), std::sqrt(22.0), 1e-14);
    EXPECT_LT(model->centerOfVolume().norm(), 1e-15);
    const Faces& faces = model->faces();
    ASSERT_EQ(faces.size(), model->mesh().faceCount());
    for (int f = 0; f < faces.size(); ++f) {
        EXPECT_LT((faces.centroid(f) - model->mesh().faceCentroid(f)).norm(), 1e-15);
        EXPECT_LT((faces.area[f] * faces.normal(f) - model->mesh().areaVector(f)).norm(), 1e-15);
        EXPECT_NEAR(faces.normal(f).norm(), 1.0, 1e-15);
    }
}

TEST(FluidBodyModel, HoldsTheAddedMassOfItsMesh) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 320));
    for (AddedMassMethod method : {AddedMassMethod::Galerkin, AddedMassMethod::Collocation}) {
        FluidBodyDef def;
        def.addedMassMethod = method;
        const auto model = FluidBodyModel::build(mesh, def);
        const AddedMass direct = computeAddedMass(mesh, {method, nullptr});
        EXPECT_EQ(model->addedMassPerDensity().matrix(), direct.perDensity.matrix());
        EXPECT_EQ(model->unitPotentials(), direct.unitPotentials);
        EXPECT_EQ(model->addedMassReport().unknowns, direct.unknowns);
        EXPECT_EQ(model->addedMassReport().symmetryDefect, direct.symmetryDefect);
        EXPECT_EQ(model->addedMassReport().residual, direct.residual);
    }
}

TEST(FluidBodyModel, TheOrderOfFacesAndVerticesDoesNotMatter) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 320)); // 162 vertices
    const SpatialInertia a = FluidBodyModel::build(mesh)->addedMassPerDensity();
    const SpatialInertia b = FluidBodyModel::build(shuffled(mesh))->addedMassPerDensity();
    EXPECT_LT(test::relativeDifference(b, a), 1e-12);
}

TEST(FluidBodyModel, ReportsProgressOnlyWhileBuilding) {
    int calls = 0;
    FluidBodyDef def;
    def.progress = [&](double) { ++calls; };
    const auto model = FluidBodyModel::build(makeSphere(1.0, 320), def);
    EXPECT_GE(calls, 1);
    EXPECT_FALSE(model->def().progress);
}

TEST(FluidBodyModel, MendsWhatIsSafeAndSaysSo) {
    TriangleMesh mesh = makeSphere(1.0, 320);
    const SpatialInertia whole = FluidBodyModel::build(mesh)->addedMassPerDensity();
    std::swap(mesh.faces[5][0], mesh.faces[5][1]);
    mesh.vertices.push_back({9, 9, 9});
    const auto model = FluidBodyModel::build(mesh);
    EXPECT_FALSE(model->report().repairs.empty());
    EXPECT_EQ(model->mesh().vertexCount(), mesh.vertexCount() - 1);
    EXPECT_LT(test::relativeDifference(model->addedMassPerDensity(), whole), 1e-12);
    FluidBodyDef strict;
    strict.repair = MeshRepair::None;
    EXPECT_TRUE(says(refusal(mesh, strict), "edge "));
}

TEST(FluidBodyModel, RefusesAnOpenMeshNamingTheEdge) {
    TriangleMesh mesh = makeSphere(1.0, 80);
    mesh.faces.pop_back();
    EXPECT_TRUE(says(refusal(mesh), "edge "));
    EXPECT_TRUE(says(refusal(mesh), "open"));
    EXPECT_THROW(FluidBodyModel::build(mesh), MeshError);
}

TEST(FluidBodyModel, TurnsAnInvertedMeshUnlessRepairIsForbidden) {
    TriangleMesh mesh = makeSphere(1.0, 80);
    for (auto& f : mesh.faces)
        std::swap(f[0], f[1]);
    EXPECT_GT(FluidBodyModel::build(mesh)->volume(), 0.0);
    FluidBodyDef def;
    def.repair = MeshRepair::FlipInverted;
    EXPECT_GT(FluidBodyModel::build(mesh, def)->volume(), 0.0);
    def.repair = MeshRepair::None;
    EXPECT_TRUE(says(refusal(mesh, def), "mesh: inside out"));
}

TEST(FluidBodyModel, RefusesANonFiniteVertexNamingIt) {
    for (double bad : {kNaN, kInfinity}) {
        TriangleMesh mesh = makeSphere(1.0, 80);
        mesh.vertices[7].y() = bad;
        EXPECT_TRUE(says(refusal(mesh), "vertex 7"));
    }
}

TEST(FluidBodyModel, RemovesAFaceOfZeroAreaUnlessRepairIsForbidden) {
    TriangleMesh mesh = makeSphere(1.0, 80);
    mesh.vertices.push_back(mesh.corner(3, 0));
    mesh.faces.push_back({mesh.faces[3][0], mesh.faces[3][1], mesh.faces[3][0]});
    EXPECT_EQ(FluidBodyModel::build(mesh)->report().repairs.back(), "removed 1 degenerate face");
    FluidBodyDef def;
    def.repair = MeshRepair::None;
    EXPECT_TRUE(says(refusal(mesh, def), "face 80"));
}

TEST(FluidBodyModel, RefusesTwoPiecesThatCrossNamingTheSecond) {
    TriangleMesh mesh = makeSphere(1.0, 80);
    const TriangleMesh other = test::transformed(mesh, {Quaternion::Identity(), {1.5, 0, 0}});
    mesh = test::joined(mesh, other);
    EXPECT_TRUE(says(refusal(mesh), "face 80"));
    EXPECT_TRUE(says(refusal(mesh), "2 separate pieces"));
}

TEST(FluidBodyModel, RefusesAnEmptyMesh) {
    EXPECT_TRUE(says(refusal({}), "mesh: no faces"));
}

TEST(FluidBodyModel, RefusesASeparationAngleOutsideZeroToPi) {
    for (double bad : {-0.1, 3.2, kNaN, kInfinity})
        EXPECT_TRUE(says(refusalOfDef([&](FluidBodyDef& d) { d.separationAngle = bad; }), "separationAngle")) << bad;
    for (double good : {0.0, 1.0, kPi})
        EXPECT_EQ(refusalOfDef([&](FluidBodyDef& d) { d.separationAngle = good; }), "") << good;
}

TEST(FluidBodyModel, RefusesNegativeOrNonFiniteFactors) {
    for (double bad : {-0.1, kNaN, kInfinity}) {
        EXPECT_TRUE(says(refusalOfDef([&](FluidBodyDef& d) { d.pressureScale = bad; }), "pressureScale")) << bad;
        EXPECT_TRUE(says(refusalOfDef([&](FluidBodyDef& d) { d.frictionScale = bad; }), "frictionScale")) << bad;
        EXPECT_TRUE(says(refusalOfDef([&](FluidBodyDef& d) { d.buoyancyScale = bad; }), "buoyancyScale")) << bad;
    }
}

TEST(FluidBodyModel, AGivenAddedMassReplacesTheComputedOneExactly) {
    test::Random random(1);
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    def.addedMass->matrix = randomDefinite(random);
    def.addedMass->fluidDensity = 512.0; // a power of two: division is exact
    const auto model = FluidBodyModel::build(makeSphere(1.0, 80), def);
    EXPECT_EQ(model->addedMassPerDensity().scaled(512.0).matrix(), def.addedMass->matrix);
    EXPECT_EQ(model->unitPotentials().rows(), 0);
    EXPECT_EQ(model->addedMassReport().unknowns, 0);
}

TEST(FluidBodyModel, AGivenAddedMassMayBeAboutAnyPoint) {
    test::Random random(2);
    for (int i = 0; i < 20; ++i) {
        FluidBodyDef def;
        def.addedMass = GivenAddedMass{};
        def.addedMass->matrix = randomDefinite(random);
        def.addedMass->fluidDensity = 1.2;
        def.addedMass->referencePoint = random.vector(2.0);
        const auto model = FluidBodyModel::build(makeSphere(1.0, 80), def);
        const Pose meshFromReference{Quaternion::Identity(), def.addedMass->referencePoint};
        const SpatialInertia back = model->addedMassPerDensity().changeFrame(meshFromReference).scaled(1.2);
        EXPECT_LT((back.matrix() - def.addedMass->matrix).norm(), 1e-13 * model->addedMassPerDensity().matrix().norm());
    }
}

TEST(FluidBodyModel, TheComputedAddedMassGivenBackAboutAnotherPointChangesNothing) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 180));
    const auto computed = FluidBodyModel::build(mesh);
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    def.addedMass->referencePoint = {0.3, -0.4, 0.2};
    const SpatialInertia about =
        computed->addedMassPerDensity().changeFrame({Quaternion::Identity(), def.addedMass->referencePoint});
    def.addedMass->matrix = about.scaled(998.0).matrix();
    def.addedMass->fluidDensity = 998.0;
    const SpatialInertia given = FluidBodyModel::build(mesh, def)->addedMassPerDensity();
    EXPECT_LT(test::relativeDifference(given, computed->addedMassPerDensity()), 1e-14);
}

TEST(FluidBodyModel, RefusesAGivenAddedMassThatCannotBeOne) {
    const auto refusalOf = [](const std::function<void(GivenAddedMass&)>& spoil) {
        return refusalOfDef([&](FluidBodyDef& d) {
            d.addedMass->matrix = Matrix6::Identity();
            spoil(*d.addedMass);
        });
    };
    EXPECT_EQ(refusalOf([](GivenAddedMass&) {}), "");
    EXPECT_TRUE(says(refusalOf([](GivenAddedMass& g) { g.matrix(1, 4) = 0.1; }), "not symmetric"));
    EXPECT_TRUE(says(refusalOf([](GivenAddedMass& g) { g.matrix(4, 4) = -0.1; }), "negative eigenvalue"));
    EXPECT_TRUE(says(refusalOf([](GivenAddedMass& g) { g.matrix(1, 4) = g.matrix(4, 1) = 9.0; }), "negative"));
    EXPECT_TRUE(says(refusalOf([](GivenAddedMass& g) { g.matrix(2, 2) = kNaN; }), "not finite"));
    EXPECT_TRUE(says(refusalOf([](GivenAddedMass& g) { g.referencePoint.x() = kInfinity; }), "reference point"));
    for (double bad : {0.0, -1.0, kNaN, kInfinity})
        EXPECT_TRUE(says(refusalOf([&](GivenAddedMass& g) { g.fluidDensity = bad; }), "fluidDensity")) << bad;
}

} // namespace fluid_body_model_test
