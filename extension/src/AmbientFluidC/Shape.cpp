// SPDX-License-Identifier: Zlib
#include "Calls.h"

using namespace ambient;
using namespace ambient::c;

namespace {

ambient_shape_options defaultShapeOptions() {
    ambient_shape_options options{};
    options.struct_size = sizeof options;
    options.masses = AMBIENT_MASSES_SOLID;
    return options;
}

ShapeSequence::Masses massesOf(int32_t masses) {
    switch (masses) {
    case AMBIENT_MASSES_SOLID:
        return ShapeSequence::Masses::Solid;
    case AMBIENT_MASSES_SHELL:
        return ShapeSequence::Masses::Shell;
    case AMBIENT_MASSES_PER_VERTEX:
        return ShapeSequence::Masses::PerVertex;
    default:
        throw std::invalid_argument("ambient_shape_options: masses " + std::to_string(masses) + " is unknown");
    }
}

ShapeSequence sequenceOf(const ambient_shape_options& options, std::size_t vertexCount) {
    ShapeSequence sequence;
    sequence.masses = massesOf(options.masses);
    sequence.mass = options.mass;
    if (sequence.masses == ShapeSequence::Masses::PerVertex) {
        const double* masses = &required(options.vertex_masses, "ambient_shape_options: vertex_masses");
        sequence.vertexMasses.assign(masses, masses + vertexCount);
    }
    sequence.period = options.period;
    if (options.is_linear) sequence.interpolation = ShapeSequence::Interpolation::Linear;
    sequence.restKey = options.rest_key;
    return sequence;
}

} // namespace

ambient_status ambient_shape_options_init(ambient_shape_options* options, size_t struct_size) {
    return guarded([&] {
        requireSizeOf<ambient_shape_options>(struct_size, "ambient_shape_options");
        required(options, "options") = defaultShapeOptions();
    });
}

ambient_status ambient_shape_create(const double* vertices, size_t vertex_count, const double* times, size_t key_count,
                                    const uint32_t* triangles, size_t triangle_count,
                                    const ambient_shape_options* options, ambient_shape** shape) {
    return guarded([&] {
        required(shape, "shape");
        requireSizeOf<ambient_shape_options>(required(options, "options").struct_size, "ambient_shape_options");
        if (key_count > 0 && vertex_count > 0) required(vertices, "vertices");
        if (key_count > 0) required(times, "times");
        FluidBodyDef def = defOf(options->surface);
        if (options->is_local) def.addedMassMethod = AddedMassMethod::Local;
        ShapeSequence sequence = sequenceOf(*options, vertex_count);
        sequence.faces = facesOf(triangles, triangle_count, vertex_count);
        for (size_t k = 0; k < key_count; ++k) {
            std::vector<Vector3> key;
            key.reserve(vertex_count);
            for (size_t v = 0; v < vertex_count; ++v)
                key.push_back(vectorOf(vertices + 3 * (k * vertex_count + v)));
            sequence.keys.push_back(std::move(key));
            sequence.times.push_back(times[k]);
        }
        *shape = handleOf<ambient_shape>(DeformingModel::build(sequence, def));
    });
}

void ambient_shape_destroy(ambient_shape* shape) {
    destroy(shape, "shape");
}

ambient_status ambient_shape_get_info(const ambient_shape* shape, ambient_shape_info* info) {
    return guarded([&] {
        const DeformingModel& model = objectOf(shape, "shape");
        requireSizeOf<ambient_shape_info>(required(info, "info").struct_size, "ambient_shape_info");
        const DeformingReport& report = model.report();
        info->keys_solved = report.keysSolved;
        info->face_count = static_cast<int32_t>(model.triangles().size());
        info->vertex_count = model.vertexCount();
        info->mass = model.mass();
        copyTo(info->inertia, Vector3(model.body().bodyInertia.matrix().diagonal().head<3>()));
        info->period = model.period();
        info->inertia_error = report.inertiaError;
        info->momentum_error = report.momentumError;
        info->least_volume = report.leastVolume;
        info->largest_volume = report.largestVolume;
        info->worst_jump = report.worstJump;
        info->crossing_faces = report.crossingFaces;
        info->crossing_key = report.crossingKey;
    });
}

ambient_status ambient_shape_get_vertices(const ambient_shape* shape, double phase, double* vertices) {
    return guarded([&] {
        const DeformingModel& model = objectOf(shape, "shape");
        required(vertices, "vertices");
        requireFinite(phase, "phase");
        std::vector<Vector3> at;
        model.vertices(phase, at);
        for (std::size_t v = 0; v < at.size(); ++v)
            copyTo(vertices + 3 * v, at[v]);
    });
}
