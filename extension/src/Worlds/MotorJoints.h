// SPDX-License-Identifier: Zlib
#pragma once

#include <btBulletDynamicsCommon.h>

namespace ambient {

/// A hinge whose motor and limit have a row each. Bullet has one row for both: while the limit acts, this row has the
/// sum of their speeds and no bound on its torque, so that the motor pulls away from the stop against any load.
class MotorHinge final : public btHingeConstraint {
  public:
    using btHingeConstraint::btHingeConstraint;

    void getInfo1(btConstraintInfo1* info) override;
    void getInfo2(btConstraintInfo2* info) override;

  private:
    int m_motorRow = -1; ///< of the coming solve; -1: Bullet's row serves
};

/// A slider whose motor and limit have a row each, as MotorHinge.
class MotorSlider final : public btSliderConstraint {
  public:
    using btSliderConstraint::btSliderConstraint;

    void getInfo1(btConstraintInfo1* info) override;
    void getInfo2(btConstraintInfo2* info) override;

  private:
    int m_motorRow = -1; ///< of the coming solve; -1: Bullet's row serves
};

} // namespace ambient
