// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Articulated/JointDrive.h"
#include "Worlds/FileWorld.h"
#include "interface/Scene.h"
#include "interface/WorldScene.h"
#include "scenes/parts/Human.h"
#include "scenes/parts/WaterGrid.h"

#include <cmath>

namespace samples {
namespace {

/// A human swims under water on a grid fine enough for the limbs: dye shows the water pushed by arms and legs. The
/// joints follow the stroke, and the water moves the swimmer. Hands and feet are rigidly joined to forearms and shanks
/// in their pose at the start: the grid does not resolve them alone.
class StrokesInDye final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"stroke", "1", 2.0, 0.0, 3.0, "0: crawl, 1: backstroke, 2: breaststroke, 3: butterfly", true},
                {"period", "s", kStrokePeriod, 0.5, 5.0, "of one cycle of the stroke"},
                {"spacing", "m", 0.028, 0.015, 0.028, "edge of a cell of the grid"},
                {"particles", "1", 3000.0, 0.0, 20000.0, "that the water carries, for pictures", true}};
    }

    double defaultDuration() const override { return 2.0; }
    double galleryDuration() const override { return 1.0; }
    double galleryCost() const override { return 70.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium medium = ambient::UniformMedium::water();
        context.setMedium(medium);
        ambient::FluidGridDef box;
        box.spacing = values["spacing"];
        const auto count = [&](double metres) { return int(std::lround(metres / box.spacing)); };
        box.cells = {count(3.0), count(1.1), count(1.4)};
        box.setSides(ambient::GridSideKind::Open);
        const ambient::Vector3 size = box.size();
        box.lowCorner = {-1.2, -0.5 * size.y(), -0.5 * size.z()};
        const auto world = std::make_shared<ambient::WorldDescription>();
        const std::string& stroke = strokeNames()[static_cast<std::size_t>(values["stroke"])];
        const ambient::SkeletonMotion motion = makeStroke(stroke, values["period"]);
        const std::vector<ambient::Quaternion> start = linkTurns(motion, humanNames(), humanParents()).front();
        world->articulatedBodies.push_back(withStiffHandsAndFeet(makeHuman(medium.density(), 320), start));
        ambient::WorldArticulatedBody& human = world->articulatedBodies.back();
        for (ambient::WorldLink& link : human.links) {
            link.mass.mass.reset();
            link.mass.density = medium.density(); // of the meshes, to keep the swimmer from sinking
        }
        const double down = stroke == "backstroke" ? 1.0 : -1.0; // the front of the body
        ambient::Matrix3 worldFromHuman;
        worldFromHuman << 0.0, 1.0, 0.0, -down, 0.0, 0.0, 0.0, 0.0, down;
        human.worldFromBase = {ambient::Quaternion(worldFromHuman), ambient::Vector3::Zero()};
        btFluidGrid* const water = context.isVacuum() ? nullptr : &addWaterGrid(context, box);
        const auto content = addWorldContent(world, context, nullptr, water);
        const ambient::FileWorld::Moving& trunk = content->moving().front();
        std::vector<std::string> names;
        for (const ambient::WorldLink& link : human.links)
            names.push_back(link.name);
        ambient::JointDrive drive;
        drive.kind = ambient::DriveKind::Prescribed;
        drive.path = std::make_shared<ambient::MotionTrack>(
            retargeted(motion, context.wetSide(trunk.multiBody).motion().body(), names, trunk.shownFromBody, true));
        (water ? water->getFluidMultiBodies() : context.fluid().getFluidMultiBodies()).setDrive(trunk.multiBody, drive);
        if (!water) return;
        water->getGrid().setDye([](const ambient::Vector3& point) { return point.z() < -0.2 ? 1.0 : 0.0; });
        addParticles(context, *water, static_cast<int>(values["particles"]));
        constexpr double shoulder = 0.2; // the slice is in the plane of an arm
        for (const SliceQuantity quantity : {SliceQuantity::Dye, SliceQuantity::Vorticity})
            context.addSlice(
                [water, quantity] { return middleSlice(water->getGrid(), PlotView::Side, quantity, 6, shoulder); });
    }

    std::string summary(const RunRecord& record) const override {
        const ambient::Vector3 way = record.last().worldFromBody.position - record.at(0).worldFromBody.position;
        char text[160];
        std::snprintf(text, sizeof text,
                      "the trunk went %.2f m ahead, %.2f m aside and %.2f m up in %.1f s, at %.2f m/s on average\n",
                      way.x(), way.y(), way.z(), record.last().time, way.x() / record.last().time);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A stroke under water";
        spec.azimuth = -90.0;
        spec.elevation = 8.0;
        spec.exposure = 10.0;
        spec.paths = {{0}};
        spec.panels = {{"way of the trunk ahead [m]", 0.1, {}, {{"", [](const RunRecord& r, int frame) {
                                                                     return r.at(frame).worldFromBody.position.x() -
                                                                            r.at(0).worldFromBody.position.x();
                                                                 }}}}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createStrokesInDye() {
    return std::make_unique<StrokesInDye>();
}

} // namespace samples
