// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "BulletTestWorld.h"

#include <stdexcept>

namespace add_body_by_shape_test {

namespace {

using ambient::TriangleMesh;
using ambient::Vector3;

TriangleMesh built(const btCollisionShape& shape) {
    return btFluidMeshBuilder(shape).build().m_mesh;
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// Against meshes of 1500 faces. Measured: added mass 1.7 %, drag 2.4 %, both of the cross.
TEST(AddBodyByShape, DefaultResolutionsHaveTheAddedMassAndDragOfFineMeshes) {
    const btCapsuleShape capsule(btScalar(0.3), btScalar(0.5));
    const btCylinderShape cylinder(btVector3(btScalar(0.3), btScalar(0.5), btScalar(0.3)));
    btBoxShape bar(btVector3(1, btScalar(0.2), btScalar(0.2)));
    btCompoundShape cross;
    for (double turn : {0.5, -0.9})
        cross.addChildShape(btTransform(btQuaternion(btVector3(0, 0, 1), btScalar(turn))), &bar);
    btFluidMeshOptions fine;
    fine.m_targetFaces = 1500;
    for (const btCollisionShape* shape :
         {static_cast<const btCollisionShape*>(&capsule), static_cast<const btCollisionShape*>(&cylinder),
          static_cast<const btCollisionShape*>(&cross)}) {
        const auto usual = ambient::FluidBodyModel::build(built(*shape));
        const auto exact = ambient::FluidBodyModel::build(btFluidMeshBuilder(*shape, fine).build().m_mesh);
        const ambient::Matrix6 expected = exact->addedMassPerDensity().matrix();
        const ambient::Matrix6 error = usual->addedMassPerDensity().matrix() - expected;
        const auto translation = expected.bottomRightCorner<3, 3>();
        EXPECT_LT((error.bottomRightCorner<3, 3>().norm()), 0.02 * translation.norm()) << shape->getName();
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3 along = Vector3::Unit(axis);
            EXPECT_NEAR(test::dragArea(*usual, along) / test::dragArea(*exact, along), 1.0, 0.03) << shape->getName();
        }
    }
}

TEST(AddBodyByShape, ModelsForGamesAreSharedAndSinkAsFullOnes) {
    test::World w(btVector3(0, 0, 0));
    w.fluid().setMedium(ambient::UniformMedium::water());
    btFluidMeshOptions game;
    game.m_detail = ambient::ModelDetail::Game;
    std::vector<btRigidBody*> boxes;
    for (int i = 0; i < 3; ++i) {
        boxes.push_back(
            w.addBox(btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.05)), 12.0, btVector3(btScalar(3 * i), 0, 0)));
        boxes.back()->setLinearVelocity(btVector3(btScalar(0.3), btScalar(0.5), btScalar(0.2)));
        boxes.back()->setAngularVelocity(btVector3(1, -2, btScalar(0.5)));
        w.fluid().addBody(boxes.back(), i == 0 ? btFluidMeshOptions() : game);
    }
    const auto modelOf = [&](int i) { return w.fluid().getFluidBody(boxes[size_t(i)])->motion().body().model; };
    EXPECT_EQ(modelOf(0)->faces().size(), 416);
    EXPECT_LE(modelOf(1)->faces().size(), ambient::kGameFaces);
    EXPECT_EQ(modelOf(1), modelOf(2));
    w.run(1.0, 1.0 / 60);
    const btVector3 way = boxes[0]->getCenterOfMassPosition();
    const btVector3 other = boxes[1]->getCenterOfMassPosition() - btVector3(3, 0, 0);
    EXPECT_LT(double((other - way).length()), 0.02 * double(way.length()));
    EXPECT_TRUE(w.log().empty()) << w.log().front();
}

/// A dynamic body of this shape and density, with the inertia of its solid mesh.
btRigidBody* addSolid(test::World& world, std::unique_ptr<btCollisionShape> shape, double density) {
    const ambient::MassProperties mass = ambient::solidMassProperties(built(*shape), density);
    return world.addRigidBody(std::move(shape), mass.mass, btFluidVector(Vector3(mass.inertia.diagonal())));
}

class AddBodyByShapeInBothModes : public test::InBothModes {};
INSTANTIATE_TEST_SUITE_P(Modes, AddBodyByShapeInBothModes, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(AddBodyByShapeInBothModes, OneCallMakesABodySinkAsWithAModelOfItsOwn) {
    test::World own(btVector3(0, 0, btScalar(-9.81)), GetParam()), one(btVector3(0, 0, btScalar(-9.81)), GetParam());
    for (test::World* world : {&own, &one})
        world->fluid().setMedium(ambient::UniformMedium::water());
    btCapsuleShape capsule(btScalar(0.1), btScalar(0.2));
    btRigidBody* expected = addSolid(own, std::make_unique<btCapsuleShape>(capsule), 2000.0);
    own.fluid().addBody(expected, ambient::FluidBodyModel::build(built(capsule)));
    auto compound = std::make_unique<btCompoundShape>();
    compound->addChildShape(btTransform::getIdentity(), &capsule);
    btRigidBody* body = one.addRigidBody(std::move(compound), 1.0, btVector3(1, 1, 1));
    const ambient::MassProperties mass = ambient::solidMassProperties(built(capsule), 2000.0);
    body->setMassProps(btScalar(mass.mass), btFluidVector(Vector3(mass.inertia.diagonal())));
    one.fluid().addBody(body);
    EXPECT_TRUE(one.log().empty()) << one.log().front();
    own.run(0.5, 1.0 / 60.0);
    one.run(0.5, 1.0 / 60.0);
    EXPECT_LT(btFluidVector(body->getCenterOfMassPosition()).z(), -0.2);
    EXPECT_EQ(body->getCenterOfMassPosition(), expected->getCenterOfMassPosition());
    EXPECT_EQ(body->getOrientation(), expected->getOrientation());
}

TEST(AddBodyByShape, BodiesOfEqualShapesShareOneModelWhichGoesWithTheLastOfThem) {
    test::World world;
    std::vector<btRigidBody*> bodies;
    for (int i = 0; i < 4; ++i) {
        auto shape =
            std::make_unique<btCylinderShape>(btVector3(btScalar(0.3), btScalar(i == 3 ? 0.5 : 0.4), btScalar(0.3)));
        bodies.push_back(addSolid(world, std::move(shape), 500.0));
        world.fluid().addBody(bodies.back());
    }
    const auto modelOf = [&](int i) { return &world.fluid().getFluidBody(bodies[i])->motion().body().model; };
    EXPECT_EQ(modelOf(0)->get(), modelOf(1)->get());
    EXPECT_EQ(modelOf(0)->get(), modelOf(2)->get());
    EXPECT_NE(modelOf(0)->get(), modelOf(3)->get());
    const std::weak_ptr<const ambient::FluidBodyModel> model = *modelOf(0);
    world.fluid().removeBody(bodies[0]);
    world.fluid().removeBody(bodies[1]);
    EXPECT_FALSE(model.expired());
    world.fluid().removeBody(bodies[2]);
    EXPECT_TRUE(model.expired());
}

TEST(AddBodyByShape, ImplausibleMassAndInertiaAreSaidOnce) {
    test::World world;
    world.fluid().setMedium(ambient::UniformMedium::water());
    btRigidBody* light = world.addBox(btVector3(1, 1, 1), 1.0, btVector3(0, 0, 0));
    world.fluid().addBody(light);
    ASSERT_EQ(world.log().size(), 1u);
    EXPECT_TRUE(says(world.log()[0], "body 0 has a mean density of 0.125 kg/m^3 (1 kg in the 8 m^3 of its btBoxShape)"))
        << world.log()[0];
    btRigidBody* heavy = world.addBox(btVector3(1, 1, 1), 2e5, btVector3(5, 0, 0));
    world.fluid().addBody(heavy);
    EXPECT_TRUE(says(world.log().at(1), "body 1 has a mean density of 2.5e+04 kg/m^3")) << world.log().at(1);
    btRigidBody* odd =
        world.addRigidBody(std::make_unique<btSphereShape>(btScalar(0.5)), 500.0, btVector3(50, 50, 500));
    world.fluid().addBody(odd);
    EXPECT_TRUE(says(world.log().at(2), "body 2 has moments of inertia (50, 50, 500) kg m^2")) << world.log().at(2);
    world.run(0.1, 1.0 / 60.0);
    EXPECT_EQ(world.log().size(), 3u);
}

TEST(AddBodyByShape, ARefusedShapeLeavesTheBodyDry) {
    test::World world;
    btRigidBody* body = world.addRigidBody(std::make_unique<btEmptyShape>(), 1.0, btVector3(1, 1, 1));
    EXPECT_THROW(world.fluid().addBody(body), std::invalid_argument);
    EXPECT_THROW(world.fluid().addBody(nullptr, btFluidMeshOptions()), std::invalid_argument);
    EXPECT_EQ(world.fluid().getNumBodies(), 0);
    btRigidBody* wall = world.addBox(btVector3(1, 1, 1), 0.0, btVector3(0, 0, 0));
    EXPECT_THROW(world.fluid().addBody(wall), std::invalid_argument);
}

} // namespace

} // namespace add_body_by_shape_test
