// SPDX-License-Identifier: Zlib
#include "drawing/BodyMarks.h"

#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "drawing/Framing.h"
#include "drawing/SurfaceColours.h"
#include "interface/Parameters.h"

#include <algorithm>
#include <cmath>

namespace samples {

using ambient::Vector3;

namespace {

constexpr double kLeastForce = 1e-6; // per mass [m/s^2]; less is rounding
const Rgb kWeightColour(0.55f, 0.55f, 0.55f);
const Rgb kSumColour(0.13f, 0.13f, 0.13f);
constexpr int kLift = 1, kSuction = 5, kLee = 4; // of categoryColour()

bool isShown(const std::string& term, const ShowOptions& show) {
    return show.terms.empty() || std::find(show.terms.begin(), show.terms.end(), term) != show.terms.end();
}

Rgb rulerColour(const Drawing& drawing) {
    const bool isDark = drawing.backdrop.medium == Backdrop::Medium::Vacuum;
    return isDark ? Rgb(0.96f, 0.96f, 0.96f) : Rgb(0.12f, 0.12f, 0.12f);
}

void addArrow(Drawing& drawing, const Vector3& from, const Vector3& arrow, const Rgb& colour) {
    if (!(arrow.norm() > 0.0)) return;
    DrawnArrow drawn;
    drawn.from = from;
    drawn.to = from + arrow;
    drawn.colour = colour;
    drawing.arrows.push_back(drawn);
}

} // namespace

void addSeparationLine(Drawing& drawing, const RunRecord& record, int body, const BodySample& sample,
                       double enlargement) {
    const Vector3& centre = sample.worldFromBody.position;
    // A little outside the surface, to be visible.
    const double lift = 1.004 * enlargement;
    for (const auto& piece : separationLineAt(record, body, sample)) {
        DrawnLine line;
        for (const Vector3& end : piece)
            line.points.push_back(centre + lift * (end - centre));
        line.colours = {categoryColour(5)};
        line.width = 4.0;
        drawing.lines.push_back(line);
    }
}

double forceScale(const RunRecord& record) {
    const double gravity = record.gravity.norm();
    if (gravity > 0.0 || !record.medium) return gravity;
    double largest = 0.0;
    for (int frame = 0; frame < record.frameCount(); ++frame)
        for (int body = 0; body < record.bodyCount(); ++body) {
            const double mass = record.bodies[static_cast<std::size_t>(body)].mass;
            if (!(mass > 0.0)) continue;
            for (const ambient::Wrench& term : record.at(frame, body).terms)
                largest = std::max(largest, term.linear.norm() / mass);
        }
    return largest > kLeastForce ? roundBelow(largest) : 0.0;
}

void addForces(Drawing& drawing, const RunRecord& record, int body, const BodySample& sample, const ShowOptions& show,
               double scale) {
    const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
    if (!recorded.model || !(recorded.mass > 0.0) || !(scale > 0.0)) return;
    const Vector3 weight = recorded.mass * record.gravity;
    const double metrePerNewton = show.enlargement * recorded.model->length() / (recorded.mass * scale);
    const Vector3& centre = sample.worldFromBody.position;
    Vector3 sum = weight;
    const std::size_t terms = record.medium ? sample.terms.size() : 0;
    for (std::size_t i = 0; i < terms; ++i) {
        sum += sample.terms[i].linear;
        if (isShown(record.terms[i], show))
            addArrow(drawing, centre, metrePerNewton * sample.terms[i].linear, categoryColour(static_cast<int>(i)));
    }
    addArrow(drawing, centre, metrePerNewton * weight, kWeightColour);
    if (terms > 0) addArrow(drawing, centre, metrePerNewton * sum, kSumColour);
}

void addWings(Drawing& drawing, const RunRecord& record, int body, const BodySample& sample, double enlargement,
              double scale) {
    const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
    const auto flow = flowAt(record, body, sample);
    if (!flow || !(recorded.mass > 0.0) || !(scale > 0.0)) return;
    const std::vector<ambient::WingCellForce> cells = ambient::wingForces(*recorded.model, *flow);
    double area = 0.0;
    for (const ambient::WingCellForce& cell : cells)
        area += cell.area;
    const ambient::Quaternion& turn = sample.worldFromBody.orientation;
    for (const ambient::WingCellForce& cell : cells) {
        const double metrePerNewton =
            0.1 * enlargement * recorded.model->length() * area / (cell.area * recorded.mass * scale);
        const Vector3 from = sample.worldFromBody.position + enlargement * (turn * cell.position);
        addArrow(drawing, from, metrePerNewton * (turn * cell.lift), categoryColour(kLift));
        addArrow(drawing, from, metrePerNewton * (turn * cell.suction), categoryColour(kSuction));
        addArrow(drawing, from, metrePerNewton * (turn * cell.lee), categoryColour(kLee));
    }
}

DrawnLegend wingLegend() {
    DrawnLegend legend;
    legend.title = "wings";
    legend.swatches = {{categoryColour(kLift), "lift"},
                       {categoryColour(kSuction), "suction"},
                       {categoryColour(kLee), "lee and vortices"}};
    return legend;
}

DrawnLegend forceLegend(const RunRecord& record, const ShowOptions& show, double scale) {
    DrawnLegend legend;
    legend.title = "forces";
    if (!(record.gravity.norm() > 0.0) && scale > 0.0)
        legend.title += " (a body's length: " + shortNumber(scale) + " N/kg)";
    const std::size_t terms = record.medium ? record.terms.size() : 0;
    for (std::size_t i = 0; i < terms; ++i) {
        std::string name = record.terms[i];
        std::replace(name.begin(), name.end(), '_', ' ');
        if (isShown(record.terms[i], show)) legend.swatches.push_back({categoryColour(static_cast<int>(i)), name});
    }
    if (record.gravity.norm() > 0.0) {
        char weight[40] = "weight";
        const RecordedBody& body = record.bodies.front();
        if (record.bodyCount() == 1)
            std::snprintf(weight, sizeof weight, "weight (%.3g N)", body.mass * record.gravity.norm());
        legend.swatches.push_back({kWeightColour, weight});
    }
    if (terms > 0) legend.swatches.push_back({kSumColour, "sum of these"});
    return legend;
}

void addVelocity(Drawing& drawing, const BodySample& sample, double seconds) {
    addArrow(drawing, sample.worldFromBody.position, seconds * sample.velocity.linear, categoryColour(3));
}

std::shared_ptr<const ambient::TriangleMesh> addedMassEllipsoid(const ambient::FluidBodyModel& model) {
    constexpr double thinnest = 0.02;
    const ambient::Matrix6 added = model.addedMassPerDensity().matrix();
    const ambient::Matrix3 ofTranslation = added.bottomRightCorner<3, 3>();
    const Eigen::SelfAdjointEigenSolver<ambient::Matrix3> principal(ofTranslation);
    const double largest = principal.eigenvalues()[2];
    if (!(largest > 0.0)) return nullptr;
    const Vector3 shares = (principal.eigenvalues() / largest).cwiseMax(thinnest);
    auto mesh = std::make_shared<ambient::TriangleMesh>(ambient::makeEllipsoid(0.5 * model.length() * shares, 1280));
    ambient::Matrix3 axes = principal.eigenvectors();
    if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
    for (Vector3& vertex : mesh->vertices)
        vertex = axes * vertex;
    return mesh;
}

std::string lengthText(double metres) {
    if (metres >= 1000.0) return shortNumber(1e-3 * metres) + " km";
    if (metres >= 0.9999) return shortNumber(metres) + " m";
    return metres >= 0.009999 ? shortNumber(100.0 * metres) + " cm" : shortNumber(1000.0 * metres) + " mm";
}

void addHeights(Drawing& drawing, const View& view) {
    constexpr double fromMiddle = 0.47, highest = 0.32; // shares of the picture's width and height
    const Camera& camera = view.camera;
    const double pixel = camera.pixelWidthAt(camera.target, view.size);
    const double width = pixel * view.size.width, height = pixel * view.size.height;
    const double step = roundBelow(0.2 * height), middle = camera.target.z();
    const Vector3 edge = camera.target - fromMiddle * width * camera.right();
    for (double i = std::ceil((middle - highest * height) / step); i * step < middle + highest * height; ++i) {
        DrawnLine mark;
        mark.points = {edge, edge + 0.012 * width * camera.right()};
        for (Vector3& point : mark.points)
            point.z() = i * step;
        mark.colours = {rulerColour(drawing)};
        mark.width = 2.0;
        mark.hidden = false;
        DrawnLabel label;
        label.at = mark.points.back();
        label.text = i == 0.0 ? "0" : (i < 0.0 ? "\u2212" : "") + lengthText(std::fabs(i) * step);
        label.colour = mark.colours.front();
        drawing.lines.push_back(mark);
        drawing.labels.push_back(label);
    }
}

void addNotes(Drawing& drawing, const RunRecord& record, const PlotSpec& spec, int frame, const Rgb& colour) {
    if (!spec.notes) return;
    for (const PlotNote& note : spec.notes(record, frame)) {
        if (note.to != note.from) drawing.arrows.push_back({note.from, note.to, colour, 5.0});
        if (note.text.empty()) continue;
        DrawnLabel label;
        label.at = 0.5 * (note.from + note.to);
        label.text = note.text;
        label.side = DrawnLabel::Side::Above;
        label.colour = colour;
        drawing.labels.push_back(std::move(label));
    }
}

void addRuler(Drawing& drawing, const View& view) {
    constexpr double share = 0.16; // of the picture's width, at most
    const Camera& camera = view.camera;
    const double pixel = camera.pixelWidthAt(camera.target, view.size);
    const double length = roundBelow(share * pixel * view.size.width), tick = 0.008 * pixel * view.size.height;
    const Eigen::Vector2d corner(0.97 * view.size.width, 0.95 * view.size.height);
    const Vector3 ray = camera.rayThrough(corner, view.size);
    const Vector3 right = camera.eye() + camera.distance / ray.dot(camera.forward()) * ray;
    const Vector3 left = right - length * camera.right(), up = tick * camera.up();
    DrawnLine bar;
    bar.points = {left + up, left - up, left, right, right - up, right + up};
    bar.colours = {rulerColour(drawing)};
    bar.hidden = false;
    drawing.lines.push_back(bar);
    DrawnLabel label;
    label.at = 0.5 * (left + right) + 0.5 * up;
    label.text = lengthText(length);
    label.side = DrawnLabel::Side::Above;
    label.colour = bar.colours.front();
    drawing.labels.push_back(label);
}

} // namespace samples
