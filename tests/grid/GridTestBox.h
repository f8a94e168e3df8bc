// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluidGrid/btFluidGrid.h"

namespace test {

/// A box at the origin with all sides of one kind.
inline btFluidGrid::btFluidGridConstructionInfo gridBox(int x, int y, int z, double spacing,
                                                        ambient::GridSideKind kind) {
    btFluidGrid::btFluidGridConstructionInfo info;
    info.m_box.cells = {x, y, z};
    info.m_box.spacing = spacing;
    info.m_box.setSides(kind);
    return info;
}

} // namespace test
