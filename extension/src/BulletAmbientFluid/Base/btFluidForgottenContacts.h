// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_FORGOTTEN_CONTACTS_H
#define BT_FLUID_FORGOTTEN_CONTACTS_H

#include <vector>

class btCollisionObject;
class btDynamicsWorld;

/// Takes objects out of a world and puts them back in this order, with a fresh broadphase between: contacts and
/// overlapping pairs are then made anew and depend on the present places alone, as saved states need it.
/// \param objects all collision objects of the world
void btFluidForgetContacts(btDynamicsWorld& world, const std::vector<btCollisionObject*>& objects);

#endif  // BT_FLUID_FORGOTTEN_CONTACTS_H
