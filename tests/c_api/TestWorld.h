// SPDX-License-Identifier: Zlib
#ifndef TEST_WORLD_H
#define TEST_WORLD_H

/* A Bullet world for tests that are written in C: one dynamic sphere, gravity 9.81 m/s^2 along -z. */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct test_world test_world;

test_world* test_world_create(double radius, double mass);
test_world* test_world_create_multi_body(double radius, double mass); /* the same in a btMultiBodyDynamicsWorld */
/* Of a sphere on a fixed base at (3, 0, 0), hinged about y, its centre at the arm's length along x: a btMultiBody. */
void* test_world_add_pendulum(test_world* world, double radius, double mass, double arm);
void test_world_destroy(test_world* world);
void* test_world_address(test_world* world);            /* of its btDynamicsWorld */
void* test_world_body_address(test_world* world);       /* of its btRigidBody */
void* test_world_add_ball(test_world* world, double x); /* address of another btRigidBody like the first, at x [m] */
void test_world_step(test_world* world, double duration);
double test_world_body_height(const test_world* world);
int test_world_has_own_solver(test_world* world);

/* A btRigidBody of the test in any world: a sphere at (x, 0, 0). */
typedef struct test_ball test_ball;

test_ball* test_ball_create(void* world_address, double radius, double mass, double x);
void* test_ball_address(test_ball* ball);
void test_ball_destroy(test_ball* ball); /* also after its world is gone, if that has let go of it */

#ifdef __cplusplus
}
#endif

#endif
