// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"
#include "BulletAmbientFluidGrid/btFluidResolvedMultiBody.h"
#include "GridTestBox.h"
#include "bullet/BulletTestWorld.h"

#include <cmath>

namespace test {

constexpr double kTankWater = 1000.0; ///< density [kg/m^3]

/// Model of a ball with exactly its volume.
inline std::shared_ptr<const ambient::FluidBodyModel> ballModel(double radius) {
    ambient::TriangleMesh mesh = ambient::makeSphere(radius, 320);
    const double volume = ambient::FluidBodyModel::build(mesh)->volume();
    const double scale = std::cbrt(4.0 / 3.0 * ambient::kPi * std::pow(radius, 3) / volume);
    for (ambient::Vector3& vertex : mesh.vertices)
        vertex *= scale;
    return ambient::FluidBodyModel::build(mesh);
}

/// Bodies resolved by a grid.
struct ResolvedTank : GridTank<World> {
    using Info = btFluidGrid::btFluidGridConstructionInfo;

    explicit ResolvedTank(const Info& info, double gravity = 0.0, Solver solver = Solver::Fluid,
                          double viscosity = 1e-3, double density = kTankWater)
        : GridTank(info, ambient::UniformMedium(density, viscosity), btVector3(0, 0, btScalar(-gravity))) {
        if (solver == Solver::Stock) return;
        exact = std::make_unique<btFluidConstraintSolver>(w.fluid());
        exact->addBodies(*grid);
        w.world().setConstraintSolver(exact.get());
    }
    ~ResolvedTank() {
        for (btRigidBody* body : bodies)
            grid->removeResolved(body);
    }

    btRigidBody* add(double radius, const ambient::Vector3& at, double density,
                     const ambient::Vector3& velocity = ambient::Vector3::Zero()) {
        const double mass = density * 4.0 / 3.0 * ambient::kPi * std::pow(radius, 3);
        btRigidBody* body = w.addSphere(radius, mass, btFluidVector(at));
        body->setLinearVelocity(btFluidVector(velocity));
        grid->addResolved(body, ballModel(radius));
        bodies.push_back(body);
        return body;
    }
    const ambient::Twist& velocityOf(const btRigidBody* body) const { return grid->getResolved(body)->getVelocity(); }
    /// Of fluid and bodies, with the impulses held back for the next projection.
    ambient::Vector3 momentum() const {
        ambient::Vector3 sum = grid->getProjection()->fluidMomentum(grid->getGrid().velocity());
        for (const ambient::GridBody& body : grid->getProjection()->bodies())
            sum += body.mass * body.velocity.linear + body.impulse.linear;
        return sum;
    }

    std::unique_ptr<btFluidConstraintSolver> exact;
    std::vector<btRigidBody*> bodies;
};

} // namespace test
