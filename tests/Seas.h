// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"

#include <cmath>
#include <memory>
#include <vector>

namespace test {

/// Water below air, with this many waves: 12 cm high and 9 m long, and shorter ones from other directions.
inline std::shared_ptr<const ambient::FluidMedium> seaOf(int waves) {
    const auto water = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water());
    const auto air = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air());
    if (waves == 0)
        return std::make_shared<ambient::DividedMedium>(water, air, std::make_shared<ambient::FlatSurface>(0.0));
    std::vector<ambient::Wave> list;
    for (int i = 0; i < waves; ++i) {
        const ambient::Vector3 direction(std::cos(0.3 * i), std::sin(0.3 * i), 0.0);
        list.push_back(ambient::makeWave(0.12 / (1 + i), 9.0 / (1.0 + 0.7 * i), direction, 1.3 * i));
    }
    const ambient::WaveSet set(list);
    return std::make_shared<ambient::DividedMedium>(
        std::make_shared<ambient::FlowingMedium>(*water, std::make_shared<ambient::WaveFlow>(set)), air,
        std::make_shared<ambient::GerstnerWaves>(set));
}

} // namespace test
