// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridBody.h"

#include <memory>

namespace ambient {

/// The connection of several bodies that a grid resolves: how they move together. One object serves one group.
class GridJoints {
  public:
    virtual ~GridJoints() = default;

    /// Velocity changes of the bodies of the group by impulses on them, M^-1: linear and symmetric, not negative.
    /// \param bodies of the group; absent ones may move too \param impulses about the centres of mass, world axes
    virtual void respond(const GridBody* bodies, const Wrench* impulses, Twist* changes) = 0;

    /// Moves poses and velocities of the group through a duration, without loads. Default: each body by its velocity,
    /// which stays.
    virtual void advance(double duration, GridBody* bodies);

    /// Number of bodies that advance() moves.
    int count() const { return m_count; }

  protected:
    /// \param count number of bodies of the group
    explicit GridJoints(int count) : m_count(count) {}

  private:
    int m_count;
};

/// Successive bodies of a ResolvedProjection that joints connect.
struct GridGroup {
    int first = 0;                      ///< index of the first body; there are joints->count()
    std::shared_ptr<GridJoints> joints; ///< never null
};

/// Moves a body by its velocity, which stays. Nothing if the body is absent.
void moveByVelocity(double duration, GridBody& body);

} // namespace ambient
