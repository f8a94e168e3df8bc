// SPDX-License-Identifier: Zlib
#include "WorldFile/WorldReader.h"

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

// Faces as btFluidMeshBuilder has them, whose header tells their accuracy.
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

void readMeshFile(const WorldObject& object, WorldShape& shape) {
    shape.file = object.text("file", "");
    if (object.has("scale"))
        shape.scale = object.at("scale").value.is_array() ? readLengths(object, "scale")
                                                          : Vector3::Constant(object.positive("scale", 1.0)).eval();
    shape.sheetThickness = object.positive("sheet_thickness", 0.0);
}

void readFrames(const WorldObject& object, WorldShape& shape) {
    shape.file = object.text("file", "");
    shape.facesFile = object.text("faces_file", "");
    shape.framesPerSecond = object.positive("frames_per_second", 0.0);
    shape.isLoop = object.flag("loop", true);
    shape.isLinear = object.choice("interpolation", {"smooth", "linear"}, "smooth") == "linear";
    shape.scale = Vector3::Constant(object.positive("scale", 1.0));
    shape.speed = object.number("speed", 1.0);
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

} // namespace

int defaultFaces(WorldShape::Kind kind) {
    return std::find_if(std::begin(kNamedShapes), std::end(kNamedShapes),
                        [kind](const NamedShape& known) { return known.kind == kind; })
        ->faces;
}

WorldShape readShape(const WorldValue& value, bool mayDeform) {
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
