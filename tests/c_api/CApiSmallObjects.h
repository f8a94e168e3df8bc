// SPDX-License-Identifier: Zlib
#ifndef CAPI_SMALL_OBJECTS_H
#define CAPI_SMALL_OBJECTS_H

/* Objects that are made fast: their added mass is given. */
#include "AmbientFluidC/AmbientMultiBodyC.h"
#include "CApiTesting.h"

static const double kTetrahedron[12] = {0.1, 0, 0, -0.1, 0.1, 0, -0.1, -0.1, 0, 0, 0, 0.15};
static const uint32_t kTetrahedronFaces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};

static inline ambient_status createModel(ambient_model** model) {
    double mass[36] = {0};
    int i;
    ambient_model_options options;
    OK(ambient_model_options_init(&options, sizeof options));
    for (i = 0; i < 6; ++i)
        mass[7 * i] = i < 3 ? 1e-3 : 0.5;
    options.added_mass = mass; /* given, so that no flow is solved */
    return ambient_model_create(kTetrahedron, 4, kTetrahedronFaces, 4, &options, model);
}

static inline ambient_status createShape(ambient_shape** shape) {
    double keys[24];
    const double times[2] = {0, 1};
    int i;
    ambient_shape_options options;
    OK(ambient_shape_options_init(&options, sizeof options));
    options.mass = 1;
    options.is_local = 1;
    for (i = 0; i < 24; ++i)
        keys[i] = kTetrahedron[i % 12] * (i < 12 ? 1 : 1.1);
    return ambient_shape_create(keys, 4, times, 2, kTetrahedronFaces, 4, &options, shape);
}

static inline ambient_status createMultiBody(ambient_fluid* fluid, const ambient_model* model,
                                             ambient_multi_body** made) {
    ambient_link links[2];
    int i;
    OK(ambient_link_init(&links[0], sizeof links[0], NULL, 1));
    OK(ambient_link_init(&links[1], sizeof links[1], NULL, 1));
    for (i = 0; i < 2; ++i)
        links[i].inertia[0] = links[i].inertia[4] = links[i].inertia[8] = 0.01;
    links[1].parent = 0;
    links[1].joint = AMBIENT_JOINT_REVOLUTE;
    links[1].position[0] = 0.3;
    links[1].model = model;
    return ambient_multi_body_create(fluid, links, 2, NULL, made);
}

static inline ambient_status createRigidBody(ambient_world* world, ambient_model* model, int slot,
                                             ambient_rigid_body** made) {
    ambient_rigid_body_options options;
    const ambient_status status = ambient_rigid_body_options_init(&options, sizeof options, model, 0.5);
    if (status != AMBIENT_OK) return status;
    options.position[0] = slot;
    options.inertia[1] = options.inertia[3] = 1e-5; /* turned principal axes */
    return ambient_rigid_body_create(world, &options, made);
}

#endif /* CAPI_SMALL_OBJECTS_H */
