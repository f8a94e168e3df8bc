// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/FileWorld.h"

#include <vector>

namespace ambient {

/// The motions of all moving parts of a world as rows of numbers, for callers of other languages.
class StateRows {
  public:
    /// Position of the centre of mass [m], orientation (x, y, z, w) of the shown axes, angular velocity [rad/s] and
    /// velocity [m/s], world axes.
    static constexpr std::size_t kColumns = 13;

    /// Writes one row for each entry of FileWorld::moving(). \param rows has room for all numbers
    void write(const FileWorld& world, double* rows) {
        world.motions(m_motions);
        for (const FileWorld::Motion& motion : m_motions)
            rows = writeRow(motion, rows);
    }
    /// Writes one row. \returns the place behind the row
    static double* writeRow(const FileWorld::Motion& motion, double* row);

  private:
    std::vector<FileWorld::Motion> m_motions;
};

} // namespace ambient
