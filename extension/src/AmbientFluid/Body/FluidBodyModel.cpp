// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"

#include "AmbientFluid/Body/FluidBodyModelData.h"
#include "AmbientFluid/Body/ReducedSurface.h"
#include "AmbientFluid/Body/ShareLengths.h"
#include "AmbientFluid/Body/WingCellsBuilder.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshRefinement.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/Mesh/SheetThickening.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

static_assert(ViscousOptions::kDefaultFaces == 320, "the default of FluidBodyDef::viscousFaces");

void requireFactor(double value, const char* field) {
    if (!(value >= 0.0) || !std::isfinite(value))
        throw std::invalid_argument(std::string("FluidBodyDef::") + field +
                                    " must be zero or positive and finite, got " + textOf(value));
}

CheckedMesh usableMesh(const TriangleMesh& mesh, const FluidBodyDef& def) {
    try {
        return requireUsableMesh(mesh, def.repair, def.sheetThickness);
    } catch (const MeshError& error) {
        MeshReport report = error.report;
        report.issues.front().message += sheetThicknessAdvice(report, "FluidBodyDef::sheetThickness");
        if (report.has(MeshDefect::OpenEdge) || report.has(MeshDefect::NonManifoldEdge) ||
            report.has(MeshDefect::NonManifoldVertex) || report.has(MeshDefect::SeveralComponents))
            report.issues.front().message += "; `ambient check --wrap --output` makes a solid mesh of it";
        throw MeshError(report);
    }
}

/// Given added mass matrix per unit density, about the mesh origin.
SpatialInertia checkedGivenAddedMass(const GivenAddedMass& given, double length) {
    const Matrix6& k = given.matrix;
    requireFinite(k.data(), k.size(), "FluidBodyDef::addedMass: the matrix");
    if (!given.referencePoint.allFinite())
        throw std::invalid_argument("FluidBodyDef::addedMass: the reference point is not finite");
    if (!(given.fluidDensity > 0.0) || !std::isfinite(given.fluidDensity))
        throw std::invalid_argument("FluidBodyDef::addedMass: fluidDensity must be positive and finite, got " +
                                    std::to_string(given.fluidDensity) + " kg/m^3");
    const double defect = (k - k.transpose()).norm();
    if (defect > 1e-6 * k.norm())
        throw std::invalid_argument("FluidBodyDef::addedMass: the matrix is not symmetric (|K - K^T| / |K| = " +
                                    std::to_string(defect / k.norm()) + ")");
    const SpatialInertia aboutReference(k / given.fluidDensity);
    const double scale = aboutReference.matrix().bottomRightCorner<3, 3>().trace();
    if (aboutReference.smallestEigenvalue(length) < -1e-9 * scale)
        throw std::invalid_argument("FluidBodyDef::addedMass: the matrix has a negative eigenvalue");
    const Pose referenceFromMesh{Quaternion::Identity(), -given.referencePoint};
    return aboutReference.changeFrame(referenceFromMesh);
}

/// Radius about a centre that encloses the mesh.
double radiusAbout(const Vector3& center, const TriangleMesh& mesh) {
    double radius = 0.0;
    for (const Vector3& vertex : mesh.vertices)
        radius = std::max(radius, (vertex - center).norm());
    return radius;
}

} // namespace

FluidBodyModel::FluidBodyModel() : m_data(std::make_unique<Data>()), m_surface(&m_data->surface) {}

FluidBodyModel::~FluidBodyModel() = default;

const Faces& FluidBodyModel::faces() const {
    return m_surface->faces();
}

const FaceTable& FluidBodyModel::faceTable() const {
    return m_surface->faceTable();
}

double FluidBodyModel::displacedVolume() const {
    return m_surface->data().displacedShare * m_report.volume;
}

double FluidBodyModel::radius() const {
    return m_surface->radius();
}

double FluidBodyModel::length() const {
    return m_surface->length();
}

const SpatialInertia& FluidBodyModel::addedMassPerDensity() const {
    return m_surface->addedMassPerDensity();
}

const ViscousTensor& FluidBodyModel::viscousTensor() const {
    return m_surface->viscous();
}

const ViscousReport& FluidBodyModel::viscousReport() const {
    return m_data->viscousReport;
}

const AddedMassDistribution& FluidBodyModel::addedMassDistribution() const {
    return m_surface->data().addedMassDistribution;
}

const VolumeQuadrature& FluidBodyModel::volumeQuadrature() const {
    return m_surface->volumeQuadrature();
}

const SurfaceShape& FluidBodyModel::surfaceShape() const {
    return m_data->shape;
}

const PressureWeights& FluidBodyModel::pressureWeights() const {
    return m_surface->pressureWeights();
}

double FluidBodyModel::separationCosine() const {
    return m_surface->separationCosine();
}

void FluidBodyModel::requireValid(const FluidBodyDef& def) {
    if (!(def.separationAngle >= 0.0 && def.separationAngle <= kPi))
        throw std::invalid_argument("FluidBodyDef::separationAngle must lie in [0, pi] rad, got " +
                                    std::to_string(def.separationAngle));
    if (!(def.wakeFactor >= 0.2 && def.wakeFactor <= 1.0))
        throw std::invalid_argument("FluidBodyDef::wakeFactor must lie in [0.2, 1], got " +
                                    std::to_string(def.wakeFactor));
    requireFactor(def.roughness, "roughness");
    const SurfacePressureConstants& k = def.surfacePressure;
    requireFactor(k.windward, "surfacePressure.windward");
    requireFactor(k.flatSuction, "surfacePressure.flatSuction");
    requireFactor(k.roundSuction, "surfacePressure.roundSuction");
    requireFactor(k.longSuction, "surfacePressure.longSuction");
    requireFactor(k.flatElongation, "surfacePressure.flatElongation");
    requireFactor(k.roundElongation, "surfacePressure.roundElongation");
    requireFactor(k.revolvingLift, "surfacePressure.revolvingLift");
    requireFactor(k.roundSpin, "surfacePressure.roundSpin");
    requireFactor(k.sheetSpin, "surfacePressure.sheetSpin");
    requireFactor(k.sheetLead, "surfacePressure.sheetLead");
    requireFactor(def.pressureScale, "pressureScale");
    requireFactor(def.frictionScale, "frictionScale");
    requireFactor(def.buoyancyScale, "buoyancyScale");
    requireFactor(def.sheetThickness, "sheetThickness");
    if (!(def.porosity >= 0.0 && def.porosity <= kMostPorosity))
        throw std::invalid_argument("FluidBodyDef::porosity must lie in [0, 0.5], got " + textOf(def.porosity) +
                                    ": model the bars of a body with more openings");
    if (def.viscousFaces != 0) ViscousOptions{def.viscousFaces}.requireValid("FluidBodyDef::viscousFaces");
    if (!(def.discretisation > 0.0))
        throw std::invalid_argument("FluidBodyDef::discretisation must be above 0, got " +
                                    std::to_string(def.discretisation));
}

void FluidBodyModel::setDef(const FluidBodyDef& def) {
    m_def = def;
    m_def.progress = nullptr; // the model may outlive the listener
}

void FluidBodyModel::assignSurface(SurfaceData data) {
    data.volume = m_report.volume;
    data.area = m_report.area;
    data.centerOfVolume = m_report.centroid;
    data.radius = std::max(data.radius, radiusAbout(m_report.centroid, m_mesh));
    data.separationCosine = m_def.separationAngle < kPi ? portable::cos(m_def.separationAngle) : -2.0;
    data.displacedShare = 1.0 - m_def.porosity;
    data.pressureScale = data.displacedShare * m_def.pressureScale;
    data.frictionScale = data.displacedShare * m_def.frictionScale;
    data.buoyancyScale = data.displacedShare * m_def.buoyancyScale;
    m_data->surface.assign(m_mesh, data);
}

std::shared_ptr<const FluidBodyModel> FluidBodyModel::build(const TriangleMesh& mesh, const FluidBodyDef& def) {
    requireValid(def);
    CheckedMesh checked = usableMesh(mesh, def);
    std::shared_ptr<FluidBodyModel> model(new FluidBodyModel);
    model->setDef(def);
    model->m_mesh = refineEvenly(checked.mesh, kFewestFaces);
    model->m_report = std::move(checked.report);
    SurfaceData surface;
    surface.length = std::sqrt(model->m_report.area);
    Eigen::Matrix<double, Eigen::Dynamic, 3> translationPotentials;
    if (def.addedMass) {
        surface.addedMassPerDensity = checkedGivenAddedMass(*def.addedMass, surface.length);
    } else {
        AddedMassOptions options;
        options.method = def.addedMassMethod;
        options.progress = def.progress;
        options.discretisation = def.discretisation;
        AddedMass computed = computeAddedMass(model->m_mesh, options);
        surface.addedMassPerDensity = computed.perDensity.scaled(addedMassFactorOf(def.porosity));
        model->m_unitPotentials = std::move(computed.unitPotentials);
        translationPotentials = computed.facePotentials.rightCols<3>();
        model->m_addedMassReport = {
            computed.unknowns,      computed.residual,    computed.symmetryDefect, computed.seconds,
            computed.errorEstimate, computed.solvedFaces, computed.isLimited,      computed.isDenseInsteadOfFast};
    }
    if (def.viscousFaces > 0)
        surface.viscous =
            computeViscousTensor(model->m_mesh, ViscousOptions{def.viscousFaces}, &model->m_data->viscousReport);
    model->m_data->shape = describeSurface(model->m_mesh, translationPotentials);
    surface.addedMassDistribution = computeAddedMassDistribution(model->m_mesh, shareLengths(def, model->m_data->shape),
                                                                 surface.addedMassPerDensity);
    surface.pressureWeights =
        computePressureWeights(model->m_mesh, model->m_data->shape, def.wakeFactor, def.surfacePressure);
    surface.crisis = DragCrisis(def.roughness, roundWidthOf(surface.pressureWeights, model->m_data->shape.thickness));
    addWings(model->m_mesh, model->m_data->shape, surface.pressureWeights);
    surface.volumeQuadrature = makeVolumeQuadrature(model->m_mesh, model->m_report.centroid);
    model->assignSurface(std::move(surface));
    return model;
}

std::shared_ptr<const FluidBodyModel> FluidBodyModel::reduced(const FluidBodyModel& full, ReducedSurface surface) {
    std::shared_ptr<FluidBodyModel> model(new FluidBodyModel);
    model->m_def = full.m_def;
    model->m_def.frictionScale *= surface.frictionFactor;
    model->m_mesh = std::move(surface.mesh);
    model->m_report = full.m_report;
    model->m_report.faceCount = model->m_mesh.faceCount();
    model->m_report.vertexCount = model->m_mesh.vertexCount();
    model->m_report.area = surfaceArea(model->m_mesh);
    model->m_addedMassReport = full.m_addedMassReport;
    model->m_data->viscousReport = full.viscousReport();
    SurfaceData data;
    data.viscous = full.viscousTensor();
    data.viscous.scale /= surface.frictionFactor;
    data.length = full.length();
    data.crisis = full.surface().data().crisis;
    data.radius = full.radius();
    data.addedMassPerDensity = full.addedMassPerDensity();
    data.addedMassDistribution =
        computeAddedMassDistribution(model->m_mesh, shareLengths(full.m_def, surface.shape), data.addedMassPerDensity);
    data.pressureWeights = std::move(surface.weights);
    data.volumeQuadrature = makeVolumeQuadrature(model->m_mesh, model->m_report.centroid);
    model->m_data->shape = std::move(surface.shape);
    model->m_crowdPoints = std::move(surface.crowdPoints);
    model->assignSurface(std::move(data));
    return model;
}

} // namespace ambient
