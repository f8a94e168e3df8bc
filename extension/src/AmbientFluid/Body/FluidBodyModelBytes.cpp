// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModelBytes.h"

#include "AmbientFluid/Body/BasePoints.h"
#include "AmbientFluid/Body/FluidBodyModelData.h"
#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>

namespace ambient {
namespace {

// Fields are bound by name and number: a new one does not compile until it has its place here.

template <class Stream, class Report>
void passMeshReport(Stream& stream, Report& report) {
    // `issues` is empty, since the mesh was usable.
    auto& [faces, vertices, components, euler, slivers, duplicates, closed, oriented, manifold, outward, volume, area,
           centroid, boundsMin, boundsMax, issues, warnings, repairs, sheets, thickness] = report;
    (void)issues;
    for (auto* number : {&faces, &vertices, &components, &euler, &slivers, &duplicates, &sheets})
        stream(*number);
    for (auto* flag : {&closed, &oriented, &manifold, &outward})
        stream(*flag);
    for (auto* number : {&volume, &area, &thickness})
        stream(*number);
    for (auto* point : {&centroid, &boundsMin, &boundsMax})
        stream(*point);
    stream(warnings);
    stream(repairs);
}

template <class Stream, class Shape>
void passShape(Stream& stream, Shape& shape) {
    auto& [potentialLength, thickness, roundness, edgewardLength, aspectRatio, chordDirection, flatness, hollowness,
           meanNormal, taper, noseShare, elongation, openness, piece, feltRotations] = shape;
    for (auto* array : {&potentialLength, &thickness, &roundness, &aspectRatio, &flatness, &hollowness, &taper,
                        &noseShare, &elongation, &openness})
        stream(*array);
    for (auto* array : {&edgewardLength, &chordDirection, &meanNormal})
        stream(*array);
    stream(piece);
    stream(feltRotations);
}

/// \param places of cells: std::vector<WingCells::Place>, const to write
template <class Stream, class Places>
void passPlaces(Stream& stream, Places& places) {
    std::vector<int> numbers;
    std::vector<double> lengths;
    for (const WingCells::Place& place : places) {
        const auto& [firstFace, piece, flatness, onChord] = place;
        numbers.insert(numbers.end(), {firstFace, piece});
        lengths.insert(lengths.end(), {flatness, onChord});
    }
    stream(numbers);
    stream(lengths);
    if constexpr (!std::is_const_v<Places>) {
        if (numbers.size() != lengths.size()) throw std::runtime_error("the lifting surfaces are inconsistent");
        for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
            places.push_back({numbers[i], numbers[i + 1], lengths[i], lengths[i + 1]});
    }
}

template <class Stream, class Wings>
void passWings(Stream& stream, Wings& wings) {
    auto& [rows, count, pieces, places, faces, faceShare] = wings;
    for (auto& row : rows)
        stream(row);
    stream(count);
    stream(pieces);
    passPlaces(stream, places);
    stream(faces);
    stream(faceShare);
}

template <class Stream, class Weights>
void passWeights(Stream& stream, Weights& weights) {
    auto& [rows, spin, spinLength, wings, bases, baseFaces, feltRotations, actionShares] = weights;
    for (auto& row : rows)
        stream(row);
    stream(spin);
    stream(spinLength);
    // read() finds the bases again, from the pieces and the rows.
    (void)bases;
    (void)baseFaces;
    stream(feltRotations);
    stream(actionShares);
    passWings(stream, wings);
}

template <class Stream, class Tensor, class Report>
void passViscous(Stream& stream, Tensor& tensor, Report& report) {
    // A model is rigid: shapeMotion and shapePower are zero.
    auto& [resistance, center, areaCenter, moments, slip, area, radius, middleLength, scale, shapeMotion, shapePower] =
        tensor;
    static_cast<void>(shapeMotion);
    static_cast<void>(shapePower);
    stream(resistance);
    stream(center);
    stream(areaCenter);
    stream(moments);
    stream(slip);
    stream(area);
    stream(radius);
    stream(middleLength);
    stream(scale);
    auto& [faces, selfExcess, seconds, errorEstimate] = report;
    stream(faces);
    stream(selfExcess);
    stream(seconds);
    stream(errorEstimate);
}

/// Checks the invariants that loops over faces rely on.
void requireConsistent(const FluidBodyModel& model, const SurfaceData& surface) {
    const TriangleMesh& mesh = model.mesh();
    const std::size_t faces = mesh.faces.size();
    const int vertices = mesh.vertexCount();
    bool sound = faces >= FluidBodyModel::kFewestFaces && model.report().volume > 0.0 && model.report().area > 0.0;
    for (const TriangleMesh::Face& face : mesh.faces)
        for (int corner : face)
            sound &= corner >= 0 && corner < vertices;
    const SurfaceShape& shape = model.surfaceShape();
    const PressureWeights& w = surface.pressureWeights;
    for (const std::vector<double>* array :
         {&shape.potentialLength, &shape.thickness, &shape.roundness, &shape.aspectRatio, &shape.flatness,
          &shape.hollowness, &shape.taper, &shape.noseShare, &shape.elongation, &shape.openness,
          &surface.volumeQuadrature.weight})
        sound &= array->size() == faces;
    for (const std::vector<double>& array : w.of)
        sound &= array.size() == faces;
    for (const std::vector<double>& array : surface.addedMassDistribution.g)
        sound &= array.size() == faces;
    sound &= shape.edgewardLength.size() == faces && shape.chordDirection.size() == faces &&
             shape.meanNormal.size() == faces && shape.piece.size() == faces;
    sound &= w.actionShares.empty() || w.actionShares.size() == faces;
    for (int piece : shape.piece)
        sound &= piece >= 0 && static_cast<std::size_t>(piece) < faces;
    sound &= surface.viscous.radius >= 0.0 && surface.viscous.middleLength >= 0.0 && surface.viscous.scale >= 0.0;
    const Eigen::Index rows = model.unitPotentials().rows();
    sound &= rows == 0 || rows == mesh.vertexCount() || rows == mesh.faceCount();
    if (!sound) throw std::runtime_error("the contents are inconsistent");
}

/// Checks that the cells of the lifting surfaces list faces of the mesh and fill their rows.
bool isConsistent(const WingCells& wings, std::size_t faces) {
    if (wings.count < 0 || static_cast<std::size_t>(wings.count) > faces) return false;
    const std::size_t padded = static_cast<std::size_t>(paddedSize(wings.count));
    bool sound = wings.places.size() == static_cast<std::size_t>(wings.count) + 1 &&
                 wings.places.front().firstFace == 0 &&
                 wings.places.back().firstFace == static_cast<int>(wings.faces.size()) &&
                 wings.faceShare.size() == wings.faces.size() && wings.pieces <= wings.count &&
                 std::is_sorted(wings.places.begin(), wings.places.end(),
                                [](const auto& a, const auto& b) { return a.firstFace < b.firstFace; });
    for (int cell = 0; sound && cell < wings.count; ++cell) {
        const int piece = wings.places[static_cast<std::size_t>(cell)].piece;
        sound &= piece >= 0 && piece < wings.pieces;
    }
    for (const std::vector<double>& row : wings.of)
        sound &= row.size() == padded;
    for (int f : wings.faces)
        sound &= f >= 0 && static_cast<std::size_t>(f) < faces;
    return sound;
}

void requireAreas(const Faces& faces) {
    if (!std::all_of(faces.area, faces.area + faces.size(), [](double area) { return area > 0.0; }))
        throw std::runtime_error("a face has no area");
}

} // namespace

template <class Stream, class Model, class Data>
void FluidBodyModelBytes::pass(Stream& stream, Model& model, Data& surface) {
    auto& [vertices, faces] = model.m_mesh;
    stream(vertices);
    stream(faces);
    passMeshReport(stream, model.m_report);
    stream(surface.addedMassPerDensity);
    auto& [shares] = surface.addedMassDistribution;
    stream(shares);
    auto& [weight, offCenter, secondMoments] = surface.volumeQuadrature;
    stream(weight);
    stream(offCenter);
    stream(secondMoments);
    auto& [unknowns, residual, symmetryDefect, seconds, errorEstimate, solvedFaces, isLimited, isDense] =
        model.m_addedMassReport;
    stream(unknowns);
    stream(residual);
    stream(symmetryDefect);
    stream(seconds);
    stream(errorEstimate);
    stream(solvedFaces);
    stream(isLimited);
    stream(isDense);
    passViscous(stream, surface.viscous, model.m_data->viscousReport);
    stream(model.m_unitPotentials);
    passShape(stream, model.m_data->shape);
    passWeights(stream, surface.pressureWeights);
}

void FluidBodyModelBytes::writeKey(const FluidBodyDef& def, ByteWriter& out) {
    const auto& [separationAngle, wakeFactor, roughness, constants, pressureScale, frictionScale, buoyancyScale,
                 porosity, addedMass, method, discretisation, viscousFaces, repair, sheetThickness, progress] = def;
    const auto& [windward, flatSuction, longSuction, roundSuction, flatElongation, roundElongation, revolvingLift,
                 roundSpin, sheetSpin, sheetLead] = constants;
    for (const double* number :
         {&wakeFactor, &windward, &flatSuction, &longSuction, &roundSuction, &flatElongation, &roundElongation,
          &revolvingLift, &roundSpin, &sheetSpin, &sheetLead, &sheetThickness, &discretisation, &porosity})
        out(*number);
    out(method);
    out(viscousFaces);
    out(repair);
    out(addedMass.has_value());
    if (!addedMass) return;
    const auto& [matrix, fluidDensity, referencePoint] = *addedMass;
    out(matrix);
    out(fluidDensity);
    out(referencePoint);
}

void FluidBodyModelBytes::write(const FluidBodyModel& model, ByteWriter& out) {
    pass(out, model, model.m_surface->data());
}

std::shared_ptr<const FluidBodyModel> FluidBodyModelBytes::read(ByteReader& in, const FluidBodyDef& def) {
    std::shared_ptr<FluidBodyModel> model(new FluidBodyModel);
    SurfaceData surface;
    pass(in, *model, surface);
    requireConsistent(*model, surface);
    if (!isConsistent(surface.pressureWeights.wings, model->m_mesh.faces.size()))
        throw std::runtime_error("the lifting surfaces are inconsistent");
    addBases(model->m_mesh, model->m_data->shape.piece, surface.pressureWeights);
    model->setDef(def);
    surface.length = std::sqrt(model->m_report.area);
    surface.crisis = DragCrisis(def.roughness, roundWidthOf(surface.pressureWeights, model->m_data->shape.thickness));
    model->assignSurface(std::move(surface));
    requireAreas(model->faces());
    return model;
}

} // namespace ambient
