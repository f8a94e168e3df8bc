// SPDX-License-Identifier: Zlib
#ifndef CAPI_WET_WORLD_H
#define CAPI_WET_WORLD_H

/* Water without friction, and a cube in it. */
#include "AmbientFluidC/AmbientMultiBodyC.h"
#include "CApiTesting.h"

static const double kDensity = 1000; /* of the water */

/* A world of water without friction and a fluid with exact contacts. */
typedef struct {
    ambient_world* world;
    ambient_fluid* fluid;
    ambient_medium* water;
} wet_world;

static inline wet_world makeWetWorld(const double gravity[3]) {
    wet_world made = {NULL, NULL, NULL};
    OK(ambient_world_create(gravity, &made.world));
    OK(ambient_fluid_create(ambient_world_get_address(made.world), ignoreLine, NULL, &made.fluid));
    OK(ambient_medium_create_uniform(kDensity, 0, NULL, &made.water));
    OK(ambient_fluid_set_medium(made.fluid, made.water));
    OK(ambient_fluid_set_exact_contacts(made.fluid, 1));
    return made;
}

/* Either of body and model may be null. */
static inline void destroyAll(const wet_world* wet, ambient_multi_body* body, ambient_model* model) {
    ambient_multi_body_destroy(body);
    ambient_model_destroy(model);
    ambient_fluid_destroy(wet->fluid);
    ambient_medium_destroy(wet->water);
    ambient_world_destroy(wet->world);
}

/* A cube with a side of 0.3 m at rest in its wet world. */
typedef struct {
    wet_world in;
    ambient_model* box;
    ambient_multi_body* cube;
} wet_cube;

static inline wet_cube makeWetCube(const double gravity[3], double mass) {
    wet_cube made = {makeWetWorld(gravity), makeBox(0.3, 0.3, 0.3), NULL};
    ambient_link link;
    OK(ambient_link_init(&link, sizeof link, made.box, mass));
    OK(ambient_multi_body_create(made.in.fluid, &link, 1, NULL, &made.cube));
    return made;
}

static inline void destroyWetCube(const wet_cube* cube) {
    destroyAll(&cube->in, cube->cube, cube->box);
}

#endif /* CAPI_WET_WORLD_H */
