// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/MjcfDefaults.h"
#include "RobotFormats/RobotXml.h"

#include <map>
#include <memory>
#include <optional>

namespace ambient {

/// An MJCF file with the files that it includes: elements with their default attributes, and what <compiler> says about
/// numbers and poses. All functions throw RobotFileError with file, line and element.
class MjcfFile {
  public:
    using Element = tinyxml2::XMLElement;

    /// \param root <mujoco>, outlives this \param folder of relative file names
    MjcfFile(const Element& root, std::string path, std::string folder);

    /// The children of an element; those of included files are in the place of <include>.
    std::vector<const Element*> children(const Element& element) const;
    /// The children of all sections of a name, such as worldbody.
    std::vector<const Element*> section(const char* name) const;
    const Element& root() const { return m_root; }

    /// "file:line: <element>"
    std::string place(const Element& element) const { return xmlPlace(pathOf(element), element); }
    [[noreturn]] void refuse(const Element& element, const std::string& why) const {
        refuseXml(pathOf(element), element, why);
    }
    const std::string& pathOf(const Element& element) const;

    /// An attribute, or its default; null: neither. \param around class of elements that name none
    const char* text(const Element& element, const std::string& around, const char* name) const {
        return m_defaults.attribute(element, around, name);
    }
    /// Refuses an element in a class that no <default> has.
    void requireClass(const Element& element) const;
    double number(const Element& element, const std::string& around, const char* name, double otherwise) const;
    /// At least `least` numbers; none: the attribute is not there.
    std::vector<double> numbers(const Element& element, const std::string& around, const char* name,
                                std::size_t least) const;
    bool flag(const Element& element, const std::string& around, const char* name, bool otherwise) const;

    /// Pose by pos and quat, axisangle, euler, xyaxes or zaxis.
    Pose pose(const Element& element, const std::string& around) const;

    double angle(double given) const { return m_isDegree ? given * kPi / 180.0 : given; } ///< [rad]
    bool hasAutoLimits() const { return m_hasAutoLimits; }
    /// Mass to which those of all bodies are scaled [kg]; nothing: they stay.
    std::optional<double> totalMass() const { return m_totalMass; }
    /// Attributes of <compiler> without effect, each a line.
    const std::vector<std::string>& unreadCompiler() const { return m_unread; }
    /// Whether masses come from geoms: true, false, or nothing for bodies without <inertial>.
    std::optional<bool> inertiaFromGeom() const { return m_inertiaFromGeom; }

    /// A <mesh>, and the place of the file's coordinates in the geom.
    struct Mesh {
        const Element* element;
        Vector3 scale = Vector3::Ones();
        Pose geomFromFile;
        std::shared_ptr<const TriangleMesh> inFile; ///< the mesh is in this file; null: in one of its own
    };
    /// \throws RobotFileError if there is no such mesh, or it has neither a file nor vertices
    Mesh mesh(const std::string& name, const Element& geom) const;
    /// Absolute path of the file of a mesh. \throws RobotFileError if it does not exist
    std::string fileOf(const Mesh& mesh) const;

  private:
    std::shared_ptr<const TriangleMesh> verticesOf(const Element& mesh) const;
    void addChildren(const Element& element, int depth, std::vector<const Element*>& all) const;
    void readCompiler();
    void readMeshes();

    const Element& m_root;
    std::string m_path, m_folder;
    mutable std::map<std::string, std::unique_ptr<tinyxml2::XMLDocument>> m_included; ///< by path
    MjcfDefaults m_defaults;
    std::map<std::string, const Element*> m_meshes;
    std::string m_meshFolder, m_eulerOrder = "xyz";
    bool m_isDegree = true, m_hasAutoLimits = true;
    std::optional<bool> m_inertiaFromGeom;
    std::optional<double> m_totalMass;
    std::vector<std::string> m_unread;
};

} // namespace ambient
