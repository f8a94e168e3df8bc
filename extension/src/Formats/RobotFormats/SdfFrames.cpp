// SPDX-License-Identifier: Zlib
#include "RobotFormats/SdfFrames.h"

#include "RobotFormats/SdfText.h"

namespace ambient {
namespace {

using tinyxml2::XMLElement;

constexpr const char* kModel = "__model__";
constexpr int kDeepest = 200;

/// The name of a model within the model and the name in it; the second is empty: the model itself.
std::pair<std::string, std::string> divided(const std::string& name) {
    const std::size_t at = name.find("::");
    if (at == std::string::npos) return {name, ""};
    return {name.substr(0, at), name.substr(at + 2)};
}

} // namespace

SdfFrames::SdfFrames(const XMLElement& model, const std::string& path) : m_model(model), m_path(path) {
    // Joints of old files may have the names of their links: the links count.
    for (const char* kind : {"link", "joint", "frame"})
        for (const auto* e = model.FirstChildElement(kind); e; e = e->NextSiblingElement(kind))
            m_elements.emplace(requiredAttribute(*e, "name", path), e);
}

Pose SdfFrames::placeOf(const XMLElement& element, int depth) const {
    if (depth > kDeepest) refuseXml(m_path, element, "its pose depends on itself");
    std::string frame = sdfFrameOfPose(element);
    if (frame.empty() && isXml(element, "joint")) frame = childOf(element);
    if (frame.empty() && element.Attribute("attached_to")) frame = element.Attribute("attached_to");
    return placeNamed(frame, element, depth) * sdfPose(element, m_path);
}

Pose SdfFrames::placeNamed(const std::string& frame, const XMLElement& element, int depth) const {
    if (frame.empty() || frame == kModel || frame == kRobotWorld) return {};
    if (const auto found = m_elements.find(frame); found != m_elements.end()) return placeOf(*found->second, depth + 1);
    if (const Nested* merged = mergedWith(frame)) return placeOfNested(*merged, depth + 1) * merged->frames.at(frame);
    const auto [model, part] = divided(frame);
    const auto nested = m_nested.find(model);
    if (nested == m_nested.end()) refuseXml(m_path, element, "there is no frame '" + frame + "'");
    const Pose place = placeOfNested(nested->second, depth + 1);
    if (part.empty() || part == kModel) return place;
    const auto inner = nested->second.frames.find(part);
    if (inner == nested->second.frames.end()) refuseXml(m_path, element, "there is no frame '" + frame + "'");
    return place * inner->second;
}

const SdfFrames::Nested* SdfFrames::mergedWith(const std::string& frame) const {
    for (const auto& [name, nested] : m_nested)
        if (nested.isMerged && nested.frames.count(frame)) return &nested;
    return nullptr;
}

Pose SdfFrames::placeOfNested(const Nested& nested, int depth) const {
    if (depth > kDeepest) refuseXml(nested.path, *nested.posed, "its pose depends on itself");
    const Pose given = sdfPose(*nested.posed, nested.path);
    // The pose of an included model in its own file has no frame of this model.
    const bool isOwn = nested.posed != nested.element && isXml(*nested.posed, "model");
    const std::string frame = isOwn ? "" : sdfFrameOfPose(*nested.posed);
    return placeNamed(frame, *nested.element, depth) * given * nested.placed.inverse();
}

Pose SdfFrames::linkFrom(const XMLElement& part, const XMLElement& link) const {
    const Pose pose = sdfPose(part, m_path);
    const std::string frame = sdfFrameOfPose(part);
    if (frame.empty() || link.Attribute("name", frame.c_str())) return pose;
    return modelFrom(link).inverse() * modelFromFrame(frame, part) * pose;
}

std::string SdfFrames::childOf(const XMLElement& joint) const {
    return sdfText(requiredChild(joint, "child", m_path), m_path);
}

std::string SdfFrames::linkOf(const std::string& name, const XMLElement& element) const {
    return linkNamed(name, element, 0);
}

std::string SdfFrames::linkNamed(const std::string& name, const XMLElement& element, int depth) const {
    if (depth > kDeepest) refuseXml(m_path, element, "its frame depends on itself");
    if (name == kRobotWorld) return name;
    if (name == kModel) return canonicalLink(depth);
    if (const auto found = m_elements.find(name); found != m_elements.end()) {
        const XMLElement& known = *found->second;
        if (isXml(known, "link")) return name;
        if (isXml(known, "joint")) return linkNamed(childOf(known), known, depth + 1);
        const char* attached = known.Attribute("attached_to");
        return linkNamed(attached && *attached ? attached : kModel, known, depth + 1);
    }
    if (const Nested* merged = mergedWith(name)) {
        const auto link = merged->links.find(name);
        return link == merged->links.end() ? name : link->second;
    }
    const auto [model, part] = divided(name);
    const auto nested = m_nested.find(model);
    if (nested == m_nested.end()) return name; // refused by the tree, which knows all links
    const auto link = nested->second.links.find(part.empty() ? kModel : part);
    if (link == nested->second.links.end()) return name;
    return nested->second.isMerged ? link->second : model + "::" + link->second;
}

std::string SdfFrames::canonicalLink(int depth) const {
    if (const char* given = m_model.Attribute("canonical_link"); given && *given)
        return linkNamed(given, m_model, depth + 1);
    if (const XMLElement* first = m_model.FirstChildElement("link")) return requiredAttribute(*first, "name", m_path);
    for (const auto& [name, nested] : m_nested)
        if (const auto link = nested.links.find(kModel); link != nested.links.end() && !link->second.empty())
            return nested.isMerged ? link->second : name + "::" + link->second;
    return "";
}

SdfFrames::Nested SdfFrames::exported() const {
    Nested all;
    for (const auto& [name, element] : m_elements) {
        all.frames[name] = modelFrom(*element);
        all.links[name] = linkOf(name, *element);
    }
    all.links[kModel] = canonicalLink();
    for (const auto& [name, nested] : m_nested) {
        const Pose place = placeOfNested(nested, 0);
        const std::string before = nested.isMerged ? "" : name + "::";
        all.frames[name] = place;
        for (const auto& [part, pose] : nested.frames)
            all.frames[before + part] = place * pose;
        for (const auto& [part, link] : nested.links)
            all.links[part == kModel ? name : before + part] = before + link;
    }
    return all;
}

} // namespace ambient
