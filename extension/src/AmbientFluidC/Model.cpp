// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "Calls.h"

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Media/UniformMedium.h"

#include <cstdio>
#include <limits>
#include <new>

using namespace ambient;
using namespace ambient::c;

namespace {

thread_local char lastError[501] = "";

ambient_status failed(ambient_status status, const char* what) noexcept {
    std::snprintf(lastError, sizeof lastError, "%s", what);
    std::replace(lastError, lastError + std::strlen(lastError), '\n', ' ');
    return status;
}

TriangleMesh meshOf(const double* vertices, std::size_t vertexCount, const uint32_t* triangles,
                    std::size_t triangleCount) {
    if (vertexCount > 0) required(vertices, "vertices");
    TriangleMesh mesh;
    mesh.faces = facesOf(triangles, triangleCount, vertexCount);
    mesh.vertices.reserve(vertexCount);
    for (std::size_t v = 0; v < vertexCount; ++v)
        mesh.vertices.push_back(vectorOf(vertices + 3 * v));
    return mesh;
}

ambient_model_options defaultOptions() {
    const FluidBodyDef def;
    ambient_model_options options{};
    options.struct_size = sizeof options;
    options.repair = AMBIENT_REPAIR_SAFE;
    options.separation_angle = def.separationAngle;
    options.wake_factor = def.wakeFactor;
    options.roughness = def.roughness;
    options.pressure_scale = def.pressureScale;
    options.friction_scale = def.frictionScale;
    options.buoyancy_scale = def.buoyancyScale;
    options.sheet_thickness = def.sheetThickness;
    options.porosity = def.porosity;
    options.added_mass_density = GivenAddedMass().fluidDensity;
    return options;
}

ambient_status createOfDetail(const ambient_model* full, ModelDetail detail, ambient_model** model, double* misfit) {
    return guarded([&] {
        required(model, "model");
        const ReducedModel reduced = modelOfDetail(sharedOf(full, "full"), detail);
        *model = handleOf<ambient_model>(reduced.model);
        if (misfit) *misfit = reduced.misfit.mean;
    });
}

Twist finiteTwist(const double* numbers, std::size_t index) {
    return finiteSpatial<Twist>(numbers, ("twist " + std::to_string(index)).c_str());
}

} // namespace

ambient_status ambient::c::statusOfException() noexcept {
    try {
        throw;
    } catch (const MeshError& error) {
        return failed(AMBIENT_INVALID_MESH, error.what());
    } catch (const std::invalid_argument& error) {
        return failed(AMBIENT_INVALID_ARGUMENT, error.what());
    } catch (const std::length_error& error) {
        return failed(AMBIENT_OUT_OF_MEMORY, error.what());
    } catch (const std::bad_alloc&) {
        return failed(AMBIENT_OUT_OF_MEMORY, "out of memory");
    } catch (const std::exception& error) {
        return failed(AMBIENT_INTERNAL_ERROR, error.what());
    } catch (...) {
        return failed(AMBIENT_INTERNAL_ERROR, "unknown error");
    }
}

std::vector<TriangleMesh::Face> ambient::c::facesOf(const uint32_t* triangles, std::size_t triangleCount,
                                                    std::size_t vertexCount) {
    constexpr std::size_t most = std::numeric_limits<int>::max();
    if (vertexCount > most || triangleCount > most) throw std::length_error("a mesh of more than 2^31 - 1 elements");
    if (triangleCount > 0) required(triangles, "triangles");
    std::vector<TriangleMesh::Face> faces;
    faces.reserve(triangleCount);
    for (std::size_t f = 0; f < triangleCount; ++f) {
        TriangleMesh::Face face{};
        for (int k = 0; k < 3; ++k) {
            if (triangles[3 * f + k] >= vertexCount)
                throw std::invalid_argument("triangle " + std::to_string(f) + " names vertex " +
                                            std::to_string(triangles[3 * f + k]) + ", but there are " +
                                            std::to_string(vertexCount));
            face[k] = static_cast<int>(triangles[3 * f + k]);
        }
        faces.push_back(face);
    }
    return faces;
}

FluidBodyDef ambient::c::defOf(const ambient_model_options* given) {
    const ambient_model_options usual = defaultOptions();
    const ambient_model_options options = given ? wholeOf(*given, usual, "ambient_model_options") : usual;
    FluidBodyDef def;
    switch (options.repair) {
    case AMBIENT_REPAIR_NONE:
        def.repair = MeshRepair::None;
        break;
    case AMBIENT_REPAIR_SAFE:
        def.repair = MeshRepair::Safe;
        break;
    case AMBIENT_REPAIR_FLIP_INVERTED:
        def.repair = MeshRepair::FlipInverted;
        break;
    default:
        throw std::invalid_argument("ambient_model_options: repair " + std::to_string(options.repair) + " is unknown");
    }
    def.separationAngle = options.separation_angle;
    def.wakeFactor = options.wake_factor;
    def.roughness = options.roughness;
    def.pressureScale = options.pressure_scale;
    def.frictionScale = options.friction_scale;
    def.buoyancyScale = options.buoyancy_scale;
    def.sheetThickness = options.sheet_thickness;
    def.porosity = options.porosity;
    if (options.added_mass)
        def.addedMass = GivenAddedMass{Matrix6(Eigen::Map<const Matrix6>(options.added_mass)),
                                       options.added_mass_density, vectorOf(options.added_mass_point)};
    return def;
}

int32_t ambient_abi_version(void) {
    return AMBIENT_ABI_VERSION;
}

const char* ambient_version(void) {
    return AMBIENT_FLUID_VERSION;
}

const char* ambient_last_error(void) {
    return lastError;
}

ambient_status ambient_model_options_init(ambient_model_options* options, size_t struct_size) {
    return guarded(
        [&] { giveFields(defaultOptions(), required(options, "options"), struct_size, "ambient_model_options"); });
}

ambient_status ambient_model_create(const double* vertices, size_t vertex_count, const uint32_t* triangles,
                                    size_t triangle_count, const ambient_model_options* options,
                                    ambient_model** model) {
    return guarded([&] {
        required(model, "model");
        const FluidBodyDef def = defOf(options);
        const TriangleMesh mesh = meshOf(vertices, vertex_count, triangles, triangle_count);
        *model = handleOf<ambient_model>(FluidBodyModel::build(mesh, def));
    });
}

ambient_status ambient_model_create_game(const ambient_model* full, ambient_model** model, double* misfit) {
    return createOfDetail(full, ModelDetail::Game, model, misfit);
}

ambient_status ambient_model_create_crowd(const ambient_model* full, ambient_model** model, double* misfit) {
    return createOfDetail(full, ModelDetail::Crowd, model, misfit);
}

void ambient_model_destroy(ambient_model* model) {
    destroy(model, "model");
}

ambient_status ambient_model_get_info(const ambient_model* model, ambient_model_info* info) {
    return guarded([&] {
        const FluidBodyModel& m = objectOf(model, "model");
        requireSizeOf<ambient_model_info>(required(info, "info").struct_size, "ambient_model_info");
        info->face_count = m.mesh().faceCount();
        info->vertex_count = m.mesh().vertexCount();
        info->unknowns = m.addedMassReport().unknowns;
        info->volume = m.volume();
        info->area = m.area();
        copyTo(info->centroid, m.centerOfVolume());
        info->residual = m.addedMassReport().residual;
        info->symmetry_defect = m.addedMassReport().symmetryDefect;
    });
}

ambient_status ambient_model_get_added_mass(const ambient_model* model, double density, const double point[3],
                                            double matrix[36]) {
    return guarded([&] {
        const FluidBodyModel& m = objectOf(model, "model");
        required(matrix, "matrix");
        const Pose meshFromPoint{Quaternion::Identity(), finiteVector(point, "point")};
        requireNotNegative(density, "density");
        const Matrix6 result = m.addedMassPerDensity().changeFrame(meshFromPoint).scaled(density).matrix();
        std::copy(result.data(), result.data() + 36, matrix);
    });
}

ambient_status ambient_model_get_resistance(const ambient_model* model, const double point[3], double center[3],
                                            double matrix[36]) {
    return guarded([&] {
        const ViscousTensor& tensor = objectOf(model, "model").viscousTensor();
        required(matrix, "matrix");
        const Vector3 about = point ? finiteVector(point, "point") : tensor.center;
        const Matrix6 result = resistanceAbout(tensor.resistance, about - tensor.center);
        std::copy(result.data(), result.data() + 36, matrix);
        if (center) copyTo(center, tensor.center);
    });
}

ambient_status ambient_model_get_wrenches(const ambient_model* model, const char* forces, double density,
                                          double dynamic_viscosity, const double point[3], const double* twists,
                                          size_t count, double* wrenches) {
    return guarded([&] {
        const FluidBodyModel& m = objectOf(model, "model");
        if (count == 0) return;
        required(twists, "twists");
        required(wrenches, "wrenches");
        const UniformMedium medium(density, dynamic_viscosity);
        const Vector3 about = finiteVector(point, "point");
        const ForceSet set = ForceSet::named(forces ? forces : "default");
        for (size_t i = 0; i < count; ++i)
            finiteTwist(twists + 6 * i, i);
        RelativeFlow flow;
        flow.density = medium.density();
        flow.dynamicViscosity = medium.dynamicViscosity();
        for (size_t i = 0; i < count; ++i) {
            flow.twist = finiteTwist(twists + 6 * i, i);
            flow.twist.linear -= flow.twist.angular.cross(about);
            Wrench wrench = set.evaluate(m, flow).dissipative;
            wrench.angular -= about.cross(wrench.linear);
            copyTo(wrenches + 6 * i, wrench);
        }
    });
}
