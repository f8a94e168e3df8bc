// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/SampleRows.h"
#include "AmbientFluidC/AmbientEngineC.h"
#include "Calls.h"

#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Media/WaveSpectrum.h"

#include <limits>

using namespace ambient;
using namespace ambient::c;

namespace {

static_assert(sizeof(Vector3) == 3 * sizeof(double), "points are passed as arrays of numbers");

ambient_medium* divide(const ambient_medium* below, const ambient_medium* above,
                       std::shared_ptr<const WaterSurface> surface) {
    return handleOf<ambient_medium>(
        std::make_shared<DividedMedium>(sharedOf(below, "below"), sharedOrNull(above, "above"), std::move(surface)));
}

ambient_sea defaultSea() {
    const SeaDef def;
    ambient_sea sea{};
    sea.struct_size = sizeof sea;
    sea.wave_count = def.waveCount;
    sea.height = def.significantHeight;
    sea.period = def.peakPeriod;
    sea.peakedness = def.peakedness;
    copyTo(sea.direction, def.direction);
    sea.spread = def.spread;
    sea.seed = def.seed;
    sea.depth = StillWater().depth;
    sea.gravity = StillWater().gravity;
    copyTo(sea.up, StillWater().up);
    return sea;
}

WaveSet wavesOf(const ambient_sea& sea) {
    SeaDef def;
    def.significantHeight = sea.height;
    def.peakPeriod = sea.period;
    def.peakedness = sea.peakedness;
    def.direction = vectorOf(sea.direction);
    def.spread = sea.spread;
    def.waveCount = sea.wave_count;
    def.seed = sea.seed;
    StillWater water;
    water.up = vectorOf(sea.up);
    water.level = sea.level;
    water.depth = sea.depth;
    water.gravity = sea.gravity;
    return WaveSet(makeSea(def, water), water);
}

std::shared_ptr<const WaterSurface> surfaceOf(const WaveSet& waves, bool isSine) {
    if (isSine) return std::make_shared<SineWaves>(waves);
    return std::make_shared<GerstnerWaves>(waves);
}

std::vector<Vector3> pointsOf(const double* numbers, std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw std::length_error("more than 2^31 - 1 points");
    std::vector<Vector3> points(count);
    for (std::size_t i = 0; i < count; ++i)
        points[i] = finiteVector(numbers + 3 * i, "points");
    return points;
}

/// Data of the caller, and a function that is told once when nothing uses them any more.
struct CallersData {
    explicit CallersData(void* given) : data(given) {}
    ~CallersData() {
        if (ended) ended(data);
    }
    CallersData(const CallersData&) = delete;
    CallersData& operator=(const CallersData&) = delete;

    void* data;
    ambient_end_function ended = nullptr;
};

ambient_medium* makeWaves(const ambient_medium* below, const ambient_medium* above, ambient_height_function heights,
                          const std::shared_ptr<CallersData>& kept, const double up[3]) {
    if (!heights) throw std::invalid_argument("heights is null");
    const auto ask = [heights, kept](const Vector3* points, int count, double time, double* result) {
        heights(points->data(), static_cast<size_t>(count), time, result, kept->data);
    };
    return divide(below, above,
                  std::make_shared<CallbackSurface>(CallbackSurface::Heights(ask), vectorOf(&required(up, "up"))));
}

} // namespace

ambient_status ambient_medium_create_uniform(double density, double dynamic_viscosity, const double velocity[3],
                                             ambient_medium** medium) {
    return guarded([&] {
        required(medium, "medium");
        const Vector3 stream = finiteVector(velocity, "velocity");
        const UniformMedium still(density, dynamic_viscosity);
        *medium = handleOf<ambient_medium>(std::make_shared<UniformMedium>(still.movingAt(stream)));
    });
}

ambient_status ambient_medium_create_divided(const ambient_medium* below, const ambient_medium* above, double height,
                                             const double up[3], ambient_medium** medium) {
    return guarded([&] {
        required(medium, "medium");
        *medium = divide(below, above, std::make_shared<FlatSurface>(height, vectorOf(&required(up, "up"))));
    });
}

ambient_status ambient_medium_create_waves(const ambient_medium* below, const ambient_medium* above,
                                           ambient_height_function heights, void* user_data, const double up[3],
                                           ambient_medium** medium) {
    return guarded([&] {
        required(medium, "medium");
        *medium = makeWaves(below, above, heights, std::make_shared<CallersData>(user_data), up);
    });
}

ambient_status ambient_medium_create_kept_waves(const ambient_medium* below, const ambient_medium* above,
                                                ambient_height_function heights, void* user_data,
                                                ambient_end_function ended, const double up[3],
                                                ambient_medium** medium) {
    return guarded([&] {
        required(medium, "medium");
        if (!ended) throw std::invalid_argument("ended is null");
        const auto kept = std::make_shared<CallersData>(user_data);
        *medium = makeWaves(below, above, heights, kept, up);
        kept->ended = ended; // a refused call ends nothing
    });
}

ambient_status ambient_sea_init(ambient_sea* sea, size_t struct_size) {
    return guarded([&] {
        requireSizeOf<ambient_sea>(struct_size, "ambient_sea");
        required(sea, "sea") = defaultSea();
    });
}

ambient_status ambient_medium_create_sea(const ambient_medium* below, const ambient_medium* above,
                                         const ambient_sea* sea, ambient_medium** medium) {
    return guarded([&] {
        requireSizeOf<ambient_sea>(required(sea, "sea").struct_size, "ambient_sea");
        required(medium, "medium");
        const std::shared_ptr<const FluidMedium> water = sharedOf(below, "below");
        if (!water->isUniform() || !water->sample(Vector3::Zero(), 0.0).velocity.isZero())
            throw std::invalid_argument("below: waves run on uniform water at rest");
        const WaveSet waves = wavesOf(*sea);
        *medium = handleOf<ambient_medium>(
            std::make_shared<DividedMedium>(std::make_shared<FlowingMedium>(water, std::make_shared<WaveFlow>(waves)),
                                            sharedOrNull(above, "above"), surfaceOf(waves, sea->is_sine != 0)));
    });
}

ambient_status ambient_medium_sample_surface(const ambient_medium* medium, const double* points, size_t count,
                                             double time, double* heights, double* normals) {
    return guarded([&] {
        const DividedMedium* divided = objectOf(medium, "medium").divided();
        if (!divided) throw std::invalid_argument("medium has no surface");
        requireFinite(time, "time");
        if (count == 0) return;
        const std::vector<Vector3> places = pointsOf(&required(points, "points"), count);
        std::vector<SurfaceSample> samples(count);
        divided->surface().sampleMany(places.data(), static_cast<int>(count), time, samples.data());
        if (findInvalid(samples.data(), static_cast<int>(count)) >= 0)
            throw std::invalid_argument(
                "the surface is not finite there: a callback's height, or a point or time beyond 1e12");
        for (std::size_t i = 0; i < count; ++i) {
            if (heights) heights[i] = samples[i].height;
            if (normals) copyTo(normals + 3 * i, samples[i].normal);
        }
    });
}

void ambient_medium_destroy(ambient_medium* medium) {
    destroy(medium, "medium");
}
