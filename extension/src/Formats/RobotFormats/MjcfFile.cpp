// SPDX-License-Identifier: Zlib
#include "RobotFormats/MjcfFile.h"

#include "FilePath.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace ambient {
namespace {

using Element = MjcfFile::Element;

Quaternion aboutAxis(const Vector3& axis, double angle) {
    return Quaternion(Eigen::AngleAxisd(angle, axis));
}

} // namespace

MjcfFile::MjcfFile(const Element& root, std::string path, std::string folder)
    : m_root(root), m_path(std::move(path)), m_folder(std::move(folder)) {
    readCompiler();
    for (const Element* child : children(m_root))
        if (isXml(*child, "default")) m_defaults.add(*child);
    readMeshes();
}

const std::string& MjcfFile::pathOf(const Element& element) const {
    for (const auto& [path, document] : m_included)
        if (element.GetDocument() == document.get()) return path;
    return m_path;
}

std::vector<const Element*> MjcfFile::children(const Element& element) const {
    std::vector<const Element*> all;
    addChildren(element, 0, all);
    return all;
}

void MjcfFile::addChildren(const Element& element, int depth, std::vector<const Element*>& all) const {
    if (depth > 20) refuse(element, "files include each other more than 20 deep");
    for (const Element* e = element.FirstChildElement(); e; e = e->NextSiblingElement()) {
        if (!isXml(*e, "include")) {
            all.push_back(e);
            continue;
        }
        const std::string name = requiredAttribute(*e, "file", pathOf(*e));
        const std::string own = folderOfFile(pathOf(*e));
        std::string file = utf8Of(pathIn(m_folder, name)); // MuJoCo: beside the main file
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(pathFromUtf8(file), ignored)) file = utf8Of(pathIn(own, name));
        if (!std::filesystem::is_regular_file(pathFromUtf8(file), ignored))
            refuse(*e, "there is no file '" + name + "'");
        std::unique_ptr<tinyxml2::XMLDocument>& document = m_included[file];
        if (!document) {
            auto read = std::make_unique<tinyxml2::XMLDocument>();
            loadRobotXml(*read, file);
            document = std::move(read);
        }
        if (document->RootElement()) addChildren(*document->RootElement(), depth + 1, all);
    }
}

std::vector<const Element*> MjcfFile::section(const char* name) const {
    std::vector<const Element*> all;
    for (const Element* child : children(m_root))
        if (isXml(*child, name))
            for (const Element* part : children(*child))
                all.push_back(part);
    return all;
}

void MjcfFile::readCompiler() {
    std::string assets, meshes;
    for (const Element* e : children(m_root)) {
        if (!isXml(*e, "compiler")) continue;
        if (const char* angle = e->Attribute("angle")) m_isDegree = std::strcmp(angle, "radian") != 0;
        if (const char* order = e->Attribute("eulerseq")) m_eulerOrder = order;
        if (const char* folder = e->Attribute("assetdir")) assets = folder;
        if (const char* folder = e->Attribute("meshdir")) meshes = folder;
        if (const char* coordinate = e->Attribute("coordinate"); coordinate && std::strcmp(coordinate, "local") != 0)
            refuse(*e, "coordinate=\"" + std::string(coordinate) + "\" is not read; only local is");
        m_hasAutoLimits = e->BoolAttribute("autolimits", m_hasAutoLimits);
        for (const char* name : {"inertiagrouprange", "boundmass", "boundinertia"})
            if (e->Attribute(name)) m_unread.push_back(place(*e) + ": " + name + " has no effect");
        if (const double total = number(*e, "", "settotalmass", -1.0); total > 0.0) m_totalMass = total;
        const char* inertia = e->Attribute("inertiafromgeom");
        if (inertia && std::strcmp(inertia, "auto") != 0) m_inertiaFromGeom = std::strcmp(inertia, "true") == 0;
    }
    m_meshFolder = meshes.empty() ? assets : meshes;
    if (m_eulerOrder.size() != 3 || m_eulerOrder.find_first_not_of("xyzXYZ") != std::string::npos)
        refuse(m_root, "eulerseq=\"" + m_eulerOrder + "\" is not three of the letters xyzXYZ");
}

void MjcfFile::requireClass(const Element& element) const {
    for (const char* attribute : {"class", "childclass"})
        if (const char* name = element.Attribute(attribute); name && !m_defaults.has(name))
            refuse(element, std::string(attribute) + "=\"" + name + "\" is the class of no <default>");
}

void MjcfFile::readMeshes() {
    for (const Element* e : section("asset")) {
        if (!isXml(*e, "mesh")) continue;
        std::string name = e->Attribute("name") ? e->Attribute("name") : "";
        if (const char* file = e->Attribute("file"); name.empty() && file) name = utf8Of(pathFromUtf8(file).stem());
        m_meshes[name] = e;
    }
}

std::shared_ptr<const TriangleMesh> MjcfFile::verticesOf(const Element& element) const {
    const std::vector<double> vertices = numbers(element, "", "vertex", 9), corners = numbers(element, "", "face", 3);
    if (vertices.empty()) return nullptr;
    if (vertices.size() % 3 != 0 || corners.size() % 3 != 0)
        refuse(element, "vertex and face need three numbers for each vertex and each face");
    auto mesh = std::make_shared<TriangleMesh>();
    for (std::size_t i = 0; i < vertices.size(); i += 3)
        mesh->vertices.emplace_back(vertices[i], vertices[i + 1], vertices[i + 2]);
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        TriangleMesh::Face face{};
        for (std::size_t k = 0; k < 3; ++k) {
            const double corner = corners[i + k];
            if (!(corner >= 0.0 && corner < double(mesh->vertices.size())) || corner != std::floor(corner))
                refuse(element, "face: " + shortText(corner) + " is the number of no vertex");
            face[k] = static_cast<int>(corner);
        }
        mesh->faces.push_back(face);
    }
    return mesh;
}

MjcfFile::Mesh MjcfFile::mesh(const std::string& name, const Element& geom) const {
    const auto found = m_meshes.find(name);
    if (found == m_meshes.end()) refuse(geom, "there is no mesh '" + name + "'");
    Mesh mesh{found->second, Vector3::Ones(), {}, {}};
    const Element& element = *mesh.element;
    if (!element.Attribute("file")) mesh.inFile = verticesOf(element);
    if (!element.Attribute("file") && !mesh.inFile)
        refuse(element, "the mesh '" + name + "' has neither a file nor vertices, and no other is read");
    if (const std::vector<double> n = numbers(element, "", "scale", 3); !n.empty())
        mesh.scale = requireScale({n[0], n[1], n[2]}, element, pathOf(element));
    // The coordinates of the file are moved by -refpos, turned back by refquat, and scaled.
    Quaternion turn = Quaternion::Identity();
    if (const std::vector<double> q = numbers(element, "", "refquat", 4); !q.empty())
        turn = Quaternion(q[0], q[1], q[2], q[3]).normalized().conjugate();
    const bool isUniform = (mesh.scale.array() == mesh.scale.x()).all();
    if (!isUniform && !turn.isApprox(Quaternion::Identity(), 1e-9))
        refuse(element, "the mesh '" + name + "' is turned and scaled by three factors, which is not read");
    mesh.geomFromFile.orientation = turn;
    if (const std::vector<double> p = numbers(element, "", "refpos", 3); !p.empty())
        mesh.geomFromFile.position = -(turn * mesh.scale.cwiseProduct(Vector3(p[0], p[1], p[2])));
    return mesh;
}

std::string MjcfFile::fileOf(const Mesh& mesh) const {
    const std::string name = mesh.element->Attribute("file");
    const std::string folder = utf8Of(pathIn(m_folder, m_meshFolder));
    return meshPathOf(name, folder, *mesh.element, pathOf(*mesh.element));
}

double MjcfFile::number(const Element& element, const std::string& around, const char* name, double otherwise) const {
    const char* given = text(element, around, name);
    return given ? requiredNumbers(given, 1, name, element, pathOf(element))[0] : otherwise;
}

std::vector<double> MjcfFile::numbers(const Element& element, const std::string& around, const char* name,
                                      std::size_t least) const {
    std::vector<double> all;
    const char* given = text(element, around, name);
    if (!given) return all;
    for (const char* at = given; at[std::strspn(at, kXmlSpace)] != '\0';)
        all.push_back(nextXmlNumber(at, pathOf(element), element));
    if (all.size() < least)
        refuse(element, std::string(name) + ": needs " + std::to_string(least) + " numbers, got '" + given + "'");
    return all;
}

bool MjcfFile::flag(const Element& element, const std::string& around, const char* name, bool otherwise) const {
    const char* given = text(element, around, name);
    return given && std::strcmp(given, "auto") != 0 ? std::strcmp(given, "true") == 0 : otherwise;
}

Pose MjcfFile::pose(const Element& element, const std::string& around) const {
    Pose pose;
    if (const auto n = numbers(element, around, "pos", 3); !n.empty()) pose.position = {n[0], n[1], n[2]};
    if (const auto n = numbers(element, around, "quat", 4); !n.empty()) {
        const Quaternion q(n[0], n[1], n[2], n[3]);
        if (!(q.norm() > 1e-9)) refuse(element, "quat is not a rotation");
        pose.orientation = q.normalized();
    } else if (const auto a = numbers(element, around, "axisangle", 4); !a.empty()) {
        pose.orientation = aboutAxis(requireDirection({a[0], a[1], a[2]}, element, pathOf(element)), angle(a[3]));
    } else if (const auto e = numbers(element, around, "euler", 3); !e.empty()) {
        for (std::size_t i = 0; i < 3; ++i) { // small letters: the axes turn too; capitals: they are fixed
            const char letter = m_eulerOrder[i];
            const bool isFixed = letter <= 'Z';
            const Quaternion turn = aboutAxis(Vector3::Unit((letter | 0x20) - 'x'), angle(e[i]));
            pose.orientation = isFixed ? turn * pose.orientation : pose.orientation * turn;
        }
    } else if (const auto x = numbers(element, around, "xyaxes", 6); !x.empty()) {
        const Vector3 first = requireDirection({x[0], x[1], x[2]}, element, pathOf(element));
        const Vector3 given(x[3], x[4], x[5]);
        const Vector3 second = requireDirection(given - given.dot(first) * first, element, pathOf(element));
        Matrix3 axes;
        axes << first, second, first.cross(second);
        pose.orientation = Quaternion(axes);
    } else if (const auto z = numbers(element, around, "zaxis", 3); !z.empty()) {
        pose.orientation = Quaternion::FromTwoVectors(Vector3::UnitZ(),
                                                      requireDirection({z[0], z[1], z[2]}, element, pathOf(element)));
    }
    return pose;
}

} // namespace ambient
