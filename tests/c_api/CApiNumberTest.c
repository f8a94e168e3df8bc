// SPDX-License-Identifier: Zlib
/* Numbers that are none, in every function that takes a number: refused with name and value, and nothing has changed.
 */
#include "CApiScene.h"

/* Calls with one wrong number; -1: there are no more. */
typedef ambient_status (*bad_call)(scene* s, int which, double bad);

static ambient_status badWorld(scene* s, int which, double bad) {
    double v[3] = {0, 0, 1};
    ambient_world* world = NULL;
    ambient_status status;
    if (which < 3) {
        v[which] = bad;
        status = ambient_world_create(v, &world);
        ambient_world_destroy(world);
        return status;
    }
    if (which < 6) {
        v[which - 3] = bad;
        return ambient_world_add_plane(s->world, v, -5, 0.5);
    }
    if (which == 6) return ambient_world_add_plane(s->world, v, bad, 0.5);
    if (which == 7) return ambient_world_add_plane(s->world, v, -5, bad);
    return which == 8 ? ambient_world_step(s->world, bad) : -1;
}

static ambient_status badMedium(scene* s, int which, double bad) {
    double v[3] = {0, 0, 1};
    ambient_medium* medium = NULL;
    ambient_status status = -1;
    if (which < 3) v[which] = bad;
    if (which >= 6 && which < 9) v[which - 6] = bad;
    if (which < 3) status = ambient_medium_create_uniform(1000, 0, v, &medium);
    if (which == 3) status = ambient_medium_create_uniform(bad, 0, NULL, &medium);
    if (which == 4) status = ambient_medium_create_uniform(1000, bad, NULL, &medium);
    if (which == 5) status = ambient_medium_create_divided(s->water, NULL, bad, v, &medium);
    if (which >= 6 && which < 9) status = ambient_medium_create_divided(s->water, NULL, 0, v, &medium);
    ambient_medium_destroy(medium);
    return status;
}

static ambient_status badModel(scene* s, int which, double bad) {
    double corners[24], mass[36] = {0}, point[3] = {0, 0, 0}, twist[6] = {0};
    ambient_model_options options;
    ambient_model* model = NULL;
    ambient_status status;
    if (which > 24) return -1;
    if (which > 20 && which < 24) point[which - 21] = bad;
    if (which > 20 && which < 24) return ambient_model_get_resistance(s->box, point, NULL, mass);
    if (which < 3) point[which] = bad;
    if (which < 3) return ambient_model_get_added_mass(s->box, 1000, point, mass);
    if (which == 3) return ambient_model_get_added_mass(s->box, bad, NULL, mass);
    if (which == 4) return ambient_model_get_wrenches(s->box, NULL, bad, 0, NULL, twist, 1, mass);
    if (which == 5) return ambient_model_get_wrenches(s->box, NULL, 1000, bad, NULL, twist, 1, mass);
    if (which < 12) twist[which - 6] = bad;
    if (which < 12) return ambient_model_get_wrenches(s->box, NULL, 1000, 0, NULL, twist, 1, mass);
    OK(ambient_model_options_init(&options, sizeof options));
    boxCorners(1, 1, 1, corners);
    if (which == 12) options.separation_angle = bad;
    if (which == 13) options.wake_factor = bad;
    if (which == 14) options.pressure_scale = bad;
    if (which == 15) options.friction_scale = bad;
    if (which == 16) options.buoyancy_scale = bad;
    if (which == 17) options.sheet_thickness = bad;
    if (which == 18) corners[4] = bad;
    if (which > 18) mass[0] = mass[7] = mass[14] = mass[21] = mass[28] = mass[35] = 1;
    if (which > 18) options.added_mass = mass;
    if (which == 19) mass[7] = bad;
    if (which == 20) options.added_mass_density = bad;
    if (which == 24) options.porosity = bad;
    status = ambient_model_create(corners, 8, kBoxTriangles, 12, &options, &model);
    ambient_model_destroy(model);
    return status;
}

static ambient_status badShape(scene* s, int which, double bad) {
    double vertices[2000];
    ambient_shape* shape;
    if (which == 4) return ambient_shape_get_vertices(s->shape, bad, vertices);
    if (which == 5) return ambient_fluid_set_shape_speed(s->fluid, test_ball_address(s->ball), bad, 0);
    if (which == 6) return ambient_fluid_set_shape_speed(s->fluid, test_ball_address(s->ball), 1, bad);
    if (which == 7) return ambient_fluid_set_shape_phase(s->fluid, test_ball_address(s->ball), bad);
    if (which > 7) return -1;
    shape = makeShape(which == 0 ? bad : 1, which == 1 ? bad : 0, which == 2 ? bad : 8, which == 3 ? bad : 0);
    ambient_shape_destroy(shape);
    return shape ? AMBIENT_OK : AMBIENT_INVALID_ARGUMENT;
}

static ambient_status badBody(scene* s, int which, double bad) {
    ambient_body_options options;
    ambient_body* body = NULL;
    ambient_body_state state;
    double wrench[6] = {0}, effective, actual;
    ambient_solver_body solver;
    ambient_status status;
    solver.struct_size = sizeof solver;
    if (which == 0) return ambient_body_step(s->body, bad, NULL);
    if (which < 7) wrench[which - 1] = bad;
    if (which < 7) return ambient_body_step(s->body, 0.01, wrench);
    if (which == 7) return ambient_body_begin_step(s->body, bad, NULL, &solver);
    if (which < 22) {
        OK(ambient_body_get_state(s->body, &state));
        ((double*)&state)[which - 8] = bad;
        return ambient_body_set_state(s->body, &state);
    }
    if (which < 40) {
        status = ambient_body_begin_step(s->body, 0.01, NULL, &solver);
        if (status != AMBIENT_OK) return status; /* the body is too fast already */
        OK(ambient_body_get_state(s->body, &state));
        if (which < 28) wrench[which - 22] = bad;
        if (which < 25)
            status = ambient_body_get_responses(s->body, wrench, &effective, &actual);
        else if (which < 28)
            status = ambient_body_end_step(s->body, wrench, state.position, state.orientation, NULL);
        else if (which < 35) {
            ((double*)&state)[which - 28] = bad;
            status = ambient_body_end_step(s->body, wrench, state.position, state.orientation, NULL);
        } else {
            wrench[which - 35] = bad;
            status = ambient_body_get_impulse(s->body, wrench, wrench + 3, wrench);
        }
        return status;
    }
    if (which > 56) return -1;
    OK(ambient_body_options_init(&options, sizeof options, s->box, 3));
    (&options.mass)[which - 40] = bad; /* the numbers of the struct, one after the other */
    status = ambient_body_create(s->box, &options, NULL, &body);
    ambient_body_destroy(body);
    return status;
}

static ambient_status badMultiBody(scene* s, int which, double bad) {
    ambient_link links[2];
    ambient_multi_body_options options;
    ambient_multi_body* arm = NULL;
    ambient_body_state state;
    ambient_drive drive;
    double six[6] = {0};
    ambient_status status;
    if (which == 0) return ambient_multi_body_set_joints(s->arm, &bad, NULL);
    if (which == 1) return ambient_multi_body_set_joints(s->arm, NULL, &bad);
    if (which == 2) return ambient_multi_body_apply_torques(s->arm, &bad);
    if (which < 9) six[which - 3] = bad;
    if (which < 9) return ambient_multi_body_apply_wrench(s->arm, 1, six);
    if (which < 22) {
        OK(ambient_multi_body_get_link(s->arm, 0, &state));
        ((double*)&state)[which - 9] = bad;
        return ambient_multi_body_set_base(s->arm, &state);
    }
    if (which < 26) {
        OK(ambient_drive_init(&drive, sizeof drive));
        (&drive.stiffness)[which - 22] = &bad;
        return ambient_multi_body_set_drive(s->arm, &drive);
    }
    firstLinks(s, links);
    OK(ambient_multi_body_options_init(&options, sizeof options));
    options.collides = 0;
    if (which > 57) return -1;
    if (which < 33)
        options.position[which - 26] = bad; /* and orientation */
    else if (which < 43)
        links[1].position[which - 33] = bad; /* and orientation, axis */
    else if (which < 45)
        (&links[1].lower)[which - 43] = bad;
    else
        (&links[1].mass)[which - 45] = bad; /* and centre of mass, inertia */
    status = ambient_multi_body_create(s->fluid, links, 2, &options, &arm);
    ambient_multi_body_destroy(arm);
    return status;
}

static ambient_status badThruster(scene* s, int which, double bad) {
    ambient_thruster_options options;
    ambient_thruster* thruster = NULL;
    double speed;
    ambient_status status;
    if (which == 0) return ambient_thruster_set_command(s->thruster, bad);
    if (which == 1) return ambient_thruster_apply(s->thruster, bad);
    if (which == 2) return ambient_thruster_get_command_for(s->thruster, bad, 1000, &speed);
    if (which == 3) return ambient_thruster_get_command_for(s->thruster, 1, bad, &speed);
    if (which > 18) return -1;
    OK(ambient_thruster_options_init(&options, sizeof options));
    if (which == 18)
        options.table_density = bad;
    else
        options.position[which - 4] = bad; /* the numbers of the struct, one after the other */
    status = ambient_thruster_create_on_link(s->arm, 1, &options, &thruster);
    ambient_thruster_destroy(thruster);
    return status;
}

static ambient_status badRigidBody(scene* s, int which, double bad) {
    ambient_rigid_body_options options;
    ambient_rigid_body* body = NULL;
    ambient_body_state state;
    double wrench[6] = {0}, direction[3] = {0, 0, 1};
    ambient_coupling_options coupling;
    ambient_coupling* made = NULL;
    ambient_status status;
    if (which < 6) wrench[which] = bad;
    if (which < 6) return ambient_rigid_body_apply_wrench(s->block, wrench);
    if (which < 19) {
        OK(ambient_rigid_body_get_state(s->block, &state));
        ((double*)&state)[which - 6] = bad; /* its numbers, one after the other */
        return ambient_rigid_body_set_state(s->block, &state);
    }
    if (which < 22) direction[which - 19] = bad;
    if (which < 23) return ambient_coupling_add_wall(s->coupling, direction, which == 22 ? bad : -5);
    if (which == 23) {
        OK(ambient_coupling_options_init(&coupling, sizeof coupling));
        coupling.reach = bad;
        status = ambient_coupling_create(s->fluid, &coupling, &made);
        ambient_coupling_destroy(made);
        return status;
    }
    if (which > 51) return -1;
    OK(ambient_rigid_body_options_init(&options, sizeof options, s->box, 3));
    (&options.mass)[which - 24] = bad; /* likewise */
    options.collision = AMBIENT_COLLISION_NONE;
    status = ambient_rigid_body_create(s->world, &options, &body);
    ambient_rigid_body_destroy(body);
    return status;
}

static const bad_call kCalls[] = {badWorld, badMedium,    badModel,    badShape,
                                  badBody,  badMultiBody, badThruster, badRigidBody};
static const char* const kNames[] = {"world", "medium",     "model",    "shape",
                                     "body",  "multi-body", "thruster", "rigid body"};
enum { GROUPS = sizeof kCalls / sizeof kCalls[0] };

static int mayBeInfinite(int group, int which) {
    return group == 5 && which == 24; /* a drive without a limit */
}

static int isDuration(int group, int which) {
    return (group == 0 && which == 8) || (group == 4 && (which == 0 || which == 7)) || (group == 6 && which == 1);
}

static void NumbersThatAreNoneAreRefusedEverywhereAndChangeNothing(void) {
    const double bads[3] = {NAN, INFINITY, -INFINITY};
    motion expected, found;
    scene calm = makeScene(), tried = makeScene();
    int group, which, i, calls = 0;
    for (group = 0; group < GROUPS; ++group)
        for (which = 0;; ++which) {
            ambient_status status = AMBIENT_OK;
            for (i = 0; i < 3 && status != -1; ++i) {
                if (mayBeInfinite(group, which) && i == 1) continue;
                status = kCalls[group](&tried, which, bads[i]);
                if (status == -1) break;
                ++calls;
                if (status != AMBIENT_INVALID_ARGUMENT && status != AMBIENT_INVALID_MESH)
                    printf("%s %d takes %g\n", kNames[group], which, bads[i]), ++failures;
                else if (!strstr(ambient_last_error(), i == 0 ? "nan" : "inf"))
                    printf("%s %d, %g: '%s' does not name the value\n", kNames[group], which, bads[i],
                           ambient_last_error()),
                        ++failures;
            }
            if (status == -1) break;
        }
    EXPECT(calls > 300);
    move(&calm, &expected);
    move(&tried, &found);
    EXPECT(memcmp(&expected, &found, sizeof found) == 0);
    destroyScene(&calm);
    destroyScene(&tried);
}

/* Whatever a call with an absurd number answers: the next steps are finite, and nothing is lost. */
static void NumbersBeyondAllMeasureLoseNoBody(void) {
    const double bads[3] = {1e300, 1e30, -0.0};
    int group, which, i, k;
    ambient_multi_body_info info;
    info.struct_size = sizeof info;
    for (group = 0; group < GROUPS; ++group)
        for (i = 0; i < 3; ++i) {
            scene s = makeScene();
            for (which = 0;; ++which) {
                motion m;
                if (isDuration(group, which) && fabs(bads[i]) > 1) continue; /* it would take for ever */
                if (kCalls[group](&s, which, bads[i]) == -1) break;
                move(&s, &m);
                OK(ambient_multi_body_get_info(s.arm, &info));
                for (k = 0; k < (int)(sizeof m / sizeof(double)) && isfinite(((double*)&m)[k]); ++k) {
                }
                if (info.is_healthy && k == (int)(sizeof m / sizeof(double))) continue;
                printf("after %s %d with %g: healthy %d, number %d\n", kNames[group], which, bads[i],
                       (int)info.is_healthy, k);
                ++failures;
                break;
            }
            destroyScene(&s);
        }
}

static const c_test kTests[] = {
    TEST(NumbersThatAreNoneAreRefusedEverywhereAndChangeNothing),
    TEST(NumbersBeyondAllMeasureLoseNoBody),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
