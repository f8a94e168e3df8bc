// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/Quadrature.h"

namespace ambient {
namespace {

constexpr double kA2 = 1.0 / 6.0, kB2 = 2.0 / 3.0;
constexpr double kA4 = 0.44594849091596488632, kW4a = 0.22338158967801146570;
constexpr double kB4 = 0.09157621350977074346, kW4b = 0.10995174365532186764;
constexpr double kA6 = 0.24928674517091042129, kW6a = 0.11678627572637936603;
constexpr double kB6 = 0.06308901449150222834, kW6b = 0.05084490637020681692;
constexpr double kC6 = 0.31035245103378440542, kD6 = 0.05314504984481694735, kW6c = 0.08285107561837357519;
constexpr double kE6 = 1.0 - kC6 - kD6;

} // namespace

const std::array<TrianglePoint, 3> kTriangleRuleDegree2 = {{
    {{kB2, kA2, kA2}, 1.0 / 3.0},
    {{kA2, kB2, kA2}, 1.0 / 3.0},
    {{kA2, kA2, kB2}, 1.0 / 3.0},
}};

const std::array<TrianglePoint, 6> kTriangleRuleDegree4 = {{
    {{1.0 - 2.0 * kA4, kA4, kA4}, kW4a},
    {{kA4, 1.0 - 2.0 * kA4, kA4}, kW4a},
    {{kA4, kA4, 1.0 - 2.0 * kA4}, kW4a},
    {{1.0 - 2.0 * kB4, kB4, kB4}, kW4b},
    {{kB4, 1.0 - 2.0 * kB4, kB4}, kW4b},
    {{kB4, kB4, 1.0 - 2.0 * kB4}, kW4b},
}};

const std::array<TrianglePoint, 12> kTriangleRuleDegree6 = {{
    {{1.0 - 2.0 * kA6, kA6, kA6}, kW6a},
    {{kA6, 1.0 - 2.0 * kA6, kA6}, kW6a},
    {{kA6, kA6, 1.0 - 2.0 * kA6}, kW6a},
    {{1.0 - 2.0 * kB6, kB6, kB6}, kW6b},
    {{kB6, 1.0 - 2.0 * kB6, kB6}, kW6b},
    {{kB6, kB6, 1.0 - 2.0 * kB6}, kW6b},
    {{kC6, kD6, kE6}, kW6c},
    {{kC6, kE6, kD6}, kW6c},
    {{kD6, kC6, kE6}, kW6c},
    {{kD6, kE6, kC6}, kW6c},
    {{kE6, kC6, kD6}, kW6c},
    {{kE6, kD6, kC6}, kW6c},
}};

} // namespace ambient
