// SPDX-License-Identifier: Zlib
#include "RobotFormats/MjcfGeoms.h"

#include <algorithm>
#include <cstring>

namespace ambient {
namespace {

using tinyxml2::XMLElement;
using Kind = RobotGeometry::Kind;

/// Volume and moments of a uniform solid of unit density about its centre, own axes.
struct Solid {
    double volume = 0.0;
    Vector3 moments = Vector3::Zero();
};

Solid cylinder(double r, double length) {
    const double v = kPi * r * r * length, across = v * (r * r / 4.0 + length * length / 12.0);
    return {v, {across, across, v * r * r / 2.0}};
}

Solid solidOf(const RobotGeometry& shape) {
    const double r = shape.size.x(), l = shape.size.y();
    const Vector3 squares = shape.size.cwiseProduct(shape.size);
    const auto ofSquares = [&squares](double v, double part) {
        return Solid{v, part * v *
                            Vector3(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y())};
    };
    switch (shape.kind) {
    case Kind::Box:
        return ofSquares(shape.size.prod(), 1.0 / 12.0);
    case Kind::Ellipsoid:
        return ofSquares(4.0 / 3.0 * kPi * shape.size.prod(), 0.2);
    case Kind::Sphere: {
        const double v = 4.0 / 3.0 * kPi * r * r * r;
        return {v, Vector3::Constant(0.4 * v * r * r)};
    }
    case Kind::Cylinder:
        return cylinder(r, l);
    case Kind::Capsule: {
        Solid solid = cylinder(r, l);
        const double caps = 4.0 / 3.0 * kPi * r * r * r; // both; each half lies 3/8 r beyond the end
        const double across = caps * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
        solid.volume += caps;
        solid.moments += Vector3(across, across, caps * 0.4 * r * r);
        return solid;
    }
    case Kind::Cone:
    case Kind::Mesh:
        break;
    }
    return {};
}

} // namespace

bool MjcfGeoms::placeFromTo(const XMLElement& geom, const std::string& around, RobotGeometry& shape,
                            double& half) const {
    const std::vector<double> n = m_file.numbers(geom, around, "fromto", 6);
    if (n.empty()) return false;
    const Vector3 from(n[0], n[1], n[2]), to(n[3], n[4], n[5]);
    const Vector3 axis = requireDirection(from - to, geom, m_file.pathOf(geom));
    half = 0.5 * (from - to).norm();
    shape.linkFromGeometry = {Quaternion::FromTwoVectors(Vector3::UnitZ(), axis), 0.5 * (from + to)};
    return true;
}

RobotGeometry MjcfGeoms::shapeOf(const XMLElement& geom, const std::string& type, const std::string& around) const {
    RobotGeometry shape;
    shape.place = m_file.place(geom);
    shape.linkFromGeometry = m_file.pose(geom, around);
    if (type == "mesh") {
        const char* name = m_file.text(geom, around, "mesh");
        if (!name) m_file.refuse(geom, "is a mesh, but names none");
        const MjcfFile::Mesh mesh = m_file.mesh(name, geom);
        shape.kind = Kind::Mesh;
        shape.mesh = mesh.inFile;
        if (!shape.mesh) shape.file = m_file.fileOf(mesh);
        shape.scale = mesh.scale;
        shape.linkFromGeometry = shape.linkFromGeometry * mesh.geomFromFile;
        return shape;
    }
    double half = 0.0;
    const bool hasEnds = placeFromTo(geom, around, shape, half);
    const bool isRound = type == "capsule" || type == "cylinder", isWide = type == "box" || type == "ellipsoid";
    if (!isRound && !isWide && type != "sphere") m_file.refuse(geom, "has the type '" + type + "', which is not read");
    const std::size_t count = type == "sphere" || (isRound && hasEnds) ? 1 : isRound || hasEnds ? 2 : 3;
    std::vector<double> n = m_file.numbers(geom, around, "size", isWide && hasEnds ? 1 : count);
    if (n.empty()) m_file.refuse(geom, "has no size");
    for (std::size_t i = 0; i < std::min(n.size(), count); ++i)
        requirePositive(n[i], "size", geom, m_file.pathOf(geom));
    if (isRound) {
        shape.kind = type == "capsule" ? Kind::Capsule : Kind::Cylinder;
        shape.size = {n[0], 2.0 * (hasEnds ? half : n[1]), 0.0};
    } else if (isWide) {
        if (hasEnds) n = {n[0], n.size() > 1 ? n[1] : n[0], half};
        shape.kind = type == "box" ? Kind::Box : Kind::Ellipsoid;
        shape.size = (type == "box" ? 2.0 : 1.0) * Vector3(n[0], n[1], n[2]);
    } else {
        shape.kind = Kind::Sphere;
        shape.size.x() = n[0];
    }
    return shape;
}

bool MjcfGeoms::isFluidAlone(const XMLElement& geom, const std::string& around) const {
    const char* fluid = m_file.text(geom, around, "fluidshape");
    const bool isZero = m_file.number(geom, around, "mass", 1.0) == 0.0 &&
                        m_file.number(geom, around, "contype", 1.0) == 0.0 &&
                        m_file.number(geom, around, "conaffinity", 1.0) == 0.0;
    return fluid && std::strcmp(fluid, "ellipsoid") == 0 && isZero;
}

void MjcfGeoms::add(const XMLElement& geom, const Pose& bodyFromFrame, const std::string& around,
                    std::vector<std::string>& notes) {
    const char* given = m_file.text(geom, around, "type");
    const std::string type = given ? given : m_file.text(geom, around, "mesh") ? "mesh" : "sphere";
    if (type == "plane" || type == "hfield" || type == "sdf") {
        notes.push_back(m_file.place(geom) + ": is left out: no body has the shape " + type +
                        (type == "plane" ? "; a wall of the world is a plane" : ""));
        return;
    }
    if (isFluidAlone(geom, around)) return;
    Geom read;
    read.collides =
        m_file.number(geom, around, "contype", 1.0) != 0.0 || m_file.number(geom, around, "conaffinity", 1.0) != 0.0;
    read.density = m_file.number(geom, around, "density", 1000.0);
    if (m_file.text(geom, around, "mass")) read.mass = m_file.number(geom, around, "mass", 0.0);
    if (read.density < 0.0 || read.mass.value_or(0.0) < 0.0) m_file.refuse(geom, "its mass or density is below 0");
    if (m_file.flag(geom, around, "shellinertia", false))
        notes.push_back(m_file.place(geom) + ": shellinertia has no effect: the mass fills the shape");
    if (read.collides) {
        read.shape = shapeOf(geom, type, around);
    } else {
        RobotTreeLink seen;
        addVisual(seen, notes, [&] { return shapeOf(geom, type, around); });
        if (seen.shapes.empty()) return;
        read.shape = seen.shapes.front();
    }
    read.shape.linkFromGeometry = bodyFromFrame * read.shape.linkFromGeometry;
    m_geoms.push_back(std::move(read));
}

std::vector<RobotGeometry> MjcfGeoms::shapes() const {
    const bool any = std::any_of(m_geoms.begin(), m_geoms.end(), [](const Geom& geom) { return geom.collides; });
    std::vector<RobotGeometry> all;
    for (const Geom& geom : m_geoms)
        if (geom.collides || !any) all.push_back(geom.shape);
    return all;
}

std::optional<RobotInertia> MjcfGeoms::mass(std::vector<std::string>& notes) const {
    RobotInertia sum;
    double ofMeshes = 0.0;
    std::optional<double> density;
    const Geom* open = nullptr;
    for (const Geom& geom : m_geoms) {
        if (geom.shape.kind == Kind::Mesh) {
            ofMeshes += geom.mass.value_or(0.0);
            if (!geom.mass && geom.density > 0.0) {
                density = geom.density;
                open = &geom;
            }
            if (geom.mass.value_or(0.0) > 0.0 && !open) open = &geom;
            continue;
        }
        const Solid solid = solidOf(geom.shape);
        const double mass = geom.mass.value_or(geom.density * solid.volume);
        sum.centerOfMass += mass * geom.shape.linkFromGeometry.position;
        sum.mass += mass;
    }
    if (density) { // the volume of a mesh is known to its reader only
        sum = {};
        sum.density = sum.mass = *density;
        if (m_geoms.size() > 1)
            notes.push_back(open->shape.place + ": all geoms of the body have the density of this mesh, " +
                            shortText(*density) + " kg/m^3");
        return sum;
    }
    if (!(sum.mass + ofMeshes > 0.0)) return std::nullopt;
    if (ofMeshes > 0.0) {
        sum = {sum.mass + ofMeshes, Vector3::Zero(), Matrix3::Zero(), true, true, {}};
        if (m_geoms.size() > 1)
            notes.push_back(open->shape.place +
                            ": the centre of mass and the moments are those of all shapes of the body, of one density");
        return sum;
    }
    sum.centerOfMass /= sum.mass;
    for (const Geom& geom : m_geoms) {
        const Solid solid = solidOf(geom.shape);
        const double mass = geom.mass.value_or(geom.density * solid.volume);
        const Matrix3 turn = geom.shape.linkFromGeometry.orientation.toRotationMatrix();
        const Vector3 r = geom.shape.linkFromGeometry.position - sum.centerOfMass;
        sum.moments += mass / solid.volume * (turn * solid.moments.asDiagonal() * turn.transpose()) +
                       mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
    }
    return sum;
}

} // namespace ambient
