// SPDX-License-Identifier: Zlib
/* Articulated bodies and thrusters from C, in a world that the library makes. */
#include "AmbientFluidC/AmbientMultiBodyC.h"
#include "CApiWetWorld.h"

static const double kGravity = 9.81;

/* A fixed base of 1 kg without a surface. */
static ambient_link dryBase(void) {
    ambient_link base;
    OK(ambient_link_init(&base, sizeof base, NULL, 1));
    base.inertia[0] = base.inertia[4] = base.inertia[8] = 1;
    return base;
}

/* A rod along x from its joint. */
static ambient_model* makeRod(double length) {
    double corners[24];
    int i;
    ambient_model* model = NULL;
    boxCorners(length, 0.06, 0.1, corners);
    for (i = 0; i < 8; ++i)
        corners[3 * i] += 0.5 * length;
    OK(ambient_model_create(corners, 8, kBoxTriangles, 12, NULL, &model));
    return model;
}

static ambient_multi_body* makeArm(ambient_fluid* fluid, const ambient_model* rod, double mass, int32_t joint,
                                   int32_t fixed) {
    ambient_link links[2];
    ambient_multi_body_options options;
    ambient_multi_body* arm = NULL;
    links[0] = dryBase();
    OK(ambient_link_init(&links[1], sizeof links[1], rod, mass));
    links[1].parent = 0;
    links[1].joint = joint;
    links[1].axis[1] = 1;
    links[1].axis[2] = 0;
    OK(ambient_multi_body_options_init(&options, sizeof options));
    options.fixed_base = fixed;
    OK(ambient_multi_body_create(fluid, links, 2, &options, &arm));
    return arm;
}

/* Its weight in water at the lever of its centre, over the inertia of rod and water about the hinge. */
static void AHingedRodFallsWithItsAddedMass(void) {
    const double origin[3] = {0, 0, 0}, step = 1e-3, mass = 5, length = 0.6;
    wet_world wet = makeWetWorld(NULL);
    ambient_model* rod = makeRod(length);
    ambient_multi_body* arm = makeArm(wet.fluid, rod, mass, AMBIENT_JOINT_REVOLUTE, 1);
    ambient_multi_body_info info;
    ambient_link link;
    double added[36], angle, rate, torque, inertia, expected;
    OK(ambient_model_get_added_mass(rod, kDensity, origin, added));
    OK(ambient_link_init(&link, sizeof link, rod, mass));
    info.struct_size = sizeof info;
    OK(ambient_multi_body_get_info(arm, &info));
    EXPECT(info.link_count == 2 && info.wet_link_count == 1 && info.position_count == 1 && info.rate_count == 1 &&
           info.is_healthy == 1);
    OK(ambient_world_step(wet.world, step));
    OK(ambient_multi_body_get_joints(arm, &angle, &rate, &torque));
    inertia = link.inertia[4] + mass * 0.25 * length * length + added[7];
    expected = kGravity * (mass - kDensity * length * 0.06 * 0.1) * 0.5 * length / inertia;
    EXPECT(near(rate / step / expected, 1, 1e-3)); /* positive about y: +x goes down */
    EXPECT(torque == 0);
    destroyAll(&wet, arm, rod);
}

/* At rest the torque of the servo holds the weight in water. */
static void AServoHoldsTheWeightInWater(void) {
    const double stiffness = 1e8, damping = 1e6, mass = 5, length = 0.6;
    wet_world wet = makeWetWorld(NULL);
    ambient_model* rod = makeRod(length);
    ambient_multi_body* arm = makeArm(wet.fluid, rod, mass, AMBIENT_JOINT_REVOLUTE, 1);
    ambient_drive drive;
    ambient_body_state state;
    double angle, torque, error;
    int i;
    OK(ambient_drive_init(&drive, sizeof drive));
    drive.stiffness = &stiffness;
    drive.damping = &damping;
    OK(ambient_multi_body_set_drive(arm, &drive));
    for (i = 0; i < 60; ++i)
        OK(ambient_world_step(wet.world, 1.0 / 60));
    OK(ambient_multi_body_get_joints(arm, &angle, NULL, &torque));
    EXPECT(near(torque / (-kGravity * (mass - kDensity * length * 0.06 * 0.1) * 0.5 * length), 1, 1e-4));
    OK(ambient_multi_body_get_tracking_error(arm, &error));
    EXPECT(near(error, 0, 1e-5) && near(angle, 0, 1e-5));
    OK(ambient_multi_body_get_link(arm, 1, &state));
    EXPECT(near(state.position[0], 0.5 * length, 1e-5) && near(state.position[2], 0, 1e-5));
    EXPECT(near(state.time, 1, 1e-5));
    OK(ambient_multi_body_set_drive(arm, NULL));
    for (i = 0; i < 30; ++i)
        OK(ambient_world_step(wet.world, 1.0 / 60));
    OK(ambient_multi_body_get_joints(arm, &angle, NULL, &torque));
    EXPECT(angle > 0.1 && torque == 0);
    destroyAll(&wet, arm, rod);
}

static void swing(double time, double* positions, double* rates, double* accelerations, void* amplitude) {
    const double a = *(const double*)amplitude, w = 3;
    positions[0] = a * sin(w * time);
    rates[0] = a * w * cos(w * time);
    accelerations[0] = -a * w * w * sin(w * time);
}

/* A free body that bends: the joint follows exactly; without gravity and drag the centre of mass of body and water
 * stays. */
static void APrescribedJointFollowsThePathOfTheCaller(void) {
    const double none[3] = {0, 0, 0};
    double amplitude = 0.4, angle, rate;
    wet_world wet = makeWetWorld(none);
    ambient_model* rod = makeRod(0.6);
    ambient_multi_body* arm = makeArm(wet.fluid, rod, 5, AMBIENT_JOINT_REVOLUTE, 0);
    ambient_drive drive;
    int i;
    OK(ambient_drive_init(&drive, sizeof drive));
    drive.kind = AMBIENT_DRIVE_PRESCRIBED;
    drive.path = swing;
    drive.user_data = &amplitude;
    OK(ambient_multi_body_set_drive(arm, &drive));
    for (i = 1; i <= 30; ++i) {
        OK(ambient_world_step(wet.world, 1.0 / 60));
        OK(ambient_multi_body_get_joints(arm, &angle, &rate, NULL));
        EXPECT(near(angle, amplitude * sin(3 * i / 60.0), 1e-5));
        EXPECT(near(rate, 3 * amplitude * cos(3 * i / 60.0), 1e-4));
    }
    destroyAll(&wet, arm, rod);
}

/* A rod whose principal axes are none of its frame's: what is set of a ball joint comes back, in the link's axes, and
   the link stands as its joint says. */
static void ABallJointSpeaksTheAxesOfItsLink(void) {
    const double none[3] = {0, 0, 0}, s = sqrt(0.5);
    const double turn[4] = {0, 0, sqrt(0.5), sqrt(0.5)}, spin[3] = {0.3, -0.2, 0.5};
    double corners[24], x, q[4], w[3];
    wet_world wet = makeWetWorld(none);
    ambient_model* skew = NULL;
    ambient_multi_body* arm;
    ambient_body_state state;
    int i;
    boxCorners(0.5, 0.05, 0.2, corners);
    for (i = 0; i < 8; ++i) { /* along the diagonal of x and y */
        x = corners[3 * i] + 0.3;
        corners[3 * i] = s * (x - corners[3 * i + 1]);
        corners[3 * i + 1] = s * (x + corners[3 * i + 1]);
    }
    OK(ambient_model_create(corners, 8, kBoxTriangles, 12, NULL, &skew));
    arm = makeArm(wet.fluid, skew, 4, AMBIENT_JOINT_SPHERICAL, 1);
    OK(ambient_multi_body_set_joints(arm, turn, spin));
    OK(ambient_multi_body_get_joints(arm, q, w, NULL));
    for (i = 0; i < 4; ++i)
        EXPECT(near(q[i], turn[i], 1e-6));
    for (i = 0; i < 3; ++i)
        EXPECT(near(w[i], spin[i], 1e-6));
    OK(ambient_world_step(wet.world, 1e-6));
    OK(ambient_multi_body_get_link(arm, 1, &state));
    for (i = 0; i < 4; ++i)
        EXPECT(near(state.orientation[i], turn[i], 1e-5));
    EXPECT(near(state.position[0], -0.3 * s, 1e-5) && near(state.position[1], 0.3 * s, 1e-5));
    EXPECT(near(state.angular_velocity[0], 0.2, 1e-4) && near(state.angular_velocity[1], 0.3, 1e-4) &&
           near(state.angular_velocity[2], 0.5, 1e-4)); /* spin, turned by a quarter about z */
    destroyAll(&wet, arm, skew);
}

/* Dry in vacuum, dropped onto a plane: it comes to rest on it. */
static void LinksRestOnAPlane(void) {
    const double up[3] = {0, 0, 1};
    wet_world wet = makeWetWorld(NULL);
    ambient_model* block = makeBox(0.2, 0.2, 0.2);
    ambient_link links[2];
    ambient_multi_body* body = NULL;
    ambient_body_state state;
    int i;
    OK(ambient_fluid_set_medium(wet.fluid, NULL));
    OK(ambient_world_add_plane(wet.world, up, -0.5, 0.5));
    for (i = 0; i < 2; ++i)
        OK(ambient_link_init(&links[i], sizeof links[i], block, 2));
    links[1].parent = 0;
    links[1].joint = AMBIENT_JOINT_REVOLUTE;
    links[1].position[0] = 0.3;
    links[1].lower = -0.1;
    links[1].upper = 0.1;
    OK(ambient_multi_body_create(wet.fluid, links, 2, NULL, &body));
    OK(ambient_multi_body_get_link(body, 0, &state));
    state.position[2] = -0.3;
    OK(ambient_multi_body_set_base(body, &state));
    for (i = 0; i < 90; ++i)
        OK(ambient_world_step(wet.world, 1.0 / 60));
    for (i = 0; i < 2; ++i) {
        OK(ambient_multi_body_get_link(body, i, &state));
        EXPECT(near(state.position[2], -0.4, 0.01) && near(state.linear_velocity[2], 0, 0.02));
    }
    destroyAll(&wet, body, block);
}

/* The load of one step on a body at rest, over mass and added mass of a cube, which are the same along all axes. */
static void LoadsAndThrustersPushLinks(void) {
    const double none[3] = {0, 0, 0}, origin[3] = {0, 0, 0}, wrench[6] = {0, 0, 0, 0, 6, 0}, step = 1e-3;
    wet_world wet = makeWetWorld(none);
    ambient_model* cube = makeBox(0.3, 0.3, 0.3);
    ambient_link link;
    ambient_multi_body* body = NULL;
    ambient_thruster* thruster = NULL;
    ambient_thruster_options options;
    ambient_thruster_state motor;
    ambient_body_state state;
    double added[36], inertia, speed;
    OK(ambient_link_init(&link, sizeof link, cube, 27));
    OK(ambient_multi_body_create(wet.fluid, &link, 1, NULL, &body));
    OK(ambient_model_get_added_mass(cube, kDensity, origin, added));
    inertia = 27 + added[28];
    OK(ambient_multi_body_apply_wrench(body, 0, wrench));
    OK(ambient_world_step(wet.world, step));
    OK(ambient_multi_body_get_link(body, 0, &state));
    EXPECT(near(state.linear_velocity[1] / (6 * step / inertia), 1, 1e-3));

    OK(ambient_thruster_options_init(&options, sizeof options));
    options.axis[0] = 0;
    options.axis[2] = 1;
    options.time_constant = 0;
    OK(ambient_thruster_create_on_link(body, 0, &options, &thruster));
    OK(ambient_thruster_get_command_for(thruster, 20, kDensity, &speed));
    OK(ambient_thruster_set_command(thruster, speed));
    OK(ambient_thruster_apply(thruster, step));
    OK(ambient_world_step(wet.world, step));
    motor.struct_size = sizeof motor;
    OK(ambient_thruster_get_state(thruster, &motor));
    EXPECT(near(motor.thrust, 20, 1e-5) && near(motor.speed, speed, 1e-5) && motor.torque > 0 && motor.power > 0);
    OK(ambient_multi_body_get_link(body, 0, &state));
    EXPECT(near(state.linear_velocity[2] / (20 * step / inertia), 1, 1e-3));
    EXPECT(state.angular_velocity[2] < 0); /* the reaction of a right-handed propeller */
    ambient_thruster_destroy(thruster);
    destroyAll(&wet, body, cube);
}

/* Torques of the caller act as the weight does. */
static void TorquesOfTheCallerActOnTheJoints(void) {
    const double none[3] = {0, 0, 0}, origin[3] = {0, 0, 0}, step = 1e-3, torque = 3, mass = 5;
    wet_world wet = makeWetWorld(none);
    ambient_model* rod = makeRod(0.6);
    ambient_multi_body* arm = makeArm(wet.fluid, rod, mass, AMBIENT_JOINT_REVOLUTE, 1);
    ambient_link link;
    double added[36], rate;
    OK(ambient_link_init(&link, sizeof link, rod, mass));
    OK(ambient_model_get_added_mass(rod, kDensity, origin, added));
    OK(ambient_multi_body_apply_torques(arm, &torque));
    OK(ambient_world_step(wet.world, step));
    OK(ambient_multi_body_get_joints(arm, NULL, &rate, NULL));
    EXPECT(near(rate / (step * torque / (link.inertia[4] + mass * 0.09 + added[7])), 1, 1e-3));
    destroyAll(&wet, arm, rod);
}

/* Bullet's own world and multi-body: its hinge is released from the horizontal; and a thruster pushes its sphere. */
static void AMultiBodyOfBulletIsAdopted(void) {
    const double step = 1e-3, radius = 0.1, mass = 1;
    const double displaced = kDensity * 4.0 / 3.0 * 3.14159265358979 * radius * radius * radius;
    test_world* world = test_world_create_multi_body(radius, mass);
    void* pendulum = test_world_add_pendulum(world, radius, 10, 0.5); /* a sphere of 10 kg on an arm of 0.5 m */
    ambient_medium* water = NULL;
    ambient_fluid* fluid = NULL;
    ambient_multi_body* adopted = NULL;
    ambient_thruster* thruster = NULL;
    double rate, speed, twist[6];
    OK(ambient_medium_create_uniform(kDensity, 0, NULL, &water));
    OK(ambient_fluid_create(test_world_address(world), ignoreLine, NULL, &fluid));
    OK(ambient_fluid_set_medium(fluid, water));
    REFUSED(ambient_multi_body_adopt(fluid, pendulum, NULL, 0, &adopted), AMBIENT_INVALID_ARGUMENT, "exact contacts");
    OK(ambient_fluid_set_exact_contacts(fluid, 1));
    OK(ambient_multi_body_adopt(fluid, pendulum, NULL, 0, &adopted));
    OK(ambient_fluid_add_body(fluid, test_world_body_address(world), NULL));
    OK(ambient_thruster_create(fluid, test_world_body_address(world), NULL, &thruster));
    OK(ambient_thruster_set_command(thruster, 60));
    OK(ambient_thruster_apply(thruster, step));
    test_world_step(world, step);
    OK(ambient_multi_body_get_joints(adopted, NULL, &rate, NULL));
    /* The sphere's own inertia about its centre is that of the solid; water adds half its displaced mass. */
    EXPECT(near(fabs(rate) / (step * kGravity * (10 - displaced) * 0.5 /
                              (0.4 * 10 * radius * radius + 0.25 * (10 + 0.5 * displaced))),
                1, 0.01));
    OK(ambient_fluid_get_twist(fluid, test_world_body_address(world), twist));
    EXPECT(twist[3] > 0);
    OK(ambient_thruster_get_command_for(thruster, 0, kDensity, &speed));
    EXPECT(speed == 0);
    ambient_thruster_destroy(thruster);
    ambient_multi_body_destroy(adopted);
    ambient_fluid_destroy(fluid);
    test_world_step(world, step); /* the pendulum is Bullet's again */
    ambient_medium_destroy(water);
    test_world_destroy(world);
}

/* A cube that passes another one moves it, if both take part in the coupling. */
static void LinksFeelTheFlowOfOthersIfAsked(void) {
    int coupled;
    for (coupled = 0; coupled < 2; ++coupled) {
        wet_cube wet = makeWetCube(NULL, 27);
        ambient_coupling* coupling = NULL;
        ambient_multi_body* other = NULL;
        ambient_body_state state;
        ambient_link link;
        OK(ambient_link_init(&link, sizeof link, wet.box, 27));
        OK(ambient_multi_body_create(wet.in.fluid, &link, 1, NULL, &other));
        OK(ambient_multi_body_get_link(other, 0, &state));
        state.position[1] = 0.5;
        OK(ambient_multi_body_set_base(other, &state));
        state.position[1] = 0;
        state.linear_velocity[0] = 1;
        OK(ambient_multi_body_set_base(wet.cube, &state));
        OK(ambient_coupling_create(wet.in.fluid, NULL, &coupling));
        OK(ambient_coupling_set_multi_body_coupled(coupling, wet.cube, coupled));
        OK(ambient_coupling_set_multi_body_coupled(coupling, other, coupled));
        OK(ambient_world_step(wet.in.world, 0.1));
        OK(ambient_multi_body_get_link(other, 0, &state));
        EXPECT((fabs(state.position[0]) > 1e-4) == coupled && (coupled || fabs(state.position[0]) < 1e-12));
        REFUSED(ambient_coupling_set_multi_body_coupled(coupling, NULL, 1), AMBIENT_INVALID_ARGUMENT, "multi_body");
        ambient_coupling_destroy(coupling);
        ambient_multi_body_destroy(other);
        destroyWetCube(&wet);
    }
}

static void RefusalsOfMultiBodiesSayWhy(void) {
    const double zero[3] = {0, 0, 0}, bad[1] = {NAN}, none[4] = {0, 0, 0, 0}, negative = -1;
    wet_world wet = makeWetWorld(NULL);
    ambient_model* rod = makeRod(0.6);
    ambient_multi_body *body = NULL, *ball;
    ambient_thruster* thruster = NULL;
    ambient_thruster_options options;
    ambient_body_state state;
    ambient_drive drive;
    ambient_link links[2];
    links[0] = dryBase();
    OK(ambient_link_init(&links[1], sizeof links[1], rod, 5));
    REFUSED(ambient_link_init(&links[1], 8, rod, 5), AMBIENT_INVALID_ARGUMENT, "struct_size is 8");
    REFUSED(ambient_multi_body_create(wet.fluid, links, 2, NULL, &body), AMBIENT_INVALID_ARGUMENT, "link 1: parent");
    links[1].parent = 0;
    links[1].joint = 9;
    REFUSED(ambient_multi_body_create(wet.fluid, links, 2, NULL, &body), AMBIENT_INVALID_ARGUMENT, "joint 9");
    links[1].joint = AMBIENT_JOINT_REVOLUTE;
    links[1].mass = 0;
    REFUSED(ambient_multi_body_create(wet.fluid, links, 2, NULL, &body), AMBIENT_INVALID_ARGUMENT, "link 1: mass");
    links[1].mass = 5;
    links[1].inertia[0] = -1;
    REFUSED(ambient_multi_body_create(wet.fluid, links, 2, NULL, &body), AMBIENT_INVALID_ARGUMENT, "link 1: inertia");
    links[1].inertia[0] = 1;
    links[1].axis[2] = 0;
    REFUSED(ambient_multi_body_create(wet.fluid, links, 2, NULL, &body), AMBIENT_INVALID_ARGUMENT, "link 1: axis");
    REFUSED(ambient_multi_body_create(wet.fluid, links, 0, NULL, &body), AMBIENT_INVALID_ARGUMENT, "needs a link");
    REFUSED(ambient_multi_body_create(wet.fluid, links, 1, NULL, &body), AMBIENT_INVALID_ARGUMENT, "no link");
    EXPECT(body == NULL);
    OK(ambient_world_step(wet.world, 0.01)); /* nothing was left behind */
    REFUSED(ambient_world_step(wet.world, 0), AMBIENT_INVALID_ARGUMENT, "duration");
    REFUSED(ambient_world_add_plane(wet.world, zero, 0, 0.5), AMBIENT_INVALID_ARGUMENT, "normal");
    REFUSED(ambient_world_create(NULL, NULL), AMBIENT_INVALID_ARGUMENT, "world is null");

    ball = makeArm(wet.fluid, rod, 5, AMBIENT_JOINT_SPHERICAL, 1);
    REFUSED(ambient_multi_body_set_joints(ball, none, NULL), AMBIENT_INVALID_ARGUMENT, "no quaternion");
    REFUSED(ambient_multi_body_get_link(ball, 2, &state), AMBIENT_INVALID_ARGUMENT, "link 2: there are links 0 to 1");
    REFUSED(ambient_multi_body_apply_torques(ball, NULL), AMBIENT_INVALID_ARGUMENT, "torques is null");
    OK(ambient_multi_body_get_link(ball, 0, &state));
    state.linear_velocity[0] = 1;
    REFUSED(ambient_multi_body_set_base(ball, &state), AMBIENT_INVALID_ARGUMENT, "fixed base");
    OK(ambient_drive_init(&drive, sizeof drive));
    drive.kind = 7;
    REFUSED(ambient_multi_body_set_drive(ball, &drive), AMBIENT_INVALID_ARGUMENT, "kind 7");
    ambient_multi_body_destroy(ball);

    ball = makeArm(wet.fluid, rod, 5, AMBIENT_JOINT_REVOLUTE, 1);
    REFUSED(ambient_multi_body_set_joints(ball, bad, NULL), AMBIENT_INVALID_ARGUMENT, "positions");
    OK(ambient_drive_init(&drive, sizeof drive));
    drive.stiffness = &negative;
    REFUSED(ambient_multi_body_set_drive(ball, &drive), AMBIENT_INVALID_ARGUMENT, "stiffness");
    OK(ambient_thruster_options_init(&options, sizeof options));
    options.diameter = 0;
    REFUSED(ambient_thruster_create_on_link(ball, 1, &options, &thruster), AMBIENT_INVALID_ARGUMENT, "diameter");
    REFUSED(ambient_thruster_create_on_link(ball, 2, NULL, &thruster), AMBIENT_INVALID_ARGUMENT, "link 2");
    EXPECT(thruster == NULL);
    ambient_thruster_destroy(NULL);
    ambient_world_destroy(NULL);
    EXPECT(ambient_world_get_address(NULL) == NULL);
    destroyAll(&wet, ball, rod);
}

static const c_test kTests[] = {
    TEST(AHingedRodFallsWithItsAddedMass),
    TEST(AServoHoldsTheWeightInWater),
    TEST(APrescribedJointFollowsThePathOfTheCaller),
    TEST(ABallJointSpeaksTheAxesOfItsLink),
    TEST(LinksRestOnAPlane),
    TEST(LoadsAndThrustersPushLinks),
    TEST(TorquesOfTheCallerActOnTheJoints),
    TEST(AMultiBodyOfBulletIsAdopted),
    TEST(LinksFeelTheFlowOfOthersIfAsked),
    TEST(RefusalsOfMultiBodiesSayWhy),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
