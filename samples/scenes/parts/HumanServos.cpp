// SPDX-License-Identifier: Zlib
#include "scenes/parts/HumanServos.h"

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "scenes/parts/Human.h"

namespace samples {

void addHumanServos(const ambient::FileWorld& content, const ambient::SkeletonMotion& motion, double torque,
                    SceneContext& context, const std::shared_ptr<MotorLog>& log) {
    const ambient::FileWorld::Moving& trunk = content.moving().front();
    btFluidMultiBodies& multiBodies = context.fluid().getFluidMultiBodies();
    const ambient::ArticulatedBody& body = multiBodies.find(trunk.multiBody)->motion().body();
    const auto all = [&body](double value) { return ambient::JointVector::Constant(body.rateCount(), value).eval(); };
    ambient::JointDrive servo;
    servo.path =
        std::make_shared<ambient::MotionTrack>(retargeted(motion, body, humanNames(), trunk.shownFromBody, true));
    servo.stiffness = all(400.0);
    servo.damping = all(20.0);
    servo.limit = all(torque);
    multiBodies.setDrive(trunk.multiBody, servo);
    *log = {};
    context.addAction(std::make_unique<MotorWatch>(context.fluid(), trunk.multiBody, log));
}

} // namespace samples
