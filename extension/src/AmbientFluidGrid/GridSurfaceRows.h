// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLoop.h"
#include "AmbientFluidGrid/GridSurface.h"

namespace ambient {

template <class Function>
void GridSurface::forEachRow(const Function& function) const {
    inParallel(m_def.cells[2], [&](int k) {
        for (int j = 0; j < m_def.cells[1]; ++j) {
            const std::ptrdiff_t row = m_layout.index(0, j, k);
            function(row, row + m_def.cells[0]);
        }
    });
}

} // namespace ambient
