// SPDX-License-Identifier: Zlib
#include "RobotFormats/MjcfWriter.h"

#include "AmbientFluid/Math/LinearFirst.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "RobotFormats/RobotXml.h"
#include "RobotFormats/XmlWriting.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace ambient {
namespace {

using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;
using Kind = RobotGeometry::Kind;

void setPose(XMLElement& element, const Pose& pose) {
    if (!pose.position.isZero(0.0)) setXml(element, "pos", xmlText(pose.position));
    if (pose.orientation.vec() != Vector3::Zero()) setXml(element, "quat", xmlText(pose.orientation));
}

/// Names that are different from each other.
class Names {
  public:
    std::string take(std::string name) {
        while (!m_taken.insert(name).second)
            name += "_";
        return name;
    }

  private:
    std::set<std::string> m_taken;
};

/// The <asset> of a file: each mesh once.
class Meshes {
  public:
    Meshes(XMLElement& root, const MjcfRobot& robot) : m_root(root), m_robot(robot) {}

    /// The name of the mesh of a shape.
    const std::string& nameOf(const RobotGeometry& shape) {
        for (const Known& known : m_known)
            if (known.kind == shape.kind && known.mesh == shape.mesh && known.file == shape.file &&
                known.scale == shape.scale && known.size == shape.size)
                return known.name;
        if (!m_asset) {
            m_asset = &addXml(m_root, "asset");
            m_root.InsertAfterChild(m_root.FirstChildElement("option"), m_asset);
        }
        const std::string name = "mesh" + std::to_string(m_known.size());
        m_known.push_back({shape.kind, shape.mesh, shape.file, shape.scale, shape.size, name});
        XMLElement& element = addXml(*m_asset, "mesh");
        setXml(element, "name", name);
        if (shape.kind == Kind::Cone)
            setMesh(element, coneAboutItsMiddle(shape.size.x(), shape.size.y()));
        else if (shape.mesh)
            setMesh(element, *shape.mesh);
        else if (isReadByMujoco(shape.file))
            setXml(element, "file", shape.file);
        else
            setMesh(element, m_robot.meshOf(shape));
        if (shape.scale != Vector3::Ones()) setXml(element, "scale", xmlText(shape.scale));
        return m_known.back().name;
    }

  private:
    struct Known {
        Kind kind;
        std::shared_ptr<const TriangleMesh> mesh;
        std::string file;
        Vector3 scale, size;
        std::string name;
    };
    /// Its origin is at half the height.
    static TriangleMesh coneAboutItsMiddle(double radius, double length) {
        constexpr int faces = 200;
        TriangleMesh cone = makeCone(radius, length, faces);
        double lowest = 0.0;
        for (const Vector3& vertex : cone.vertices)
            lowest = std::min(lowest, vertex.z());
        for (Vector3& vertex : cone.vertices)
            vertex.z() -= lowest + 0.5 * length;
        return cone;
    }

    static bool isReadByMujoco(const std::string& file) {
        std::string end = file.substr(file.size() - std::min<std::size_t>(4, file.size()));
        for (char& letter : end)
            letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        return end == ".stl" || end == ".obj";
    }

    static void setMesh(XMLElement& element, const TriangleMesh& mesh) {
        std::string vertices, faces;
        for (const Vector3& vertex : mesh.vertices)
            vertices += (vertices.empty() ? "" : "  ") + xmlText(vertex);
        for (const TriangleMesh::Face& face : mesh.faces)
            for (const int corner : face)
                faces += (faces.empty() ? "" : " ") + std::to_string(corner);
        setXml(element, "vertex", vertices);
        if (!faces.empty()) setXml(element, "face", faces);
    }

    XMLElement& m_root;
    const MjcfRobot& m_robot;
    XMLElement* m_asset = nullptr;
    std::vector<Known> m_known;
};

/// Two unit vectors across a normal.
std::array<Vector3, 2> across(const Vector3& normal) {
    const Vector3 first = normal.unitOrthogonal();
    return {first, normal.cross(first)};
}

class TreeWriter {
  public:
    explicit TreeWriter(const MjcfRobot& robot)
        : m_robot(robot), m_tree(*robot.tree), m_root(addXml(m_document, "mujoco")) {}

    std::string write() {
        setXml(m_root, "model", m_tree.name);
        addHead();
        Meshes meshes(m_root, m_robot);
        m_meshes = &meshes;
        XMLElement& world = addXml(m_root, "worldbody");
        const RobotTreeLink& base = m_tree.links.front();
        m_bodies.take(kRobotWorld); // which MuJoCo has already
        if (m_tree.hasFixedBase && !base.mass && base.shapes.empty())
            addChildren(0, m_tree.rootFromBase, world); // a base without a body is the world itself
        else
            addBody(0, m_tree.rootFromBase, world);
        addEqualities();
        if (m_actuators) m_root.InsertEndChild(m_actuators);
        return printedXml(m_document);
    }

  private:
    void addHead() {
        addXmlComment(m_root, "Written by AmbientFluid. MuJoCo's fluid is an ellipsoid for each link, fitted to the "
                              "link's added mass and drag in a fluid of " +
                                  xmlText(m_robot.fluidDensity) +
                                  " kg/m^3. MuJoCo has the gyroscopic terms of the added mass, not its inertia, and no "
                                  "buoyancy: comments at the links have what they displace.");
        XMLElement& compiler = addXml(m_root, "compiler");
        setXml(compiler, "angle", "radian");
        setXml(compiler, "inertiafromgeom", "false");
        setXml(compiler, "balanceinertia", "true");
        XMLElement& option = addXml(m_root, "option");
        setXml(option, "density", xmlText(m_robot.fluidDensity));
        setXml(option, "viscosity", "0");
        setXml(option, "integrator", "implicit");
        XMLElement* custom = nullptr;
        for (const RobotTreeLink& link : m_tree.links) {
            if (!link.addedMass) continue;
            if (!custom) custom = &addXml(m_root, "custom");
            XMLElement& numeric = addXml(*custom, "numeric");
            setXml(numeric, "name", mjcfAddedMassName(link.name));
            std::string numbers;
            for (const double number : toLinearFirst(SpatialInertia(*link.addedMass)))
                numbers += (numbers.empty() ? "" : " ") + xmlText(number);
            setXml(numeric, "data", numbers);
        }
    }

    void addBody(std::size_t index, const Pose& parentFromBody, XMLElement& parent) {
        const RobotTreeLink& link = m_tree.links[index];
        XMLElement& body = addXml(parent, "body");
        setXml(body, "name", m_bodies.take(link.name));
        setPose(body, parentFromBody);
        if (index > 0)
            addJoint(link.joint, body);
        else if (!m_tree.hasFixedBase)
            addXml(body, "freejoint");
        if (link.mass) {
            XMLElement& inertial = addXml(body, "inertial");
            const Matrix3& j = link.mass->moments;
            setXml(inertial, "pos", xmlText(link.mass->centerOfMass));
            setXml(inertial, "mass", xmlText(link.mass->mass));
            setXml(inertial, "fullinertia", xmlText({j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2)}));
        }
        for (const RobotGeometry& shape : link.shapes)
            addShape(shape, body, !link.mass);
        addFluid(index, body);
        addChildren(index, {}, body);
    }

    /// \param bodyFromLink frame of the link of this index in the body
    void addChildren(std::size_t index, const Pose& bodyFromLink, XMLElement& body) {
        for (std::size_t i = index + 1; i < m_tree.links.size(); ++i)
            if (m_tree.links[i].parent == static_cast<int>(index))
                addBody(i, bodyFromLink * m_tree.links[i].parentFromLink, body);
    }

    void addShape(const RobotGeometry& shape, XMLElement& body, bool isWithoutMass) {
        XMLElement& geom = addXml(body, "geom");
        const double r = shape.size.x(), half = 0.5 * shape.size.y();
        const auto describe = [&geom](const char* type, const std::string& size) {
            setXml(geom, "type", type);
            setXml(geom, "size", size);
        };
        switch (shape.kind) {
        case Kind::Box:
            describe("box", xmlText(Vector3(0.5 * shape.size)));
            break;
        case Kind::Ellipsoid:
            describe("ellipsoid", xmlText(shape.size));
            break;
        case Kind::Sphere:
            describe("sphere", xmlText(r));
            break;
        case Kind::Cylinder:
            describe("cylinder", xmlText({r, half}));
            break;
        case Kind::Capsule:
            describe("capsule", xmlText({r, half}));
            break;
        case Kind::Cone:
        case Kind::Mesh:
            setXml(geom, "type", "mesh");
            setXml(geom, "mesh", m_meshes->nameOf(shape));
            break;
        }
        setPose(geom, shape.linkFromGeometry);
        if (isWithoutMass) setXml(geom, "mass", "0");
    }

    /// The ellipsoid of a link that the fluid acts on. For another one, an ellipsoid without forces: a body without
    /// any has MuJoCo's drag of its inertia.
    void addFluid(std::size_t index, XMLElement& body) {
        const RobotTreeLink& link = m_tree.links[index];
        const std::optional<MjcfLinkFluid>& fluid = m_robot.fluids[index];
        if (!fluid && !link.mass) return;
        if (fluid)
            addXmlComment(body, "displaces " + xmlText(m_robot.fluidDensity * fluid->volume) + " kg about " +
                                    xmlText(fluid->fit.meshFromEllipsoid.position));
        XMLElement& geom = addXml(body, "geom");
        if (fluid) {
            setMjcfFluid(geom, fluid->fit);
        } else {
            EllipsoidFluidFit none;
            none.semiAxes = Vector3::Constant(1e-4); // [m]: an added mass of 2e-9 kg in water
            setMjcfFluid(geom, none);
        }
        for (const char* name : {"contype", "conaffinity", "mass"})
            setXml(geom, name, "0");
        setXml(geom, "group", "4"); // hidden in MuJoCo's viewer
    }

    void addJoint(const RobotJoint& joint, XMLElement& body) {
        if (joint.type == RobotJointType::Fixed) return;
        if (joint.type == RobotJointType::Planar) {
            const std::array<Vector3, 2> axes = across(joint.axis);
            for (const Vector3& axis : axes)
                addOneJoint(joint, "slide", &axis, body);
            addOneJoint(joint, "hinge", &joint.axis, body);
            return;
        }
        if (joint.type == RobotJointType::Ball) {
            addOneJoint(joint, "ball", nullptr, body);
            return;
        }
        const bool turns = joint.type == RobotJointType::Hinge;
        XMLElement& element = addOneJoint(joint, turns ? "hinge" : "slide", &joint.axis, body);
        if (joint.limits) {
            setXml(element, "limited", "true");
            setXml(element, "range", xmlText({(*joint.limits)[0], (*joint.limits)[1]}));
        }
        const std::string name = element.Attribute("name");
        m_written.emplace(joint.name, name);
        const bool isSpring = joint.servo && joint.servo->damping == 0.0 && !joint.servo->limit;
        if (isSpring) {
            setXml(element, "stiffness", xmlText(joint.servo->stiffness));
            setXml(element, "springref", xmlText(joint.servo->position));
        } else if (joint.servo) {
            addServo(*joint.servo, name);
        }
        if (joint.effort) {
            XMLElement& motor = addActuator("motor", name, name + "_motor");
            setXml(motor, "ctrllimited", "true");
            setXml(motor, "ctrlrange", xmlText({-*joint.effort, *joint.effort}));
        }
    }

    XMLElement& addOneJoint(const RobotJoint& joint, const char* type, const Vector3* axis, XMLElement& body) {
        XMLElement& element = addXml(body, "joint");
        setXml(element, "name", m_joints.take(joint.name));
        setXml(element, "type", type);
        if (axis) setXml(element, "axis", xmlText(*axis));
        if (joint.damping != 0.0) setXml(element, "damping", xmlText(joint.damping));
        if (joint.friction != 0.0) setXml(element, "frictionloss", xmlText(joint.friction));
        if (joint.armature != 0.0) setXml(element, "armature", xmlText(joint.armature));
        return element;
    }

    /// Gears, which MuJoCo has as soft constraints.
    void addEqualities() {
        XMLElement* section = nullptr;
        for (const RobotTreeLink& link : m_tree.links) {
            if (!link.joint.mimic) continue;
            if (!section) section = &addXml(m_root, "equality");
            XMLElement& element = addXml(*section, "joint");
            setXml(element, "joint1", m_written.at(link.joint.name));
            setXml(element, "joint2", m_written.at(link.joint.mimic->joint));
            setXml(element, "polycoef", xmlText({link.joint.mimic->offset, link.joint.mimic->ratio, 0.0, 0.0, 0.0}));
        }
    }

    void addServo(const RobotServo& servo, const std::string& joint) {
        XMLElement& element = addActuator("general", joint, joint + "_servo");
        const double k = servo.stiffness, d = servo.damping;
        setXml(element, "biastype", "affine");
        setXml(element, "gainprm", xmlText({k > 0.0 ? k : d, 0.0, 0.0}));
        setXml(element, "biasprm", xmlText({k * servo.position, -k, -d}));
        if (!servo.limit) return;
        setXml(element, "forcelimited", "true");
        setXml(element, "forcerange", xmlText({-*servo.limit, *servo.limit}));
    }

    XMLElement& addActuator(const char* kind, const std::string& joint, const std::string& name) {
        if (!m_actuators) m_actuators = &addXml(m_root, "actuator");
        XMLElement& element = addXml(*m_actuators, kind);
        setXml(element, "name", m_actuatorNames.take(name));
        setXml(element, "joint", joint);
        return element;
    }

    const MjcfRobot& m_robot;
    const RobotTree& m_tree;
    XMLDocument m_document;
    XMLElement& m_root;
    Meshes* m_meshes = nullptr;
    XMLElement* m_actuators = nullptr;
    Names m_bodies, m_joints, m_actuatorNames;
    std::map<std::string, std::string> m_written; ///< names of hinges and sliders in the file, by their own
};

} // namespace

std::string mjcfOf(const MjcfRobot& robot) {
    return TreeWriter(robot).write();
}

void setMjcfFluid(XMLElement& geom, const EllipsoidFluidFit& fit) {
    setXml(geom, "type", "ellipsoid");
    setXml(geom, "size", xmlText(fit.semiAxes));
    setXml(geom, "pos", xmlText(fit.meshFromEllipsoid.position));
    setXml(geom, "quat", xmlText(fit.meshFromEllipsoid.orientation));
    setXml(geom, "fluidshape", "ellipsoid");
    const EllipsoidFluidCoefficients& c = fit.coefficients;
    setXml(geom, "fluidcoef", xmlText({c.bluntDrag, c.slenderDrag, c.angularDrag, c.kuttaLift, c.magnusLift}));
}

std::string mjcfAddedMassName(const std::string& link) {
    return "fluid_added_mass/" + link;
}

} // namespace ambient
