// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotTree.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "FilePath.h"
#include "RobotFormats/RobotXml.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ambient {
namespace {

[[noreturn]] void refuse(const std::string& place, const std::string& why) {
    throw RobotFileError(place + ": " + why);
}

const RobotTreeLink& linkNamed(const RobotParts& parts, const std::string& name, const RobotParts::Joint& joint) {
    for (const RobotTreeLink& link : parts.links)
        if (link.name == name) return link;
    refuse(joint.joint.place, "'" + joint.joint.name + "' names a link '" + name + "' that does not exist");
}

void requireTree(const RobotParts& parts) {
    if (parts.links.empty()) refuse(parts.place, "has no link");
    std::set<std::string> names, children;
    for (const RobotTreeLink& link : parts.links)
        if (!names.insert(link.name).second) refuse(link.place, "there is another link '" + link.name + "'");
    for (const RobotParts::Joint& joint : parts.joints) {
        linkNamed(parts, joint.parent, joint);
        if (!children.insert(linkNamed(parts, joint.child, joint).name).second)
            refuse(joint.joint.place, "'" + joint.child + "' is the child of another joint already");
    }
    const RobotTreeLink* root = nullptr;
    for (const RobotTreeLink& link : parts.links) {
        if (children.count(link.name)) continue;
        if (root) refuse(link.place, "neither '" + link.name + "' nor '" + root->name + "' is the child of a joint");
        root = &link;
    }
    if (!root) refuse(parts.joints.front().joint.place, "every link is the child of a joint: the joints form a cycle");
}

bool isFrame(const RobotTreeLink& link) {
    return !link.mass && link.shapes.empty();
}

/// The links below a root, parents before children, each with its joint; frames are taken out.
class TreeBuilder {
  public:
    TreeBuilder(const RobotParts& parts, RobotTree& tree) : m_parts(parts), m_tree(tree) {}

    void build() {
        const RobotTreeLink* root = &rootOf();
        m_tree.rootFromBase = m_parts.fileFromRoot;
        if (root->name == kRobotWorld && isFrame(*root)) m_tree.hasFixedBase = true;
        // The base of a robot is the first link with a body, if the joints before it do not move.
        for (Joints joints = below(*root); isFrame(*root) && joints.size() == 1; joints = below(*root)) {
            const RobotParts::Joint& only = *joints.front();
            if (!only.isFloating && only.joint.type != RobotJointType::Fixed) break;
            if (only.isFloating) m_tree.hasFixedBase = false;
            m_isReached.insert(root->name);
            root = &linkNamed(m_parts, only.child, only);
            m_tree.rootFromBase = m_tree.rootFromBase * only.parentFromChild;
        }
        RobotTreeLink base = *root;
        base.parent = -1;
        if (!base.mass && !m_tree.hasFixedBase) refuseMassless(base);
        m_tree.links.push_back(base);
        m_isReached.insert(base.name);
        addBelow(*root, 0, {});
        for (const RobotTreeLink& link : m_parts.links)
            if (!m_isReached.count(link.name)) refuse(link.place, "the joints of '" + link.name + "' form a cycle");
    }

  private:
    using Joints = std::vector<const RobotParts::Joint*>;

    const RobotTreeLink& rootOf() const {
        for (const RobotTreeLink& link : m_parts.links)
            if (std::none_of(m_parts.joints.begin(), m_parts.joints.end(),
                             [&](const RobotParts::Joint& joint) { return joint.child == link.name; }))
                return link;
        return m_parts.links.front();
    }

    Joints below(const RobotTreeLink& link) const {
        Joints joints;
        for (const RobotParts::Joint& joint : m_parts.joints)
            if (joint.parent == link.name) joints.push_back(&joint);
        return joints;
    }

    /// \param parent index in the tree \param parentFromFrame place of `from`, a frame which may replace the parent
    void addBelow(const RobotTreeLink& from, int parent, const Pose& parentFromFrame) {
        for (const RobotParts::Joint* joint : below(from)) {
            RobotTreeLink link = linkNamed(m_parts, joint->child, *joint);
            if (joint->isFloating)
                refuse(joint->joint.place, "'" + joint->joint.name + "' is floating, but '" + joint->parent +
                                               "' has mass: only the base may float");
            m_isReached.insert(link.name);
            const Pose parentFromLink = parentFromFrame * joint->parentFromChild;
            if (isFrame(link) && joint->joint.type == RobotJointType::Fixed) {
                addBelow(link, parent, parentFromLink);
                continue;
            }
            if (!link.mass) refuseMassless(link);
            link.parent = parent;
            link.parentFromLink = parentFromLink;
            link.joint = joint->joint;
            m_tree.links.push_back(link);
            addBelow(link, static_cast<int>(m_tree.links.size()) - 1, {});
        }
    }

    [[noreturn]] static void refuseMassless(const RobotTreeLink& link) {
        refuse(link.place, "'" + link.name + "' moves, but has no <inertial> with its mass");
    }

    const RobotParts& m_parts;
    RobotTree& m_tree;
    std::set<std::string> m_isReached;
};

/// Replaces moments of zero: those of shapes are computed by the world, without a shape they are those of a ball of
/// water.
void replaceZeroMoments(RobotTreeLink& link, std::vector<std::string>& notes) {
    if (!link.mass || !link.mass->isOfShapes) return;
    RobotInertia& body = *link.mass;
    std::string substitute = "those of its shapes";
    if (link.shapes.empty()) {
        constexpr double water = 1000.0;
        const double radius = portable::cbrt(0.75 * body.mass / (kPi * water));
        body.moments = 0.4 * body.mass * radius * radius * Matrix3::Identity();
        body.isOfShapes = false;
        substitute = "those of a ball of water";
    }
    notes.push_back(link.place + ": '" + link.name + "' has a moment of inertia of zero: its moments are " +
                    substitute);
}

RobotTree treeIn(const tinyxml2::XMLDocument& document, const std::string& path, const std::string& folder) {
    const tinyxml2::XMLElement* root = document.RootElement();
    if (!root) throw RobotFileError(path + ": has no element");
    const std::string name = root->Name();
    if (name == "robot") return robotTreeOf(readUrdf(*root, path, folder));
    if (name == "sdf") return robotTreeOf(readSdf(*root, path, folder));
    refuseXml(path, *root, "is neither <robot> of URDF nor <sdf>");
}

[[noreturn]] void refuseText(const tinyxml2::XMLDocument& document, const std::string& path) {
    if (document.ErrorLineNum() == 0) throw RobotFileError(path + ": cannot be read");
    throw RobotFileError(path + ":" + std::to_string(document.ErrorLineNum()) + ": is no XML: " + document.ErrorName());
}

} // namespace

RobotTree robotTreeOf(RobotParts parts) {
    requireTree(parts);
    RobotTree tree;
    tree.name = parts.name;
    tree.notes = std::move(parts.notes);
    TreeBuilder(parts, tree).build();
    for (RobotTreeLink& link : tree.links)
        replaceZeroMoments(link, tree.notes);
    for (const RobotTreeLink& link : tree.links)
        if (link.mass && link.shapes.empty())
            tree.notes.push_back(link.place + ": '" + link.name + "' has no <collision>: the fluid does not act on it");
    for (std::string& note : tree.notes)
        note = inOneLine(std::move(note)); // names may have several
    return tree;
}

RobotTree readRobotTree(const std::string& path) {
    tinyxml2::XMLDocument document;
    if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS) refuseText(document, path);
    return treeIn(document, path, folderOfFile(path));
}

RobotTree parseRobotTree(const std::string& text, const std::string& source, const std::string& folder) {
    tinyxml2::XMLDocument document;
    if (document.Parse(text.c_str(), text.size()) != tinyxml2::XML_SUCCESS) refuseText(document, source);
    return treeIn(document, source, folder);
}

} // namespace ambient
