// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CONTACT_CORRECTION_H
#define BT_FLUID_CONTACT_CORRECTION_H

#include <functional>

class btDispatcher;
class btFluidBody;
class btRigidBody;

/// Bullet solved the contacts of wet bodies with M_eff; with K the same change of approach velocity takes a larger
/// impulse. For each contact manifold the impulse that Bullet found, j, is scaled by (j.M^-1 j)/(j.K^-1 j) summed over
/// its two bodies, and the excess is given to both, so that momentum is conserved. Exact for one contact point and for
/// a body at rest; an estimate for an impact on several points at once. Friction at its limit grows with the normal
/// impulse; friction that holds has its own ratio.
/// \param wetSide the wet side of a rigid body, or null
void btFluidCorrectContacts(btDispatcher* dispatcher, const std::function<btFluidBody*(const btRigidBody*)>& wetSide);

/// Bullet starts its next solve from these impulses: one that is not finite would go on in every later step.
void btFluidForgetNonFiniteImpulses(btDispatcher* dispatcher);

#endif  // BT_FLUID_CONTACT_CORRECTION_H
