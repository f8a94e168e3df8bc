# SPDX-License-Identifier: Zlib
# BulletPhysics::Dynamics (zlib licence) in the precision chosen by AMBIENT_FLUID_DOUBLE_PRECISION
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
set(BulletPhysics_DOUBLE_PRECISION ${AMBIENT_FLUID_DOUBLE_PRECISION})
find_package(BulletPhysics 2.89 REQUIRED MODULE)
