// SPDX-License-Identifier: Zlib
#ifndef CAPI_SCENE_H
#define CAPI_SCENE_H

/* A scene with one of each handle. */
#include "AmbientFluidC/AmbientEngineC.h"
#include "AmbientFluidC/AmbientMultiBodyC.h"
#include "CApiTesting.h"

/* One of each handle, in motion. */
typedef struct {
    ambient_world* world;
    ambient_fluid* fluid;
    ambient_medium* water;
    ambient_model* box;
    ambient_shape* shape;
    ambient_body* body;
    ambient_multi_body* arm;
    ambient_thruster* thruster;
    test_ball* ball;
    ambient_rigid_body* block;
    ambient_coupling* coupling;
} scene;

static inline ambient_shape* makeShape(double badTime, double badCorner, double badMass, double badPeriod) {
    double keys[48], times[2];
    int i;
    ambient_shape* shape = NULL;
    ambient_shape_options options;
    OK(ambient_shape_options_init(&options, sizeof options));
    options.mass = badMass;
    options.period = badPeriod;
    options.is_local = 1;
    boxCorners(0.2, 0.2, 0.2, keys);
    for (i = 0; i < 24; ++i)
        keys[24 + i] = 1.1 * keys[i];
    keys[5] += badCorner;
    times[0] = 0;
    times[1] = badTime;
    ambient_shape_create(keys, 8, times, 2, kBoxTriangles, 12, &options, &shape);
    return shape;
}

static inline void firstLinks(const scene* s, ambient_link links[2]) {
    OK(ambient_link_init(&links[0], sizeof links[0], NULL, 1));
    links[0].inertia[0] = links[0].inertia[4] = links[0].inertia[8] = 0.1;
    OK(ambient_link_init(&links[1], sizeof links[1], s->box, 3));
    links[1].parent = 0;
    links[1].joint = AMBIENT_JOINT_REVOLUTE;
    links[1].position[0] = 0.3;
}

static inline scene makeScene(void) {
    scene s;
    ambient_link links[2];
    ambient_body_options options;
    ambient_multi_body_options armOptions;
    ambient_rigid_body_options blockOptions;
    double damping = 1;
    ambient_drive drive;
    memset(&s, 0, sizeof s);
    OK(ambient_world_create(NULL, &s.world));
    OK(ambient_fluid_create(ambient_world_get_address(s.world), ignoreLine, NULL, &s.fluid));
    OK(ambient_medium_create_uniform(1000, 1e-3, NULL, &s.water));
    OK(ambient_fluid_set_medium(s.fluid, s.water));
    OK(ambient_fluid_set_exact_contacts(s.fluid, 1));
    s.box = makeBox(0.2, 0.1, 0.1);
    s.shape = makeShape(1, 0, 8, 0);
    s.ball = test_ball_create(ambient_world_get_address(s.world), 0.1, 8, 3);
    OK(ambient_fluid_add_deforming_body(s.fluid, test_ball_address(s.ball), s.shape));
    firstLinks(&s, links);
    OK(ambient_multi_body_options_init(&armOptions, sizeof armOptions));
    armOptions.collides = 0;
    OK(ambient_multi_body_create(s.fluid, links, 2, &armOptions, &s.arm));
    OK(ambient_drive_init(&drive, sizeof drive));
    drive.damping = &damping;
    OK(ambient_multi_body_set_drive(s.arm, &drive));
    OK(ambient_thruster_create_on_link(s.arm, 1, NULL, &s.thruster));
    OK(ambient_thruster_set_command(s.thruster, 5));
    OK(ambient_body_options_init(&options, sizeof options, s.box, 3));
    OK(ambient_body_create(s.box, &options, s.water, &s.body));
    OK(ambient_rigid_body_options_init(&blockOptions, sizeof blockOptions, s.box, 3));
    blockOptions.position[0] = 5;
    OK(ambient_rigid_body_create(s.world, &blockOptions, &s.block));
    OK(ambient_fluid_add_rigid_body(s.fluid, s.block));
    OK(ambient_coupling_create(s.fluid, NULL, &s.coupling));
    return s;
}

static inline void destroyScene(scene* s) {
    ambient_fluid_remove_body(s->fluid, test_ball_address(s->ball));
    test_ball_destroy(s->ball);
    ambient_world_destroy(s->world);
    ambient_fluid_destroy(s->fluid);
    ambient_medium_destroy(s->water);
    ambient_model_destroy(s->box);
    ambient_shape_destroy(s->shape);
    ambient_body_destroy(s->body);
    ambient_multi_body_destroy(s->arm);
    ambient_thruster_destroy(s->thruster);
    ambient_rigid_body_destroy(s->block);
    ambient_coupling_destroy(s->coupling);
}

/* All that a step moves. */
typedef struct {
    ambient_body_state body, link, base, block;
    double positions[1], rates[1], twist[6], phase, speed;
    ambient_thruster_state thruster;
} motion;

static inline void move(scene* s, motion* m) {
    memset(m, 0, sizeof *m);
    m->thruster.struct_size = sizeof m->thruster;
    OK(ambient_thruster_apply(s->thruster, 0.01));
    OK(ambient_world_step(s->world, 0.01));
    ambient_body_step(s->body, 0.01, NULL); /* refuses to become infinite */
    OK(ambient_body_get_state(s->body, &m->body));
    OK(ambient_rigid_body_get_state(s->block, &m->block));
    OK(ambient_multi_body_get_link(s->arm, 1, &m->link));
    OK(ambient_multi_body_get_link(s->arm, 0, &m->base));
    OK(ambient_multi_body_get_joints(s->arm, m->positions, m->rates, NULL));
    OK(ambient_fluid_get_twist(s->fluid, test_ball_address(s->ball), m->twist));
    OK(ambient_fluid_get_shape_phase(s->fluid, test_ball_address(s->ball), &m->phase, &m->speed));
    OK(ambient_thruster_get_state(s->thruster, &m->thruster));
}

#endif /* CAPI_SCENE_H */
