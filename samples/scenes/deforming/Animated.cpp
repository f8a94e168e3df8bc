// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "FilePath.h"
#include "MeshImport/SequenceImport.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"

#include <filesystem>

namespace samples {
namespace {

/// A fish of the project's own, for a start without a file.
ambient::ShapeSequence swimmingFish() {
    const ambient::TriangleMesh straight = ambient::makeEllipsoid({0.3, 0.05, 0.06}, 500);
    return loopOf(16, 0.6, [&](double phase) {
        ambient::TriangleMesh mesh = straight;
        for (ambient::Vector3& v : mesh.vertices) {
            const double along = 0.5 + v.x() / 0.6; // 0 at the head, 1 at the tail
            v.y() += 0.1 * along * along * std::sin(8.0 * v.x() - phase);
        }
        return mesh;
    });
}

/// Key shapes of a user's file, z up.
ambient::ShapeSequence sequenceOf(const ParameterValues& values) {
    const std::string& file = values.file("file");
    if (file.empty()) return swimmingFish();
    const ambient::SequenceImportOptions options{"", values["fps"], values["scale"], values["loop"] != 0.0,
                                                 values["linear"] != 0.0};
    ambient::ShapeSequence sequence;
    try {
        sequence = ambient::importSequence(file, options);
    } catch (const ambient::FrameImportError& error) {
        throw std::invalid_argument(std::string("--set file: ") + error.what());
    }
    const std::string kind = ambient::kindOfFile(file);
    if (kind == "glb" || kind == "gltf") // glTF has y up
        for (std::vector<ambient::Vector3>& key : sequence.keys)
            for (ambient::Vector3& v : key)
                v = ambient::Vector3(v.x(), -v.z(), v.y());
    return sequence;
}

/// Any animated shape in water: a .glb with skins or morph targets, or a folder of OBJ or PLY files.
class Animated final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {fileParameter("file", "animated .glb or .gltf, folder of .obj or .ply, in metres; default: a fish"),
                {"scale", "1", 1.0, 1e-6, 1e6, "factor on the lengths of the file"},
                {"density", "kg/m^3", 0.0, 0.0, 1e5, "of the first shape; 0: that of water"},
                {"speed", "1", 1.0, -20.0, 20.0, "of playing"},
                {"loop", "1", 1.0, 0.0, 1.0, "1: the last shape leads back to the first; 0: played once", true},
                {"linear", "1", 0.0, 0.0, 1.0, "1: straight lines between the shapes, as many renderers draw", true},
                {"fps", "1/s", 0.0, 0.0, 1000.0, "shapes per second; 0: the keys of a .glb, 1 s in all for a folder"},
                {"gravity", "m/s^2", 9.81, 0.0, 100.0, "downwards"}};
    }

    double defaultDuration() const override { return 4.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        ambient::ShapeSequence sequence = sequenceOf(values);
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        const double density = values["density"] > 0.0 ? values["density"] : water.density();
        sequence.mass = density * ambient::enclosedVolume(sequence.mesh(0));
        BodySpec body;
        body.name = "body";
        try {
            body.deforming = context.buildShape(sequence);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument("--set file: " + values.file("file") + ": " + error.what());
        }
        for (const std::string& warning : body.deforming->report().warnings)
            context.report(warning);
        context.world().setGravity(btVector3(0, 0, btScalar(-values["gravity"])));
        context.setMedium(water);
        btRigidBody* added = context.addBody(std::move(body));
        if (values["speed"] != 1.0)
            context.fluid().getFluidBody(added)->getDrive()->setSpeed(btScalar(values["speed"]));
    }

    std::string summary(const RunRecord& record) const override {
        const ambient::DeformingModel& shape = *record.bodies.front().shape;
        const ambient::DeformingReport& report = shape.report();
        const ambient::Vector3 way = wayPerCycle(record), end = record.last().worldFromBody.position;
        char text[400];
        std::snprintf(
            text, sizeof text,
            "%d keys of %d vertices, %.4g kg, volume %.4g to %.4g m^3; tables within %.2g of the added mass and "
            "%.2g of the momentum\nmoved by %.4f, %.4f, %.4f m in %.3f s; per cycle %.4f, %.4f, %.4f m\n",
            report.keysSolved, shape.vertexCount(), shape.mass(), report.leastVolume, report.largestVolume,
            report.inertiaError, report.momentumError, end.x(), end.y(), end.z(), record.last().time, way.x(), way.y(),
            way.z());
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        const std::string& file = values.file("file");
        PlotSpec spec;
        spec.title = file.empty() ? "A fish swims: key shapes of any file take its place"
                                  : ambient::utf8Of(ambient::pathFromUtf8(file).filename()) + " in water";
        spec.wide = true;
        spec.exposure = 1.0;
        spec.panels = {{"speed [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.norm(); }},
                       {"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createAnimated() {
    return std::make_unique<Animated>();
}

} // namespace samples
