// SPDX-License-Identifier: Zlib
// Poses and velocities of the parts of a world file.
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "Worlds/FileWorld.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"

namespace ambient {
namespace {

/// Of a body that a grid resolves Bullet has the input of a solver of its own.
void readResolved(const btFluidGrid* grid, const FileWorld::Moving& moving, FileWorld::Motion& motion) {
    const btFluidResolved* const resolved = grid ? grid->getResolved(moving.body) : nullptr;
    if (resolved && !resolved->isExact()) motion.velocity = resolved->getVelocity();
}

} // namespace

void FileWorld::motions(std::vector<Motion>& out) const {
    out.resize(m_moving.size());
    const btMultiBody* evaluated = nullptr; // the links of one stand side by side
    for (std::size_t i = 0; i < m_moving.size(); ++i) {
        const Moving& moving = m_moving[i];
        const bool isSame = moving.multiBody && moving.multiBody == evaluated;
        out[i] = isSame ? motionOfLink(moving) : moving.multiBody ? motionOf(moving) : motionInBullet(moving);
        evaluated = moving.multiBody;
    }
}

FileWorld::Motion FileWorld::motionOfLink(const Moving& moving) const {
    const btFluidMultiBody& wet = *m_fluid.getFluidMultiBodies().find(moving.multiBody);
    Motion motion;
    motion.worldFromShown = wet.motion().dynamics().worldFromLinks()[static_cast<std::size_t>(moving.link)];
    motion.velocity = wet.motion().twistInWorld(moving.link);
    Quaternion& orientation = motion.worldFromShown.orientation;
    if (moving.isTurned()) orientation = orientation * moving.shownFromBody.conjugate();
    return motion;
}

FileWorld::Motion FileWorld::motionInBullet(const Moving& moving) const {
    Motion motion;
    motion.worldFromShown = btFluidPose(moving.body->getWorldTransform());
    Quaternion& orientation = motion.worldFromShown.orientation;
    if (moving.isTurned()) orientation = orientation * moving.shownFromBody.conjugate();
    const btFluidBody* wet = m_fluid.getFluidBody(moving.body);
    if (wet && wet->getMode() == BT_FLUID_DROP_IN && wet->isHealthy()) {
        motion.velocity = wet->getVelocity(); // Bullet has the input of its solver
    } else {
        motion.velocity.angular = btFluidVector(moving.body->getAngularVelocity());
        motion.velocity.linear = btFluidVector(moving.body->getLinearVelocity());
    }
    readResolved(m_grid.get(), moving, motion);
    return motion;
}

FileWorld::Motion FileWorld::motionOf(const Moving& moving) const {
    if (moving.multiBody) {
        const btFluidMultiBody& wet = *m_fluid.getFluidMultiBodies().find(moving.multiBody);
        wet.motion().evaluate(wet.state());
        return motionOfLink(moving);
    }
    Motion motion;
    motion.worldFromShown = btFluidPose(moving.body->getWorldTransform());
    motion.velocity.angular = btFluidVector(m_fluid.getAngularVelocity(moving.body));
    motion.velocity.linear = btFluidVector(m_fluid.getLinearVelocity(moving.body));
    readResolved(m_grid.get(), moving, motion);
    if (moving.deforming) motion.worldFromShown = m_fluid.getFluidBody(moving.body)->state().worldFromBody;
    Quaternion& orientation = motion.worldFromShown.orientation;
    if (moving.isTurned()) orientation = orientation * moving.shownFromBody.conjugate();
    return motion;
}

} // namespace ambient
