// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

namespace samples {
namespace {

constexpr double kApart = 1.5; ///< between the two boards, in lengths

/// A board sinks flat onto the ground. The water under the board has to leave sideways, faster and faster as the gap
/// closes, and stops the board: a cushion. A second board does not feel the ground's flow and lands at full speed.
class LandingBoard final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"length", "m", 0.4, 0.1, 2.0, "of the sides of the square board"},
                {"thickness", "m", 0.02, 0.005, 0.1, "of the board"},
                {"height", "m", 0.25, 0.02, 5.0, "between ground and board at release"},
                {"density", "kg/m3", 1300.0, 1050.0, 8000.0, "density of the board (water: 998.2)"},
                {"faces", "1", 600.0, 200.0, 2000.0, "approximate number of triangles of the board", true}};
    }

    double defaultDuration() const override { return 2.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::water());
        const double length = values["length"], thickness = values["thickness"];
        const ambient::Vector3 size(length, length, thickness);
        const auto model = context.buildModel(ambient::makePlate(size, static_cast<int>(values["faces"])));
        const auto add = [&](const char* name, double x) {
            BodySpec board;
            board.name = name;
            board.model = model;
            board.shape = std::make_unique<btBoxShape>(btFluidVector(0.5 * size));
            board.fill(values["density"]);
            board.worldFromBody.position = {x, 0.0, values["height"] + 0.5 * thickness};
            return context.addBody(std::move(board));
        };
        context.addFloor(0.0);
        btFluidCoupling& coupling = addCoupling(context);
        coupling.addWall(btVector3(0, 0, 1), 0);
        add("with cushion", -0.5 * kApart * length);
        coupling.setCoupled(add("without", 0.5 * kApart * length), false);
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int body = 0; body < record.bodyCount(); ++body) {
            double fastest = 0.0, atGround = 0.0;
            for (int frame = 0; frame < record.frameCount(); ++frame) {
                const double speed = -climb(record, frame, body);
                fastest = std::max(fastest, speed);
                // The last speed before the step of the contact with the ground.
                if (gap(record.at(frame, body), record) > 0.002) atGround = speed;
            }
            char line[160];
            std::snprintf(line, sizeof line, "%-12s fastest %.3f m/s, %.3f m/s two millimetres above the ground\n",
                          record.bodies[std::size_t(body)].name.c_str(), fastest, atGround);
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A board lands on a cushion of water";
        spec.ground = 0.0;
        spec.shownTimes = {0.0, 1e9};
        spec.pictureEnd = 1.55; // with the parameters by default: the board without a cushion lands
        spec.elevation = 5.0;
        spec.notes = [](const RunRecord& record, int frame) {
            std::vector<PlotNote> notes;
            for (const int body : {0, 1}) {
                const double high = gap(record.at(frame, body), record);
                char text[40];
                std::snprintf(text, sizeof text, "%.0f mm of water below", 1e3 * std::max(high, 0.0));
                ambient::Vector3 from = record.at(frame, body).worldFromBody.position;
                from.y() -= 0.2; // the near edge of a board of usual length
                from.z() = 0.0;
                notes.push_back({from, from + ambient::Vector3(0.0, 0.0, high), high > 0.002 ? text : "landed"});
            }
            return notes;
        };
        spec.colours = PlotColours::Curves;
        const auto height = [](int body) {
            return [body](const RunRecord& record, int frame) { return 100.0 * gap(record.at(frame, body), record); };
        };
        const auto speed = [](int body) {
            return [body](const RunRecord& record, int frame) { return -climb(record, frame, body); };
        };
        spec.panels = {{"gap to the ground [cm]", 1.0, {}, {{"with cushion", height(0)}, {"without", height(1)}}},
                       {"speed downwards [m/s]", 0.1, {}, {{"with cushion", speed(0)}, {"without", speed(1)}}}};
        return spec;
    }

  private:
    /// Between the ground and the centre of the board's lower side [m].
    static double gap(const BodySample& sample, const RunRecord& record) {
        double lowest = 0.0;
        for (const ambient::Vector3& v : record.bodies.front().mesh->vertices)
            lowest = std::min(lowest, v.z());
        return sample.worldFromBody.position.z() + lowest;
    }
};

} // namespace

std::unique_ptr<Scene> createLandingBoard() {
    return std::make_unique<LandingBoard>();
}

} // namespace samples
