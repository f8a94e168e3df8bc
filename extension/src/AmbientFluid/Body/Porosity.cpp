// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyDef.h"
#include "AmbientFluid/Math/PortableFunctions.h"

namespace ambient {

double addedMassFactorOf(double porosity) {
    const double percent = 100.0 * porosity;
    if (percent < 5.0) return 1.0;
    if (percent <= 34.0) return 0.7 + 0.3 * portable::cos(kPi * (percent - 5.0) / 34.0);
    return portable::exp((10.0 - percent) / 28.0);
}

} // namespace ambient
