// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ambient {
namespace {

using Kind = WorldShape::Kind;

struct NamedShape {
    const char* name;
    Kind kind;
    int faces; ///< default
};

// Default numbers of faces of btFluidMeshBuilder; its header states their accuracy.
constexpr NamedShape kNamedShapes[] = {
    {"sphere", Kind::Sphere, 320},     {"box", Kind::Box, 432},         {"ellipsoid", Kind::Ellipsoid, 500},
    {"cylinder", Kind::Cylinder, 400}, {"capsule", Kind::Capsule, 500}, {"cone", Kind::Cone, 600},
    {"mesh", Kind::Mesh, 0},           {"frames", Kind::Frames, 0},     {"wave", Kind::Wave, 0}};

const NamedShape& namedShape(const WorldValue& value) {
    if (!value.value.is_object())
        value.refuse(std::string("is ") + value.value.type_name() + ", not an object { ... }");
    if (!value.value.contains("type")) value.refuse("needs the key 'type'");
    const WorldValue type{value.value.at("type"), value.path + ".type"};
    const std::string name = type.text();
    std::vector<std::string> names;
    for (const NamedShape& known : kNamedShapes) {
        if (name == known.name) return known;
        names.push_back(known.name);
    }
    type.refuse("'" + name + "' is no shape" + didYouMean(name, names));
}

Vector3 readLengths(const WorldObject& object, const std::string& key) {
    const Vector3 lengths = object.at(key).vector();
    for (std::size_t i = 0; i < 3; ++i)
        if (!(lengths[Eigen::Index(i)] > 0.0)) object.at(key).elements()[i].refuse("is not above 0");
    return lengths;
}

std::vector<Vector3> readPoints(const WorldValue& list) {
    std::vector<Vector3> points;
    for (const WorldValue& point : list.elements())
        points.push_back(point.vector());
    return points;
}

std::vector<TriangleMesh::Face> readTriangles(const WorldValue& list, std::size_t points) {
    std::vector<TriangleMesh::Face> triangles;
    for (const WorldValue& element : list.elements()) {
        const std::vector<double> corners = element.numbers(3, 3);
        TriangleMesh::Face triangle{};
        for (std::size_t k = 0; k < 3; ++k) {
            if (!(corners[k] >= 0.0 && corners[k] < double(points)) || corners[k] != std::floor(corners[k]))
                element.elements()[k].refuse("is no number of a vertex, from 0 to " + std::to_string(points - 1));
            triangle[k] = static_cast<int>(corners[k]);
        }
        triangles.push_back(triangle);
    }
    return triangles;
}

/// Shapes of a file, or of numbers in its place: one or the other.
/// \returns whether they are numbers
bool readSource(const WorldObject& object, const std::string& numbers, WorldShape& shape) {
    const bool given = object.has(numbers);
    if (object.has("file") == given) object.refuse("needs one of the keys 'file' and '" + numbers + "'");
    if (given != object.has("triangles"))
        object.refuse(given ? "needs the key 'triangles'" : "has the key 'triangles' without '" + numbers + "'");
    shape.file = object.text("file", "");
    return given;
}

void readMeshFile(const WorldObject& object, WorldShape& shape) {
    if (readSource(object, "vertices", shape)) {
        TriangleMesh mesh;
        mesh.vertices = readPoints(object.at("vertices"));
        mesh.faces = readTriangles(object.at("triangles"), mesh.vertices.size());
        shape.mesh = std::make_shared<TriangleMesh>(std::move(mesh));
        shape.filePath = object.path();
    }
    if (object.has("scale"))
        shape.scale = object.at("scale").value.is_array() ? readLengths(object, "scale")
                                                          : Vector3::Constant(object.positive("scale", 1.0)).eval();
    shape.sheetThickness = object.positive("sheet_thickness", 0.0);
}

std::shared_ptr<const ShapeSequence> readKeys(const WorldObject& object) {
    ShapeSequence sequence;
    const std::vector<WorldValue> keys = object.at("keys").elements();
    const bool isLoop = object.flag("loop", true);
    if (keys.size() < 2) object.at("keys").refuse("a shape that changes has two keys or more");
    for (const WorldValue& key : keys) {
        sequence.keys.push_back(readPoints(key));
        if (sequence.keys.back().size() != sequence.keys.front().size())
            key.refuse("has " + std::to_string(sequence.keys.back().size()) + " points, the first key " +
                       std::to_string(sequence.keys.front().size()));
    }
    sequence.faces = readTriangles(object.at("triangles"), sequence.keys.front().size());
    const double period = object.positive("period", 1.0);
    const std::size_t intervals = isLoop ? keys.size() : keys.size() - 1;
    for (std::size_t i = 0; i < keys.size(); ++i)
        sequence.times.push_back(period * double(i) / double(intervals));
    sequence.period = isLoop ? period : 0.0;
    return std::make_shared<ShapeSequence>(std::move(sequence));
}

void readFrames(const WorldObject& object, WorldShape& shape) {
    if (readSource(object, "keys", shape)) {
        for (const char* key : {"faces_file", "frames_per_second"})
            if (object.has(key)) object.at(key).refuse("belongs to frames of a file");
        shape.given = readKeys(object);
        shape.filePath = object.path();
    } else if (object.has("period")) {
        object.at("period").refuse("belongs to 'keys'; the file has its own times");
    }
    shape.facesFile = object.text("faces_file", "");
    shape.framesPerSecond = object.positive("frames_per_second", 0.0);
    shape.isLoop = object.flag("loop", true);
    shape.isLinear = object.choice("interpolation", {"smooth", "linear"}, "smooth") == "linear";
    shape.scale = Vector3::Constant(object.positive("scale", 1.0));
    shape.speed = object.number("speed", 1.0);
    shape.phase = object.number("phase", 0.0);
}

void readWave(const WorldObject& object, WorldShape& shape) {
    shape.straight = std::make_shared<WorldShape>(readShape(object.at("shape"), false));
    shape.along = object.direction("along", shape.along);
    shape.across = object.direction("across", shape.across);
    if (std::fabs(shape.along.dot(shape.across)) > 1e-6)
        (object.has("across") ? object.at("across") : object.at("along"))
            .refuse("'along' and 'across' are not perpendicular");
    shape.wavelength = object.positive("wavelength", 1.0);
    shape.frequency = object.positive("frequency", 1.0);
    const WorldValue amplitude = object.at("amplitude");
    shape.amplitude = amplitude.value.is_array() ? amplitude.numbers(1, 4)
                                                 : std::vector<double>{object.notNegative("amplitude", 0.0)};
    shape.keys = object.whole("keys", 4, 96, shape.keys);
    shape.speed = object.number("speed", 1.0);
    shape.phase = object.number("phase", 0.0);
}

void readSizes(const WorldObject& object, WorldShape& shape) {
    if (shape.kind == Kind::Mesh) return readMeshFile(object, shape);
    if (shape.kind == Kind::Frames) return readFrames(object, shape);
    if (shape.kind == Kind::Wave) return readWave(object, shape);
    if (shape.kind == Kind::Box)
        shape.size = readLengths(object, "size");
    else if (shape.kind == Kind::Ellipsoid)
        shape.size = readLengths(object, "radii");
    else
        shape.size = {object.positive("radius", 0.0), 0.0, 0.0};
    if (object.has("length")) shape.size.y() = object.positive("length", 0.0);
    shape.faces = object.whole("faces", 20, 20000, shape.faces);
}

/// Several rigid shapes of one body.
WorldShape readParts(const WorldValue& list) {
    WorldShape shape;
    shape.path = shape.filePath = list.path;
    shape.kind = Kind::Parts;
    for (const WorldValue& part : list.elements()) {
        if (part.value.is_array()) part.refuse("is a list in a list of shapes");
        shape.parts.push_back(readShape(part, false));
    }
    if (shape.parts.empty()) list.refuse("is empty");
    return shape.parts.size() == 1 ? WorldShape(shape.parts.front()) : shape;
}

} // namespace

int defaultFaces(WorldShape::Kind kind) {
    return std::find_if(std::begin(kNamedShapes), std::end(kNamedShapes),
                        [kind](const NamedShape& known) { return known.kind == kind; })
        ->faces;
}

WorldShape readShape(const WorldValue& value, bool mayDeform) {
    if (value.value.is_array()) return readParts(value);
    const NamedShape& named = namedShape(value);
    const WorldObject object(value, named.name);
    WorldShape shape;
    shape.path = value.path;
    shape.filePath = value.path + ".file";
    shape.kind = named.kind;
    shape.faces = named.faces;
    if (shape.isDeforming() && !mayDeform)
        object.at("type").refuse("'" + std::string(named.name) + "' is for bodies only, which change their shape");
    if (!shape.isDeforming()) shape.bodyFromShape = object.pose();
    readSizes(object, shape);
    return shape;
}

} // namespace ambient
