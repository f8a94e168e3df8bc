// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridInterpolation.h"

#include <algorithm>
#include <cmath>

namespace ambient {

Vector3 interpolate(const FluidGridDef& def, const GridLayout& layout, const GridVelocity& velocity,
                    const Vector3& point) {
    const Vector3 inCells = (point - def.lowCorner) / def.spacing;
    Vector3 result;
    for (int component = 0; component < 3; ++component) {
        std::ptrdiff_t base = 0;
        double share[3];
        for (int axis = 0; axis < 3; ++axis) {
            const int count = def.cells[std::size_t(axis)];
            const double place = std::clamp(inCells[axis], 0.0, double(count)) - (component == axis ? 0.0 : 0.5);
            const int cell = std::min(static_cast<int>(std::floor(place)), count - 1);
            share[axis] = place - cell;
            base += (cell + GridLayout::kBorder) * layout.stride[std::size_t(axis)];
        }
        const double* const u = velocity[std::size_t(component)].data() + base;
        double sum = 0.0;
        for (int corner = 0; corner < 8; ++corner) {
            double weight = 1.0;
            std::ptrdiff_t offset = 0;
            for (int axis = 0; axis < 3; ++axis) {
                const bool high = (corner >> axis & 1) != 0;
                weight *= high ? share[axis] : 1.0 - share[axis];
                offset += high ? layout.stride[std::size_t(axis)] : 0;
            }
            sum += weight * u[offset];
        }
        result[component] = sum;
    }
    return result;
}

} // namespace ambient
