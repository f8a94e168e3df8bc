// SPDX-License-Identifier: Zlib
// Compiled with the include folders of AmbientFluid alone. Compiling is the test.
#if !__has_include(<AmbientFluid/Math/Types.h>)
#error "The include folders of AmbientFluid did not arrive here, so this file proves nothing."
#endif

#if __has_include(<btBulletDynamicsCommon.h>) || __has_include(<LinearMath/btScalar.h>)
#error "A Bullet header can be reached from the core."
#endif
