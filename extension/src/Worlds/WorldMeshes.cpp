// SPDX-License-Identifier: Zlib
#include "Worlds/WorldMeshes.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "FilePath.h"
#include "MeshImport/MeshImport.h"
#include "MeshImport/SequenceImport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ambient {
namespace {

using Kind = WorldShape::Kind;

std::string placeOf(const std::string& folder, const std::string& file) {
    return utf8Of(pathIn(folder, file));
}

void remark(const WorldShape& shape, const MeshReport& report, MeshRemarks& remarks) {
    const std::string place = shape.filePath + ": " + (shape.mesh ? "" : shape.file + ": ");
    for (const std::string& warning : report.warnings)
        remarks.warnings.push_back(place + warning);
    if (leftHollowsOut(report)) remarks.hollow = place;
}

TriangleMesh importedMesh(const WorldShape& shape, const std::string& folder, MeshRemarks* remarks) {
    CheckedMesh made;
    if (!shape.prepared) made = preparedMesh(shape, folder);
    const CheckedMesh& checked = shape.prepared ? *shape.prepared : made;
    if (remarks) remark(shape, checked.report, *remarks);
    return shape.prepared ? checked.mesh : std::move(made.mesh);
}

TriangleMesh boxOf(const Vector3& size, int faces) {
    const bool isThin = size.minCoeff() < 0.1 * size.maxCoeff();
    return isThin ? makePlate(size, std::max(faces, 48)) : makeBox(size, faces);
}

TriangleMesh primitiveOf(const WorldShape& shape, const std::string& folder, MeshRemarks* remarks) {
    const double radius = shape.size.x(), length = shape.size.y();
    switch (shape.kind) {
    case Kind::Sphere:
        return makeSphere(radius, shape.faces);
    case Kind::Box:
        return boxOf(shape.size, shape.faces);
    case Kind::Ellipsoid:
        return makeEllipsoid(shape.size, shape.faces);
    case Kind::Cylinder:
        return length < 0.2 * radius ? makeDisc(radius, length, shape.faces)
                                     : makeCylinder(radius, length, shape.faces);
    case Kind::Capsule:
        return makeCapsule(radius, length, shape.faces);
    case Kind::Cone:
        return makeCone(radius, length, shape.faces);
    case Kind::Mesh:
        return importedMesh(shape, folder, remarks);
    case Kind::Parts:
        return meshOf(shape.parts, folder, remarks);
    case Kind::Frames:
    case Kind::Wave:
        break;
    }
    throw WorldFileError(shape.path + ": a shape that changes has no mesh of its own");
}

ShapeSequence framesOf(const WorldShape& shape, const std::string& folder) {
    if (shape.given) {
        ShapeSequence sequence = *shape.given;
        for (std::vector<Vector3>& key : sequence.keys)
            for (Vector3& point : key)
                point *= shape.scale.x();
        if (shape.isLinear) sequence.interpolation = ShapeSequence::Interpolation::Linear;
        return sequence;
    }
    SequenceImportOptions options;
    if (!shape.facesFile.empty()) options.faces = placeOf(folder, shape.facesFile);
    options.framesPerSecond = shape.framesPerSecond;
    options.scale = shape.scale.x();
    options.isLoop = shape.isLoop;
    options.isLinear = shape.isLinear;
    return importSequence(placeOf(folder, shape.file), options);
}

/// The straight body, bent by a wave from its head to its tail.
ShapeSequence bentSequence(const WorldShape& shape, const std::string& folder) {
    TriangleMesh straight = meshOf(*shape.straight, folder);
    double head = straight.vertices.front().dot(shape.along), tail = head;
    for (const Vector3& v : straight.vertices) {
        head = std::min(head, v.dot(shape.along));
        tail = std::max(tail, v.dot(shape.along));
    }
    const double number = 2.0 * kPi / shape.wavelength, period = 1.0 / shape.frequency;
    ShapeSequence sequence;
    sequence.period = period;
    for (int k = 0; k < shape.keys; ++k) {
        std::vector<Vector3> key = straight.vertices;
        for (Vector3& v : key) {
            const double x = v.dot(shape.along), s = (x - head) / (tail - head);
            double size = 0.0;
            for (std::size_t n = shape.amplitude.size(); n-- > 0;)
                size = size * s + shape.amplitude[n];
            v += size * portable::sin(number * x - 2.0 * kPi * k / shape.keys) * shape.across;
        }
        sequence.times.push_back(period * k / shape.keys);
        sequence.keys.push_back(std::move(key));
    }
    sequence.faces = std::move(straight.faces);
    return sequence;
}

std::unique_ptr<btCollisionShape> hullOf(const TriangleMesh& mesh) {
    auto hull = std::make_unique<btConvexHullShape>();
    Vector3 low = mesh.vertices.front(), high = low;
    for (const Vector3& v : mesh.vertices) {
        hull->addPoint(btVector3(btScalar(v.x()), btScalar(v.y()), btScalar(v.z())), false);
        low = low.cwiseMin(v);
        high = high.cwiseMax(v);
    }
    hull->recalcLocalAabb();
    hull->setMargin(btScalar(std::min(1e-3, 0.01 * (high - low).minCoeff())));
    return hull;
}

/// Bullet's own shape, in the frame of the shape; null: none.
std::unique_ptr<btCollisionShape> ownShapeOf(const WorldShape& shape) {
    const btScalar radius = btScalar(shape.size.x()), half = btScalar(0.5 * shape.size.y());
    switch (shape.kind) {
    case Kind::Sphere:
        return std::make_unique<btSphereShape>(radius);
    case Kind::Box:
        return std::make_unique<btBoxShape>(
            btVector3(btScalar(shape.size.x()), btScalar(shape.size.y()), btScalar(shape.size.z())) * btScalar(0.5));
    case Kind::Cylinder:
        return std::make_unique<btCylinderShapeZ>(btVector3(radius, radius, half));
    case Kind::Capsule:
        return std::make_unique<btCapsuleShapeZ>(radius, 2 * half);
    default:
        return nullptr;
    }
}

/// Adds a shape to a compound, as Bullet's own shape or as the hull of its mesh.
void addPart(const WorldShape& shape, const TriangleMesh& mesh, const Pose& bodyFromFrame, btCompoundShape& compound,
             WorldCollisionShape& owner) {
    std::unique_ptr<btCollisionShape> part = ownShapeOf(shape);
    const Pose place = bodyFromFrame * shape.bodyFromShape;
    if (part)
        compound.addChildShape(btFluidTransform(place), part.get());
    else {
        part = hullOf(movedMesh(mesh, bodyFromFrame));
        compound.addChildShape(btTransform::getIdentity(), part.get());
    }
    owner.parts.push_back(std::move(part));
}

} // namespace

std::vector<std::string> MeshRemarks::lines(const WorldMass& given, double moved) const {
    std::vector<std::string> all = warnings;
    if (hollow.empty() || (given.mass && given.inertia) || !given.flooding.shapes.empty()) return all;
    char text[240];
    if (given.mass)
        std::snprintf(text, sizeof text, "the inertia is that of a solid; give that of a shell by the key 'inertia'");
    else
        std::snprintf(text, sizeof text,
                      "the density makes it a solid of %.4g kg; give the mass and the inertia of a shell by the keys "
                      "'mass' and 'inertia'",
                      moved);
    all.push_back(hollow + "pieces of its surface inside another are left out, and " + text +
                  ", and water in the hollow by the key 'flooded'");
    return all;
}

CheckedMesh preparedMesh(const WorldShape& shape, const std::string& folder, MeshFrontEndOptions options) {
    TriangleMesh mesh;
    try {
        mesh = shape.mesh ? *shape.mesh : importMesh(placeOf(folder, shape.file));
    } catch (const MeshImportError& error) {
        throw WorldFileError(shape.filePath + ": " + error.what());
    }
    for (Vector3& vertex : mesh.vertices)
        vertex = vertex.cwiseProduct(shape.scale).eval();
    if (shape.scale.prod() < 0.0) // a mirror image
        for (TriangleMesh::Face& face : mesh.faces)
            std::swap(face[1], face[2]);
    options.sheetThickness = shape.sheetThickness;
    try {
        return requirePreparedMesh(mesh, options, false);
    } catch (const MeshError& error) {
        std::string why = error.what();
        const std::string option = "--sheet-thickness";
        if (const std::size_t at = why.find(option); at != std::string::npos)
            why.replace(at, option.size(), "the key 'sheet_thickness'");
        throw WorldFileError(shape.filePath + ": " + (shape.mesh ? "" : shape.file + ": ") + why);
    }
}

TriangleMesh meshOf(const WorldShape& shape, const std::string& folder, MeshRemarks* remarks) {
    try {
        return movedMesh(primitiveOf(shape, folder, remarks), shape.bodyFromShape);
    } catch (const WorldFileError&) {
        throw;
    } catch (const std::exception& error) {
        throw WorldFileError(shape.path + ": " + error.what());
    }
}

TriangleMesh meshOf(const std::vector<WorldShape>& shapes, const std::string& folder, MeshRemarks* remarks) {
    if (shapes.size() == 1) return meshOf(shapes.front(), folder, remarks);
    std::vector<TriangleMesh> parts;
    for (const WorldShape& shape : shapes)
        parts.push_back(meshOf(shape, folder, remarks));
    MeshFrontEndOptions options; // simple shapes; the grid is for parts that have no exact union
    options.cells = 96;
    options.facesOfGrid = 1200;
    try {
        CheckedMesh united = requireUnitedMesh(parts, options);
        if (remarks)
            for (const std::string& warning : united.report.warnings)
                remarks->warnings.push_back(shapes.front().path + " and the shapes with it: " + warning);
        return std::move(united.mesh);
    } catch (const MeshError& error) {
        throw WorldFileError(shapes.front().path + " and the shapes with it: " + error.what());
    }
}

ShapeSequence sequenceOf(const WorldShape& shape, const std::string& folder) {
    try {
        return shape.kind == Kind::Wave ? bentSequence(shape, folder) : framesOf(shape, folder);
    } catch (const WorldFileError&) {
        throw;
    } catch (const std::exception& error) {
        throw WorldFileError((shape.kind == Kind::Frames ? shape.filePath : shape.path) + ": " + error.what());
    }
}

bool isConvex(const WorldShape& shape) {
    return shape.kind != Kind::Mesh && shape.kind != Kind::Parts && !shape.isDeforming();
}

TriangleMesh movedMesh(TriangleMesh mesh, const Pose& newFromOld) {
    for (Vector3& vertex : mesh.vertices)
        vertex = newFromOld * vertex;
    return mesh;
}

FluidBodyDef modelDefOf(const WorldSurfaceFlow& flow) {
    FluidBodyDef def;
    if (flow.separationAngle) def.separationAngle = *flow.separationAngle;
    if (flow.wakeFactor) def.wakeFactor = *flow.wakeFactor;
    def.roughness = flow.roughness;
    def.porosity = flow.porosity;
    def.addedMass = flow.addedMass;
    return def;
}

bool areSameDefs(const FluidBodyDef& a, const FluidBodyDef& b) {
    if (a.separationAngle != b.separationAngle || a.wakeFactor != b.wakeFactor) return false;
    if (a.roughness != b.roughness || a.porosity != b.porosity) return false;
    if (!a.addedMass || !b.addedMass) return !a.addedMass && !b.addedMass;
    return a.addedMass->matrix == b.addedMass->matrix && a.addedMass->fluidDensity == b.addedMass->fluidDensity &&
           a.addedMass->referencePoint == b.addedMass->referencePoint;
}

WorldCollisionShape collisionShapeOf(const WorldShape& shape, const TriangleMesh& mesh, const std::string& folder,
                                     const Pose& bodyFromFrame, bool isStatic) {
    WorldCollisionShape result;
    if (isStatic && (shape.kind == Kind::Mesh || shape.kind == Kind::Parts)) {
        result.triangles = std::make_unique<btTriangleMesh>();
        const auto corner = [&](int vertex) {
            const Vector3& v = mesh.vertices[static_cast<std::size_t>(vertex)];
            return btVector3(btScalar(v.x()), btScalar(v.y()), btScalar(v.z()));
        };
        for (const auto& face : mesh.faces)
            result.triangles->addTriangle(corner(face[0]), corner(face[1]), corner(face[2]));
        result.shape = std::make_unique<btBvhTriangleMeshShape>(result.triangles.get(), true);
        return result;
    }
    if (shape.kind == Kind::Parts) return collisionShapeOf(shape.parts, mesh, folder, bodyFromFrame);
    result.shape = ownShapeOf(shape);
    if (!result.shape) {
        result.shape = hullOf(movedMesh(mesh, bodyFromFrame));
        return result;
    }
    const Pose place = bodyFromFrame * shape.bodyFromShape;
    if (place.position.isZero(0.0) && place.orientation.isApprox(Quaternion::Identity(), 1e-15)) return result;
    auto compound = std::make_unique<btCompoundShape>();
    addPart(shape, mesh, bodyFromFrame, *compound, result);
    result.shape = std::move(compound);
    return result;
}

WorldCollisionShape collisionShapeOf(const std::vector<WorldShape>& shapes, const TriangleMesh& mesh,
                                     const std::string& folder, const Pose& bodyFromFrame) {
    if (shapes.size() == 1) return collisionShapeOf(shapes.front(), mesh, folder, bodyFromFrame, false);
    std::vector<TriangleMesh> meshes;
    for (const WorldShape& shape : shapes)
        meshes.push_back(ownShapeOf(shape) ? TriangleMesh() : meshOf(shape, folder));
    WorldCollisionShape result;
    auto compound = std::make_unique<btCompoundShape>();
    for (std::size_t i = 0; i < shapes.size(); ++i)
        addPart(shapes[i], meshes[i], bodyFromFrame, *compound, result);
    result.shape = std::move(compound);
    return result;
}

} // namespace ambient
