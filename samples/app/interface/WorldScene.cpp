// SPDX-License-Identifier: Zlib
#include "interface/WorldScene.h"

#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "Worlds/FileWorld.h"
#include "Worlds/SaveWorld.h"
#include "Worlds/WorldInput.h"
#include "Worlds/WorldMedia.h"
#include "interface/SceneContext.h"
#include "scenes/parts/TankWater.h"
#include "scenes/parts/WaterGrid.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace samples {
namespace {

/// A ball with the mean moment of inertia of a link without a shape.
ambient::TriangleMesh standIn(const ambient::FileWorld::Moving& moving) {
    const double radius = std::sqrt(moving.inertia.mean() / (0.4 * moving.mass));
    return ambient::makeSphere(std::clamp(radius, 1e-6, 1e6), 80);
}

/// In Bullet's frame, for pictures.
std::shared_ptr<const ambient::TriangleMesh> shownMesh(const ambient::FileWorld::Moving& moving) {
    if (moving.model) return {moving.model, &moving.model->mesh()};
    if (!moving.mesh) return std::make_shared<ambient::TriangleMesh>(standIn(moving));
    return std::make_shared<ambient::TriangleMesh>(
        ambient::movedMesh(*moving.mesh, {moving.shownFromBody.conjugate(), ambient::Vector3::Zero()}));
}

/// Slices of the vorticity through the middle, the largest first.
void addSlices(SceneContext& context, const btFluidGrid& grid) {
    std::pair<int, PlotView> views[] = {{0, PlotView::Front}, {1, PlotView::Side}, {2, PlotView::Top}};
    const auto cells = [&grid](int axis) { return grid.getGrid().def().cells[static_cast<std::size_t>(axis)]; };
    std::sort(std::begin(views), std::end(views),
              [&](const auto& a, const auto& b) { return cells(a.first) < cells(b.first); });
    for (const auto& across : views)
        context.addSlice(
            [&grid, view = across.second] { return middleSlice(grid.getGrid(), view, SliceQuantity::Vorticity, 4); });
}

class WorldScene final : public Scene {
  public:
    WorldScene(std::shared_ptr<const ambient::WorldDescription> world, std::shared_ptr<const nlohmann::json> file,
               std::string path)
        : m_world(std::move(world)), m_file(std::move(file)), m_path(std::move(path)) {}

    std::vector<Parameter> parameters() const override { return {}; }
    double defaultDuration() const override { return m_world->seconds; }
    double defaultTimeStep() const override { return m_world->timeStep; }
    std::string defaultModel() const override { return m_world->forces.model; }
    std::string defaultSolver() const override { return m_world->solver; }
    bool hasMultiBodies() const override { return !m_world->articulatedBodies.empty(); }

    std::vector<std::pair<std::string, std::string>> files(const ParameterValues&) const override {
        auto all = ambient::filesOfWorld(*m_world);
        all.emplace_back("the world", m_path);
        return all;
    }

    void build(const ParameterValues&, SceneContext& context) const override {
        try {
            context.world().setGravity(btFluidVector(m_world->gravity));
            context.world().getSolverInfo().m_numIterations = m_world->iterations;
            if (m_world->needsFluidSolver()) context.solveExactly();
            setMedia(context);
            const std::shared_ptr<const ambient::FileWorld> content = addWorldContent(m_world, context, m_file);
            if (content->grid() && content->grid()->getGrid().surface())
                showTank(context, content->grid()->getGrid());
            else if (content->grid())
                addSlices(context, *content->grid());
            if (!content->moorings().empty() || !content->thrusters().empty())
                context.setBeforeStep([kept = content.get()](double) { kept->actuate(); });
            for (std::size_t i = 0; i < content->moorings().size(); ++i)
                context.addLine(m_world->moorings[i].name,
                                [line = content->moorings()[i].get()] { return line->getPoints(); });
        } catch (const ambient::WorldFileError& error) {
            throw ambient::WorldFileError(m_path + ": " + error.what());
        }
    }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const BodySample& end = record.last(body);
            const ambient::Vector3& p = end.worldFromBody.position;
            char text[160];
            std::snprintf(text, sizeof text, " is at %.4g, %.4g, %.4g m after %.3f s, at %.4g m/s\n", p.x(), p.y(),
                          p.z(), end.time, end.velocity.linear.norm());
            lines += record.bodies[static_cast<std::size_t>(body)].name + text;
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = m_world->name;
        spec.exposure = std::max(0.1, 0.1 * m_world->seconds);
        spec.colours = PlotColours::Curves;
        spec.panels = {{"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"speed [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.norm(); }}};
        return spec;
    }

  private:
    void setMedia(SceneContext& context) const {
        if (auto medium = ambient::makeMedium(m_world->medium, m_world->gravity, m_world->folder))
            context.setMedium(std::move(medium));
        for (const ambient::WorldRegion& region : m_world->regions)
            context.addRegion(region.low, region.high,
                              ambient::makeMedium(region.medium, m_world->gravity, m_world->folder));
    }

    std::shared_ptr<const ambient::WorldDescription> m_world;
    std::shared_ptr<const nlohmann::json> m_file;
    std::string m_path;
};

/// The content of a world and its description.
class KeptWorld final : public KeptContent {
  public:
    KeptWorld(std::shared_ptr<const ambient::WorldDescription> description, std::shared_ptr<const nlohmann::json> file,
              SceneContext& context, const ambient::FileWorldOptions& options)
        : m_description(std::move(description)), m_file(std::move(file)),
          m_content(*m_description, context.world(), context.fluid(), options) {}

    const ambient::FileWorld& content() const { return m_content; }

    nlohmann::json saved(const btFluidAction& fluid, const std::string& folder) const override {
        if (!m_file) throw std::invalid_argument("the robot is made by the scene, and saved from world files only");
        nlohmann::json file = savedWorld(*m_file, *m_description, m_content, fluid);
        ambient::moveFileNames(file, m_description->folder, folder);
        return file;
    }

  private:
    std::shared_ptr<const ambient::WorldDescription> m_description;
    std::shared_ptr<const nlohmann::json> m_file; ///< null: the description comes from elsewhere
    ambient::FileWorld m_content;
};

/// Takes the articulated bodies out of the fluid and into a grid.
void resolve(const ambient::FileWorld& content, SceneContext& context, btFluidGrid& grid) {
    for (const auto& multiBody : content.multiBodies()) {
        const std::vector<btFluidLinkModel> links =
            context.fluid().getFluidMultiBodies().find(multiBody.get())->getLinkModels();
        context.fluid().removeMultiBody(multiBody.get());
        grid.addResolved(multiBody.get(), links);
    }
}

} // namespace

std::shared_ptr<const ambient::FileWorld> addWorldContent(std::shared_ptr<const ambient::WorldDescription> world,
                                                          SceneContext& context,
                                                          std::shared_ptr<const nlohmann::json> file,
                                                          btFluidGrid* grid) {
    ambient::FileWorldOptions options;
    options.timeStep = context.timeStep();
    options.isVacuum = context.isVacuum();
    options.buildModel = [&context](const ambient::TriangleMesh& mesh, const ambient::FluidBodyDef& def) {
        return context.buildModel(mesh, def);
    };
    options.buildShape = [&context](const ambient::ShapeSequence& sequence, const ambient::FluidBodyDef& def) {
        return context.buildShape(sequence, def);
    };
    options.solve = [&context](btFluidSolvedBodies& bodies) { context.addSolvedBodies(bodies); };
    options.log = [&context](const std::string& line) { context.report(line); };
    const auto kept = std::make_shared<KeptWorld>(world, std::move(file), context, options);
    const std::shared_ptr<const ambient::FileWorld> content(kept, &kept->content());
    context.keep(kept);
    if (grid) resolve(*content, context, *grid);
    for (const ambient::FileWorld::Moving& m : content->moving())
        context.adopt(m.body, m.multiBody, m.link,
                      {m.name, m.mass, shownMesh(m), m.isConvex, m.model, m.inertia, m.deforming, m.shownFromBody});
    for (std::size_t i = 0; i < content->trees().size(); ++i)
        context.jointRecorder().add(context.wetSide(content->multiBodies()[i].get()), content->trees()[i].name,
                                    content->trees()[i].links);
    for (const ambient::FileWorld::Standing& s : content->standing())
        context.adopt(RecordedObstacle{{s.name, 0.0, s.mesh, s.isConvex, nullptr}, s.worldFromMesh});
    return content;
}

std::unique_ptr<Scene> makeWorldScene(std::shared_ptr<const ambient::WorldDescription> world,
                                      std::shared_ptr<const nlohmann::json> file, const std::string& path) {
    return std::make_unique<WorldScene>(std::move(world), std::move(file), path);
}

} // namespace samples
