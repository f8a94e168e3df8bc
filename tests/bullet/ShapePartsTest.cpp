// SPDX-License-Identifier: Zlib
#include "BulletTestWorld.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <cmath>
#include <limits>

namespace shape_parts_test {

using namespace ambient;

namespace {

TriangleMesh built(const btCollisionShape& shape, const btFluidMeshOptions& options = {}) {
    TriangleMesh mesh = btFluidMeshBuilder(shape, options).build().m_mesh;
    EXPECT_TRUE(checkMesh(mesh).usable());
    return mesh;
}

/// A convex shape of a user's own kind: Bullet can only compute its contacts.
class Ellipsoid : public btConvexInternalShape {
  public:
    explicit Ellipsoid(const btVector3& semiAxes) : m_semiAxes(semiAxes) {
        m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
        m_collisionMargin = 0;
    }
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
        const btVector3 scaled = direction * m_semiAxes;
        return scaled.fuzzyZero() ? btVector3(0, 0, 0) : m_semiAxes * scaled.normalized();
    }
    void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* directions, btVector3* points,
                                                           int count) const override {
        for (int i = 0; i < count; ++i)
            points[i] = localGetSupportingVertexWithoutMargin(directions[i]);
    }
    void calculateLocalInertia(btScalar mass, btVector3& inertia) const override {
        const btVector3 squares = m_semiAxes * m_semiAxes;
        inertia = btScalar(0.2) * mass * (squares.dot(btVector3(1, 1, 1)) * btVector3(1, 1, 1) - squares);
    }
    const char* getName() const override { return "Ellipsoid"; }

  private:
    btVector3 m_semiAxes;
};

} // namespace

TEST(ShapeParts, EveryRoundPartKeepsItsVolumeInACompound) {
    btCapsuleShape capsule(btScalar(0.2), btScalar(0.6));
    btCylinderShapeX cylinder(btVector3(btScalar(0.4), btScalar(0.25), btScalar(0.25)));
    btConeShapeZ cone(btScalar(0.3), btScalar(0.8));
    btCompoundShape apart;
    const btQuaternion turn(btVector3(1, 2, 3).normalized(), btScalar(0.7));
    apart.addChildShape(btTransform(turn, btVector3(-2, 0, 0)), &capsule);
    apart.addChildShape(btTransform(turn, btVector3(0, 0, 0)), &cylinder);
    apart.addChildShape(btTransform(turn, btVector3(2, 0, 0)), &cone);
    const double exact = kPi * (0.04 * 0.6 + 4.0 / 3.0 * 0.008) + kPi * 0.0625 * 0.8 + kPi * 0.09 * 0.8 / 3.0;
    const TriangleMesh mesh = built(apart);
    EXPECT_EQ(checkMesh(mesh).componentCount, 3);
    EXPECT_NEAR(enclosedVolume(mesh) / exact, 1.0, 1e-3);
}

TEST(ShapeParts, AConvexShapeOfAUsersOwnIsTheHullOfWhereItIsTouched) {
    const btVector3 semiAxes(btScalar(0.3), btScalar(0.2), btScalar(0.15));
    const Ellipsoid shape(semiAxes);
    const TriangleMesh mesh = built(shape);
    const double exact = 4.0 / 3.0 * kPi * 0.3 * 0.2 * 0.15;
    EXPECT_NEAR(enclosedVolume(mesh) / exact, 1.0, 0.02);
    for (const Vector3& v : mesh.vertices)
        EXPECT_NEAR(v.cwiseQuotient(btFluidVector(semiAxes)).norm(), 1.0, 0.03);
}

TEST(ShapeParts, TheMarginOfATriangleMeshIsLeftOutWithANote) {
    const TriangleMesh cube = makeBox({1, 1, 1}, 12);
    btTriangleMesh triangles;
    for (int f = 0; f < cube.faceCount(); ++f)
        triangles.addTriangle(btFluidVector(cube.corner(f, 0)), btFluidVector(cube.corner(f, 1)),
                              btFluidVector(cube.corner(f, 2)));
    btBvhTriangleMeshShape shape(&triangles, true);
    shape.setMargin(btScalar(0.05));
    btFluidMeshOptions options;
    options.m_includeMargin = true;
    const btFluidMesh with = btFluidMeshBuilder(shape, options).build();
    EXPECT_NEAR(enclosedVolume(with.m_mesh), 1.0, test::bulletTolerance(1e-12, 1e-6));
    ASSERT_EQ(with.m_notes.size(), 1u);
    EXPECT_NE(with.m_notes[0].find("margin"), std::string::npos);
    EXPECT_TRUE(btFluidMeshBuilder(shape).build().m_notes.empty());
}

TEST(ShapeParts, RefusesOptionsAndGImpactCompoundsByName) {
    const btBoxShape box(btVector3(1, 1, 1));
    for (double thickness : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        btFluidMeshOptions options;
        options.m_sheetThickness = thickness;
        EXPECT_NE(test::refusal([&] { btFluidMeshBuilder(box, options); }).find("m_sheetThickness"), std::string::npos);
    }
    const btGImpactCompoundShape compound;
    EXPECT_NE(test::refusal([&] { btFluidMeshBuilder builder(compound); }).find("GImpact"), std::string::npos);
}

} // namespace shape_parts_test
