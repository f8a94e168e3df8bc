// SPDX-License-Identifier: Zlib
#include "WorldFluid.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidRegions.h"

#include <cmath>

using namespace ambient;
using namespace ambient::c;

/// Keeps its fluid alive.
struct ambient::c::FluidRegion {
    FluidRegion(std::shared_ptr<WorldFluid> in, std::shared_ptr<btFluidRegion> made)
        : fluid(std::move(in)), region(std::move(made)) {
        fluid->action.getRegions().add(region);
    }
    ~FluidRegion() { fluid->action.getRegions().remove(region.get()); }
    FluidRegion(const FluidRegion&) = delete;
    FluidRegion& operator=(const FluidRegion&) = delete;

    std::shared_ptr<WorldFluid> fluid;
    std::shared_ptr<btFluidRegion> region;
};

namespace {

/// A corner of a box, whose numbers may be infinite.
btVector3 cornerOf(const double* corner, const char* name) {
    required(corner, name);
    btVector3 result(0, 0, 0);
    for (int k = 0; k < 3; ++k)
        result[k] =
            std::isinf(corner[k]) ? std::copysign(BT_LARGE_FLOAT, btScalar(corner[k])) : btFluidFinite(corner[k], name);
    return result;
}

} // namespace

ambient_status ambient_region_create(ambient_fluid* fluid, const double low[3], const double high[3],
                                     const ambient_medium* medium, int32_t priority, ambient_region** region) {
    return guarded([&] {
        required(region, "region");
        auto in = sharedOf(fluid, "fluid");
        auto made = std::make_shared<btFluidRegion>(cornerOf(low, "low"), cornerOf(high, "high"),
                                                    sharedOf(medium, "medium"), priority);
        *region = handleOf<ambient_region>(std::make_shared<FluidRegion>(std::move(in), std::move(made)));
    });
}

void ambient_region_destroy(ambient_region* region) {
    destroy(region, "region");
}

ambient_status ambient_region_set_box(ambient_region* region, const double low[3], const double high[3]) {
    return guarded([&] { objectOf(region, "region").region->setAabb(cornerOf(low, "low"), cornerOf(high, "high")); });
}

ambient_status ambient_region_set_medium(ambient_region* region, const ambient_medium* medium) {
    return guarded([&] { objectOf(region, "region").region->setMedium(sharedOf(medium, "medium")); });
}

ambient_status ambient_region_set_enabled(ambient_region* region, int32_t on) {
    return guarded([&] { objectOf(region, "region").region->setEnabled(on != 0); });
}
