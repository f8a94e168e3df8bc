// SPDX-License-Identifier: Zlib
#include "interface/MeshParameter.h"
#include "RunProgram.h"
#include "interface/SampleEntries.h"
#include "interface/SceneRunner.h"

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestPaths.h"

#include <sstream>

namespace mesh_parameter_test {

using namespace samples;
using ambient::Vector3;

namespace {

const std::string kSinking = test::samplesWord() + " --run sinking-ellipsoid --headless --seconds 0.5 ";

std::string asObj(const ambient::TriangleMesh& mesh) {
    std::ostringstream text;
    text.precision(17);
    for (const Vector3& v : mesh.vertices)
        text << "v " << v.x() << " " << v.y() << " " << v.z() << "\n";
    for (const auto& f : mesh.faces)
        text << "f " << f[0] + 1 << " " << f[1] + 1 << " " << f[2] + 1 << "\n";
    return text.str();
}

ambient::TriangleMesh moved(ambient::TriangleMesh mesh, const Vector3& turn, const Vector3& shift, double scale) {
    for (Vector3& v : mesh.vertices)
        v = scale * (ambient::expSO3(turn) * v + shift);
    return mesh;
}

PiecedMesh usualShape() {
    return {ambient::makeEllipsoid({0.10, 0.06, 0.03}, 80)};
}

/// Result of meshOf for a file in a scene with the shape usualShape().
PiecedMesh solidOf(const std::string& path, double scale = 1.0) {
    ParameterValues values({meshParameter(), meshScaleParameter()});
    values.setFile("mesh", path);
    values.set("mesh-scale", scale);
    return meshOf(values, usualShape);
}

Vector3 sizeOf(const ambient::TriangleMesh& mesh) {
    Eigen::AlignedBox3d box;
    for (const Vector3& v : mesh.vertices)
        box.extend(v);
    return box.sizes();
}

} // namespace

TEST(MeshParameter, WithoutAFileGivesTheSceneItsOwnShape) {
    const ParameterValues values({meshParameter(), meshScaleParameter()});
    const PiecedMesh own = meshOf(values, usualShape);
    EXPECT_EQ(own.mesh.vertices, usualShape().mesh.vertices);
}

// Files hold single precision. Measured: centre of mass 3e-9 m off, products of inertia 7e-8 of the moments.
TEST(MeshParameter, MovesASolidToItsCentreAndPrincipalAxes) {
    const ScratchFolder folder;
    const auto mesh = moved(usualShape().mesh, {0.4, -1.1, 2.0}, {0.3, -0.2, 0.1}, 1000.0);
    const PiecedMesh solid = solidOf(folder.write("turned.obj", asObj(mesh)), 0.001);
    const auto properties = ambient::solidMassProperties(solid.mesh, 1.0);
    const auto wanted = ambient::solidMassProperties(usualShape().mesh, 1.0);
    EXPECT_LT(properties.centerOfMass.norm(), 1e-8);
    EXPECT_LT((properties.inertia - wanted.inertia).norm(), 2e-6 * wanted.inertia.norm());
    ASSERT_EQ(solid.pieces.size(), 1U);
    EXPECT_EQ(solid.pieces[0].size(), solid.mesh.vertices.size());
    // modelFromBody turns the body back to its pose in the file.
    const Vector3 edge = mesh.corner(0, 1) - mesh.corner(0, 0);
    const Vector3 turnedBack = solid.modelFromBody * (solid.mesh.corner(0, 1) - solid.mesh.corner(0, 0));
    EXPECT_LT((turnedBack - 0.001 * edge).norm(), 1e-7);
}

TEST(MeshParameter, KeepsTheAxesOfAFileThatHasThemInOrder) {
    const ScratchFolder folder;
    const PiecedMesh box = solidOf(folder.write("box.obj", asObj(ambient::makeBox({0.2, 0.1, 0.05}, 12))));
    EXPECT_TRUE(box.modelFromBody.isApprox(ambient::Quaternion::Identity()));
    // Axes of equal moments are kept too.
    const PiecedMesh rod = solidOf(folder.write("rod.obj", asObj(ambient::makeBox({0.2, 0.05, 0.05}, 12))));
    EXPECT_TRUE(rod.modelFromBody.isApprox(ambient::Quaternion::Identity()));
}

TEST(MeshParameter, LaysTheAxesAsTheSceneItsOwnShapeHasThem) {
    const ScratchFolder folder;
    const PiecedMesh box = solidOf(folder.write("upright.obj", asObj(ambient::makeBox({0.05, 0.1, 0.2}, 12))));
    EXPECT_LT((sizeOf(box.mesh) - Vector3(0.2, 0.1, 0.05)).norm(), 1e-7);
    EXPECT_NEAR(box.modelFromBody.toRotationMatrix().determinant(), 1.0, 1e-12);
}

TEST(MeshParameter, EverySceneThatTakesAFileTakesItsScaleToo) {
    int scenes = 0;
    for (const SampleEntry& entry : sampleEntries()) {
        int found = 0;
        for (const Parameter& p : entry.create()->parameters())
            found += (p.key == "mesh" && p.isFile()) || (p.key == "mesh-scale" && p.isNumber());
        EXPECT_TRUE(found == 0 || found == 2) << entry.name;
        scenes += found == 2;
    }
    EXPECT_GE(scenes, 1);
}

// The same solid, once from a file of single precision. Munk's moment amplifies the rounding. Measured difference after
// 0.5 s: 1.5e-5 m.
TEST(MeshParameter, AFileOfTheSceneItsOwnShapeRunsAlike) {
    const ScratchFolder folder;
    const std::string file = folder.write("it's mine.obj", asObj(ambient::makeEllipsoid({0.10, 0.06, 0.03}, 80)));
    const auto lastLine = [&](const std::string& set) {
        runProgram(kSinking + "--set faces=80 " + set + " --csv " + folder.path("a.csv"));
        const std::string text = readWholeFile(folder.path("a.csv"));
        return text.substr(text.rfind('\n', text.size() - 2) + 1);
    };
    const std::string own = lastLine(""), mine = lastLine("\"mesh=" + file + "\"");
    double a[3], b[3];
    ASSERT_EQ(std::sscanf(own.c_str(), "0.5,ellipsoid,%lf,%lf,%lf", a, a + 1, a + 2), 3) << own;
    ASSERT_EQ(std::sscanf(mine.c_str(), "0.5,ellipsoid,%lf,%lf,%lf", b, b + 1, b + 2), 3) << mine;
    EXPECT_LT((Vector3(a[0], a[1], a[2]) - Vector3(b[0], b[1], b[2])).norm(), 4e-5);
}

// The outline of a mesh may be concave, so pictures must not draw its hull. In the scene underwater the mesh replaces
// the chosen shape.
TEST(MeshParameter, NoSceneTakesAFileForConvex) {
    const ScratchFolder folder;
    const std::string path = folder.write("box.obj", asObj(ambient::makeBox({0.12, 0.08, 0.05}, 48)));
    for (const SampleEntry& entry : sampleEntries()) {
        const auto scene = entry.create();
        ParameterValues values(scene->parameters());
        bool takesFile = false;
        for (const Parameter& p : scene->parameters()) {
            takesFile = takesFile || p.key == "mesh";
            if (p.key == "body") values.set("body", 1.0);
        }
        if (!takesFile) continue;
        values.setFile("mesh", path);
        RunOptions options;
        options.duration = options.timeStep = 1.0 / 240.0;
        for (const RecordedBody& body : samples::runScene(entry.name, *scene, values, options).bodies) {
            EXPECT_FALSE(body.convex) << entry.name << " " << body.name;
            EXPECT_TRUE(entry.name != "underwater" || body.name == "mesh");
        }
    }
}

TEST(MeshParameter, RefusesWhatIsNoSolidInOneLine) {
    const ScratchFolder folder;
    const auto refuses = [&](const std::string& set, const std::string& what) {
        expectRefusal(kSinking + "--set " + set, "--set mesh", what);
    };
    auto open = ambient::makeBox({0.2, 0.1, 0.05}, 12);
    open.faces.pop_back();
    refuses("mesh=" + folder.path("missing.obj"), "no such file");
    refuses("mesh=" + folder.write("a.txt", "v 0 0 0\n"), "unsupported");
    refuses("mesh=" + folder.write("broken.stl", "solid\nfacet normal"), "broken.stl");
    refuses("mesh=" + folder.write("empty.obj", ""), "is empty");
    refuses("mesh=" + folder.write("open.obj", asObj(open)), "open.obj");
    refuses("mesh=" + folder.write("mm.obj", asObj(ambient::makeBox({200, 100, 50}, 12))), "mesh-scale=0.001");
    refuses("mesh=" + folder.write("cm.obj", asObj(ambient::makeBox({20, 10, 5}, 12))), "mesh-scale=0.01");
    refuses("mesh-scale=0.1 mesh=" + folder.path("mm.obj"), "mesh-scale=0.001");
    refuses("mesh=", "missing");
    refuses("mesh-scale=0", "1e-06");
    expectRefusal(kSinking + "--set mesh-scale=tiny", "tiny");
}

} // namespace mesh_parameter_test
