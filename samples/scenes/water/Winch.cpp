// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidWinch.h"

#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/Floating.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A barge in waves hoists a block from under water by a winch, through the surface and into the air.
class WinchScene final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = {{"load", "kg", 300.0, 10.0, 1500.0, "mass of the block"},
                                      {"rate", "m/s", 0.5, 0.01, 1.0, "at which the winch reels in"},
                                      {"clutch", "N", 20000.0, 100.0, 1e6, "tension at which the drum slips"},
                                      {"faces", "1", 300.0, 100.0, 4000.0, "triangles of barge and block", true}};
        const std::vector<Parameter> waves = waveParameters(0.2, 8.0);
        all.insert(all.end(), waves.begin(), waves.end());
        return all;
    }

    double defaultDuration() const override { return 14.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto medium = wavesUnderAir(values);
        context.setMedium(medium);
        const int faces = static_cast<int>(values["faces"]);
        BodySpec barge;
        barge.name = "barge";
        barge.model = context.buildModel(ambient::makeBox({5.0, 4.0, 0.9}, faces));
        barge.shape = convexHullOf(barge.model->mesh().vertices, 1e-3);
        barge.fill(300.0);
        barge.worldFromBody.position.z() = floatingHeight(barge, *medium);
        BodySpec block;
        block.name = "block";
        block.model = context.buildModel(ambient::makeBox({0.6, 0.5, 0.4}, faces));
        block.shape = convexHullOf(block.model->mesh().vertices, 1e-3);
        block.fill(values["load"] / block.model->volume());
        const Vector3 boom(3.3, 0.0, 2.2), hook(0.0, 0.0, 0.2); // of the barge and of the block
        block.worldFromBody.position = barge.worldFromBody.position + boom - Vector3(0.0, 0.0, kDepth) - hook;
        btRigidBody* ship = context.addBody(std::move(barge));
        btRigidBody* load = context.addBody(std::move(block));
        ambient::WinchDef def;
        def.length = kDepth;
        def.stiffness = 4e5;
        def.damping = 2000.0;
        def.shortest = 1.0;
        def.largestTension = values["clutch"];
        const auto winch = std::make_shared<btFluidWinch>(context.fluid(), btFluidCarrier(ship, "winch"), boom,
                                                          btFluidCarrier(load, "winch"), hook, def);
        context.addLine("davit and cable", [ship, load, boom, hook] {
            const btTransform &ofShip = ship->getWorldTransform(), &ofLoad = load->getWorldTransform();
            const Vector3 foot(2.3, 0.0, 0.45);
            return std::vector<Vector3>{btFluidVector(ofShip * btFluidVector(foot)),
                                        btFluidVector(ofShip * btFluidVector(boom)),
                                        btFluidVector(ofLoad * btFluidVector(hook))};
        });
        m_log->clear();
        const double rate = values["rate"];
        context.setBeforeStep([winch, rate, time = 0.0, log = m_log](double timeStep) mutable {
            winch->setCommand(btScalar(time > 2.0 ? -rate : 0.0));
            winch->apply(btScalar(timeStep));
            log->push_back(winch->getWinch().tension());
            time += timeStep;
        });
    }

    std::string summary(const RunRecord& record) const override {
        const double largest = m_log->empty() ? 0.0 : *std::max_element(m_log->begin(), m_log->end());
        char text[200];
        std::snprintf(text, sizeof text,
                      "the block was hoisted from %.2f m to %.2f m in %.1f s with at most %.0f N in the cable\n",
                      record.at(0, 1).worldFromBody.position.z(), record.last(1).worldFromBody.position.z(),
                      record.last().time, largest);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A winch on a barge hoists a block out of the water";
        spec.exposure = 3.5;
        spec.colours = PlotColours::Curves;
        const auto tension = [log = m_log](const RunRecord&, int frame) {
            const int last = static_cast<int>(log->size()) - 1;
            return last < 0 ? 0.0 : (*log)[static_cast<std::size_t>(std::min(frame, last))];
        };
        spec.panels = {{"height [m]", 0.1, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"tension of the cable [N]", 1.0, {}, {{"", tension}}}};
        return spec;
    }

  private:
    static constexpr double kDepth = 6.0; ///< free cable at the start [m]
    std::shared_ptr<std::vector<double>> m_log = std::make_shared<std::vector<double>>();
};

} // namespace

std::unique_ptr<Scene> createWinch() {
    return std::make_unique<WinchScene>();
}

} // namespace samples
