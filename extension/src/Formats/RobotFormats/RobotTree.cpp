// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotTree.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "FilePath.h"
#include "RobotFormats/RobotPlugins.h"
#include "RobotFormats/RobotXml.h"
#include "RobotFormats/XacroFile.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ambient {
namespace {

constexpr double kWater = 1000.0; // [kg/m^3]

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

/// Whether a link does not move if it is the root.
bool standsIn(const RobotParts& parts, const RobotTreeLink& link) {
    return link.name == kRobotWorld || (!link.mass && !link.shapes.empty() && parts.standing.count(link.name) > 0);
}

/// Mends links without mass: simulators differ in what they make of them.
class MassMender {
  public:
    explicit MassMender(RobotParts& parts) : m_parts(parts) {}

    void mend() {
        hangOnBase();
        for (bool changes = true; changes;) {
            changes = false;
            for (std::size_t i = 0; i < m_parts.joints.size() && !changes; ++i)
                changes = joinsParent(m_parts.joints[i]) || isLeftOut(i) || getsMass(m_parts.joints[i]);
        }
        for (RobotTreeLink& link : m_parts.links)
            if (!link.mass && !link.shapes.empty() && !standsAsRoot(link)) takeWater(link);
    }

  private:
    RobotTreeLink* linkNamed(const std::string& name) {
        for (RobotTreeLink& link : m_parts.links)
            if (link.name == name) return &link;
        return nullptr;
    }
    bool hasBelow(const std::string& name) const {
        return std::any_of(m_parts.joints.begin(), m_parts.joints.end(),
                           [&name](const RobotParts::Joint& joint) { return joint.parent == name; });
    }
    bool standsAsRoot(const RobotTreeLink& link) const {
        const bool isRoot = std::none_of(m_parts.joints.begin(), m_parts.joints.end(),
                                         [&](const RobotParts::Joint& joint) { return joint.child == link.name; });
        return isRoot && standsIn(m_parts, link);
    }

    /// A root that is a frame of several links: they hang on the first one with mass that is fixed to it.
    void hangOnBase() {
        const auto root = std::find_if(m_parts.links.begin(), m_parts.links.end(), [this](const RobotTreeLink& link) {
            return isFrame(link) && link.name != kRobotWorld &&
                   std::none_of(m_parts.joints.begin(), m_parts.joints.end(),
                                [&link](const RobotParts::Joint& joint) { return joint.child == link.name; });
        });
        if (root == m_parts.links.end()) return;
        const auto base =
            std::find_if(m_parts.joints.begin(), m_parts.joints.end(), [&](const RobotParts::Joint& joint) {
                const RobotTreeLink* child = linkNamed(joint.child);
                return joint.parent == root->name && !joint.isFloating && joint.joint.type == RobotJointType::Fixed &&
                       child && child->mass;
            });
        if (base == m_parts.joints.end()) return;
        for (RobotParts::Joint& joint : m_parts.joints) {
            if (joint.parent != root->name || joint.child == base->child) continue;
            joint.parent = base->child;
            joint.parentFromChild = base->parentFromChild.inverse() * joint.parentFromChild;
        }
    }

    /// Shapes without mass that are fixed to a link with mass are that link's.
    bool joinsParent(const RobotParts::Joint& joint) {
        RobotTreeLink *link = linkNamed(joint.child), *parent = linkNamed(joint.parent);
        if (joint.isFloating || joint.joint.type != RobotJointType::Fixed || !link || !parent) return false;
        if (link->mass || link->shapes.empty() || !parent->mass || link->addedMass) return false;
        for (RobotGeometry shape : link->shapes) {
            shape.linkFromGeometry = joint.parentFromChild * shape.linkFromGeometry;
            parent->shapes.push_back(std::move(shape));
        }
        link->shapes.clear();
        m_parts.notes.push_back(link->place + ": '" + link->name +
                                "' has no mass and is fixed: its shapes are part of '" + parent->name + "'");
        return true;
    }

    /// A frame on a joint that moves, with nothing on it.
    bool isLeftOut(std::size_t index) {
        const RobotParts::Joint joint = m_parts.joints[index];
        const RobotTreeLink* link = linkNamed(joint.child);
        if (!link || !isFrame(*link) || joint.isFloating || joint.joint.type == RobotJointType::Fixed ||
            hasBelow(joint.child))
            return false;
        m_parts.notes.push_back(link->place + ": '" + link->name + "' is left out: it has neither mass nor shape");
        const std::string name = link->name;
        m_parts.joints.erase(m_parts.joints.begin() + static_cast<std::ptrdiff_t>(index));
        m_parts.links.erase(std::find_if(m_parts.links.begin(), m_parts.links.end(),
                                         [&name](const RobotTreeLink& known) { return known.name == name; }));
        return true;
    }

    /// A frame between two joints that move.
    bool getsMass(const RobotParts::Joint& joint) {
        RobotTreeLink* link = linkNamed(joint.child);
        if (!link || !isFrame(*link) || joint.isFloating || joint.joint.type == RobotJointType::Fixed) return false;
        const RobotTreeLink* below = bodyBelow(link->name);
        if (!below) return false;
        const RobotTreeLink light = lightCopy(*below, link->name, link->place);
        m_parts.notes.push_back(link->place + ": '" + link->name + "' has neither mass nor shape: it has " +
                                shortText(light.mass->mass) + " kg, a ten-thousandth of '" + below->name + "'");
        link->mass = light.mass;
        return true;
    }
    const RobotTreeLink* bodyBelow(const std::string& name) {
        for (const RobotParts::Joint& joint : m_parts.joints) {
            if (joint.parent != name) continue;
            const RobotTreeLink* link = linkNamed(joint.child);
            if (link && link->mass) return link;
        }
        return nullptr;
    }

    void takeWater(RobotTreeLink& link) {
        RobotInertia inertia;
        inertia.density = inertia.mass = kWater;
        link.mass = inertia;
        m_parts.notes.push_back(link.place + ": '" + link.name + "' has no mass: it has that of its shapes in water, " +
                                shortText(kWater) + " kg/m^3");
    }

    RobotParts& m_parts;
};

/// The links below a root, parents before children, each with its joint; frames are taken out.
class TreeBuilder {
  public:
    TreeBuilder(const RobotParts& parts, RobotTree& tree) : m_parts(parts), m_tree(tree) {}

    void build() {
        const RobotTreeLink* root = &rootOf();
        m_tree.rootFromBase = m_parts.fileFromRoot;
        if (standsIn(m_parts, *root)) m_tree.hasFixedBase = true;
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
        refuse(link.place, "'" + link.name + "' moves, but has no <inertial> with its mass, and no shape that is read");
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
        body.moments = momentOfWaterBall(body.mass) * Matrix3::Identity();
        body.isOfShapes = false;
        substitute = "those of a ball of water";
    }
    notes.push_back(link.place + ": '" + link.name + "' has a moment of inertia of zero or below: its moments are " +
                    substitute);
}

/// The link whose hinge or slider has a name; null: none.
const RobotTreeLink* hingeOrSlider(const RobotTree& tree, const std::string& name) {
    for (const RobotTreeLink& link : tree.links) {
        const bool hasOneRate = link.joint.type == RobotJointType::Hinge || link.joint.type == RobotJointType::Slider;
        if (link.parent >= 0 && hasOneRate && link.joint.name == name) return &link;
    }
    return nullptr;
}

/// The gear of a joint from the joint at the end of its chain; nothing if that one does not exist or the chain is a
/// ring.
std::optional<RobotMimic> wholeMimic(const RobotTree& tree, const RobotTreeLink& link) {
    if (hingeOrSlider(tree, link.joint.name) != &link) return std::nullopt;
    RobotMimic mimic = *link.joint.mimic;
    for (std::size_t steps = 0; steps < tree.links.size(); ++steps) {
        const RobotTreeLink* leader = hingeOrSlider(tree, mimic.joint);
        if (!leader || mimic.ratio == 0.0 || leader == &link) return std::nullopt;
        const std::optional<RobotMimic>& above = leader->joint.mimic;
        if (!above) return mimic;
        mimic.offset += mimic.ratio * above->offset;
        mimic.ratio *= above->ratio;
        mimic.joint = above->joint;
    }
    return std::nullopt;
}

/// Leaves gears between two joints, the first of which follows none.
void settleMimics(RobotTree& tree) {
    std::vector<std::optional<RobotMimic>> settled;
    for (const RobotTreeLink& link : tree.links)
        settled.push_back(link.joint.mimic ? wholeMimic(tree, link) : std::nullopt);
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
        std::optional<RobotMimic>& mimic = tree.links[i].joint.mimic;
        if (mimic && !settled[i])
            tree.notes.push_back(mimic->place + ": has no effect; '" + tree.links[i].joint.name +
                                 "' moves by itself: '" + mimic->joint +
                                 "' is no hinge and no slider of the tree, or follows it");
        mimic = settled[i];
    }
}

RobotTree treeIn(tinyxml2::XMLDocument& document, const std::string& path, const std::string& folder) {
    if (isXacro(document)) expandXacro(document, path, folder);
    const tinyxml2::XMLElement* root = document.RootElement();
    if (!root) throw RobotFileError(path + ": has no element");
    const std::string name = root->Name();
    if (name == "robot") return robotTreeOf(readUrdf(*root, path, folder));
    if (name == "sdf" || (name == "gazebo" && root->Attribute("version")))
        return robotTreeOf(readSdf(*root, path, folder));
    if (name == "mujoco") return robotTreeOf(readMjcf(*root, path, folder));
    refuseXml(path, *root, "is neither <robot> of URDF nor <sdf> nor <mujoco>");
}

} // namespace

RobotTree robotTreeOf(RobotParts parts) {
    requireTree(parts);
    MassMender(parts).mend();
    for (const RobotParts::Plugin& plugin : parts.plugins)
        parts.notes.push_back(noteOf(plugin));
    RobotTree tree;
    tree.name = parts.name;
    tree.notes = std::move(parts.notes);
    tree.declarations = std::move(parts.declarations);
    TreeBuilder(parts, tree).build();
    settleMimics(tree);
    for (RobotTreeLink& link : tree.links)
        replaceZeroMoments(link, tree.notes);
    for (const RobotTreeLink& link : tree.links)
        if (link.mass && link.shapes.empty())
            tree.notes.push_back(link.place + ": '" + link.name + "' has no shape: the fluid does not act on it");
    for (std::string& note : tree.notes)
        note = inOneLine(std::move(note)); // names may have several
    return tree;
}

double momentOfWaterBall(double mass) {
    const double radius = portable::cbrt(0.75 * mass / (kPi * kWater));
    return 0.4 * mass * radius * radius;
}

RobotTree readRobotTree(const std::string& path) {
    tinyxml2::XMLDocument document;
    loadRobotXml(document, path);
    return treeIn(document, path, folderOfFile(path));
}

RobotTree parseRobotTree(const std::string& text, const std::string& source, const std::string& folder) {
    tinyxml2::XMLDocument document;
    parseRobotXml(document, text, source);
    return treeIn(document, source, folder);
}

} // namespace ambient
