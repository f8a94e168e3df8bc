// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridFluxes.h"

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluidGrid/GridLoop.h"

namespace ambient {
namespace {

/// Koren's limited value at the downstream face of `here`.
template <class Real>
AMBIENT_ALWAYS_INLINE Real limited(const Real& behind, const Real& here, const Real& ahead) {
    const Real zero = splat<Real>(0.0);
    const Real a = here - behind, b = ahead - here;
    const Real sign = a < zero ? splat<Real>(-1.0) : splat<Real>(1.0);
    const Real size = sign * a, step = sign * b;
    const Real third = (size + 2.0 * step) * (1.0 / 3.0);
    return here + (0.5 * sign) * larger<Real>(smaller<Real>(smaller<Real>(2.0 * step, third), 2.0 * size), zero);
}

/// Flux through the low side of each control volume of a run of numbers.
struct FluxLoop {
    /// \param first, second velocities whose mean carries \param along stride of the axis of the flux
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* u, const double* first, const double* second,
                                          std::ptrdiff_t along, double diffusion, double* flux, std::ptrdiff_t count) {
        using Real = typename Lanes<L>::Real;
        const Real zero = splat<Real>(0.0);
        for (std::ptrdiff_t i = 0; i < count; i += L) {
            const Real carry = 0.5 * (load<Real>(first + i) + load<Real>(second + i));
            const Real far = load<Real>(u + i - 2 * along), low = load<Real>(u + i - along);
            const Real high = load<Real>(u + i), beyond = load<Real>(u + i + along);
            const Real forwards = limited<Real>(far, low, high), backwards = limited<Real>(beyond, high, low);
            const Real carried = carry > zero ? forwards : backwards;
            store<Real>(flux + i, carry * carried - diffusion * (high - low));
        }
    }
};

/// rate = (overwrites ? 0 : rate) - (flux at the high side - flux at the low side) / spacing.
struct DifferenceLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* flux, std::ptrdiff_t along, double perSpacing, bool overwrites,
                                          double* rate, std::ptrdiff_t count) {
        using Real = typename Lanes<L>::Real;
        for (std::ptrdiff_t i = 0; i < count; i += L) {
            const Real change = perSpacing * (load<Real>(flux + i) - load<Real>(flux + i + along));
            store<Real>(rate + i, overwrites ? change : load<Real>(rate + i) + change);
        }
    }
};

struct LaplacianLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* u, std::ptrdiff_t y, std::ptrdiff_t z, double factor,
                                          double* rate, std::ptrdiff_t count) {
        using Real = typename Lanes<L>::Real;
        const auto pair = [u](std::ptrdiff_t i, std::ptrdiff_t s) {
            return load<Real>(u + i - s) + load<Real>(u + i + s);
        };
        for (std::ptrdiff_t i = 0; i < count; i += L)
            store<Real>(rate + i, factor * ((pair(i, 1) + pair(i, y)) + (pair(i, z) - 6.0 * load<Real>(u + i))));
    }
};

/// Control volumes of a layer, with those of the last faces: a run of numbers that has borders in it.
std::ptrdiff_t layerLength(const GridLayout& layout) {
    return layout.index(layout.cells[0] + 1, layout.cells[1] + 1, 0) - layout.index(0, 0, 0);
}

/// Adds the fluxes along one axis. \param carrier component of the axis \param across stride between its two values
void addFluxes(const GridLayout& layout, int axis, double spacing, double viscosity, const GridField& u,
               const GridField& carrier, std::ptrdiff_t across, GridField& rate, GridField& flux) {
    const std::ptrdiff_t along = layout.stride[static_cast<std::size_t>(axis)], length = layerLength(layout);
    const int layers = layout.cells[2] + 1;
    inParallel(layers + 1, [&](int k) {
        const std::ptrdiff_t at = layout.index(0, 0, k);
        // One row more than the control volumes: their high sides.
        runVectorised<FluxLoop>(u.data() + at, carrier.data() + at, carrier.data() + at - across, along,
                                viscosity / spacing, flux.data() + at, length + layout.stride[1]);
    });
    inParallel(layers, [&](int k) {
        const std::ptrdiff_t at = layout.index(0, 0, k);
        runVectorised<DifferenceLoop>(flux.data() + at, along, 1.0 / spacing, axis == 0, rate.data() + at, length);
    });
}

} // namespace

void momentumRates(const GridLayout& layout, double spacing, double kinematicViscosity, const GridVelocity& velocity,
                   GridVelocity& rate, GridField& flux) {
    for (std::size_t component = 0; component < 3; ++component)
        for (int axis = 0; axis < 3; ++axis)
            addFluxes(layout, axis, spacing, kinematicViscosity, velocity[component],
                      velocity[static_cast<std::size_t>(axis)], layout.stride[component], rate[component], flux);
}

void viscousRate(const GridLayout& layout, double spacing, double kinematicViscosity, const GridField& component,
                 GridField& rate) {
    inParallel(layout.cells[2] + 1, [&](int k) {
        const std::ptrdiff_t at = layout.index(0, 0, k);
        runVectorised<LaplacianLoop>(component.data() + at, layout.stride[1], layout.stride[2],
                                     kinematicViscosity / (spacing * spacing), rate.data() + at, layerLength(layout));
    });
}

void scalarRate(const GridLayout& layout, double spacing, const GridVelocity& velocity, const GridField& scalar,
                GridField& rate, GridField& flux) {
    for (int axis = 0; axis < 3; ++axis)
        addFluxes(layout, axis, spacing, 0.0, scalar, velocity[static_cast<std::size_t>(axis)], 0, rate, flux);
}

} // namespace ambient
