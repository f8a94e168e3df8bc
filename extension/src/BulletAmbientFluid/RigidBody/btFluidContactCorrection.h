// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CONTACT_CORRECTION_H
#define BT_FLUID_CONTACT_CORRECTION_H

#include <functional>

class btDispatcher;
class btFluidDropInScheme;
class btRigidBody;

/// Corrects contact impulses that Bullet solved with M_eff instead of K. The same change of approach velocity takes a
/// larger impulse with K. Bullet's impulse j of each contact manifold is scaled by (j.M^-1 j)/(j.K^-1 j) summed over
/// the two bodies; the excess is given to both, so that momentum is conserved. Exact for one contact point and for a
/// body at rest; an estimate for an impact on several points at once. Friction at its limit grows with the normal
/// impulse; static friction has a ratio of its own.
/// \param wetSide returns the drop-in scheme of a rigid body; null for a dry body or one solved exactly
void btFluidCorrectContacts(btDispatcher* dispatcher,
                            const std::function<btFluidDropInScheme*(const btRigidBody*)>& wetSide);

/// Sets non-finite contact impulses to 0: Bullet starts the next solve from these impulses.
void btFluidForgetNonFiniteImpulses(btDispatcher* dispatcher);

#endif  // BT_FLUID_CONTACT_CORRECTION_H
