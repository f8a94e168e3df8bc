// SPDX-License-Identifier: Zlib
// ambient-ode: water in a world of another physics engine, ODE, through the C interface. Prints how a table-tennis ball
// starts to rise from the bottom of a pool, and how a stack of boxes comes to rest there.
#include "OdeShapes.h"

#include <cmath>
#include <cstdio>
#include <exception>

namespace {

constexpr double kStep = 1.0 / 120.0;

/// A world with gravity along -z and a floor.
struct Pool {
    dWorldID world = dWorldCreate();
    dSpaceID space = dSimpleSpaceCreate(nullptr);
    MediumHandle water = makeMedium(998.2, 1.0e-3);
    OdeWater wet{world, space, water.get()};

    Pool() {
        dWorldSetGravity(world, 0, 0, dReal(-9.81));
        dCreatePlane(space, 0, 0, 1, 0);
    }
    ~Pool() {
        dSpaceDestroy(space);
        dWorldDestroy(world);
    }
    dBodyID place(dGeomID geometry, double height) {
        const dBodyID body = dBodyCreate(world);
        dGeomSetBody(geometry, body);
        dBodySetPosition(body, 0, 0, dReal(height));
        return body;
    }
};

void letABallRise() {
    Pool pool;
    const double radius = 0.02;
    const ModelHandle model = makeModel(makeEllipsoid({radius, radius, radius}));
    const dBodyID ball = pool.place(dCreateSphere(pool.space, dReal(radius)), 1.0);
    pool.wet.add(ball, model.get(), 0.0027);
    std::printf("time [s]  speed of the table-tennis ball [m/s]\n");
    for (int step = 1; step <= 24; ++step) {
        pool.wet.step(kStep);
        if (step % 4 == 0) std::printf("%8.3f  %8.4f\n", step * kStep, pool.wet.velocity(ball)[5]);
    }
}

void stackBoxes() {
    Pool pool;
    const std::array<double, 3> sides = {0.3, 0.2, 0.1};
    const ModelHandle model = makeModel(makeBox(sides));
    std::array<dBodyID, 5> boxes;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        boxes[i] = pool.place(dCreateBox(pool.space, dReal(sides[0]), dReal(sides[1]), dReal(sides[2])),
                              0.06 + 0.11 * double(i));
        pool.wet.add(boxes[i], model.get(), 12.0);
    }
    for (int step = 0; step < 600; ++step)
        pool.wet.step(kStep);
    std::printf("\nbox  height [m]  speed [m/s], after 5 s\n");
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const std::array<double, 6> velocity = pool.wet.velocity(boxes[i]);
        std::printf("%3zu  %10.4f  %11.2e\n", i + 1, double(dBodyGetPosition(boxes[i])[2]),
                    std::hypot(velocity[3], velocity[4], velocity[5]));
    }
}

} // namespace

int main() {
    dInitODE2(0);
    int status = 0;
    try {
        letABallRise();
        stackBoxes();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ambient-ode: %s\n", error.what());
        status = 1;
    }
    dCloseODE();
    return status;
}
