// SPDX-License-Identifier: Zlib
#include "RobotFormats/ResourcePath.h"
#include "RobotFormats/RobotPlugins.h"
#include "RobotFormats/SdfParts.h"
#include "RobotFormats/SdfText.h"

#include "FilePath.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

/// A <model> with the file that holds it, and how it is placed and called from outside.
struct SdfSource {
    const XMLElement* model = nullptr;
    const XMLElement* posed = nullptr; ///< the <include> with a pose of its own; else the model
    std::string name, path, folder, posedPath;
    bool isOld = false;
    bool isMerged = false; ///< its parts become parts of the model around it
};

/// Whether axes are in the frame of the model by default: in versions up to 1.4.
bool isOldSdf(const XMLElement& sdf) {
    const char* version = sdf.Attribute("version");
    double number = 0.0;
    if (!version || numberFromText(version, version + std::strlen(version), number).ec != std::errc()) return false;
    return std::string(version).find('.') == 1 && std::string(version).size() == 3 && number < 1.45;
}

bool isStatic(const SdfSource& source) {
    const bool ofInclude = source.posed->FirstChildElement("static") != nullptr;
    return sdfFlag(ofInclude ? *source.posed : *source.model, "static", ofInclude ? source.posedPath : source.path);
}

/// The first of some models' names and the number of the others.
struct OtherModels {
    std::string first;
    int count = 0;
    void add(const std::string& name) {
        if (count++ == 0) first = name;
    }
    std::string text() const {
        return "'" + first + (count > 1 ? "' and " + std::to_string(count - 1) + " more" : "'");
    }
};

/// Reads models with all models that they contain or include.
class SdfReader {
  public:
    /// The source of a <model> or an <include>. \throws RobotFileError if there is no such file
    SdfSource sourceOf(const XMLElement& element, const std::string& path, const std::string& folder, bool isOld) {
        SdfSource source{&element, &element, "", path, folder, path, isOld};
        if (std::strcmp(element.Name(), "include") == 0) open(element, path, folder, source);
        source.name = source.model->Attribute("name") ? source.model->Attribute("name") : "";
        if (const XMLElement* name = source.posed == source.model ? nullptr : element.FirstChildElement("name"))
            source.name = sdfText(*name, path);
        if (source.posed != source.model && !element.FirstChildElement("pose")) source.posed = source.model;
        return source;
    }

    SdfModel read(const SdfSource& source, SdfFrames::Nested& exported, int depth = 0) {
        if (depth > 20) refuseXml(source.path, *source.model, "models are nested more than 20 deep");
        const XMLElement& element = *source.model;
        SdfFrames frames(element, source.path);
        SdfModel model;
        std::vector<std::pair<SdfSource, SdfModel>> inner;
        for (const auto* e = element.FirstChildElement(); e; e = e->NextSiblingElement())
            if (std::strcmp(e->Name(), "model") == 0 || std::strcmp(e->Name(), "include") == 0)
                readInner(*e, source, frames, model, inner, depth);
        for (const auto* e = element.FirstChildElement("link"); e; e = e->NextSiblingElement("link")) {
            model.parts.links.push_back(sdfLink(*e, source.path, source.folder, frames, model.parts));
            model.modelFromLink[model.parts.links.back().name] = frames.modelFrom(*e);
        }
        for (auto& [from, part] : inner)
            take(std::move(part), from.isMerged ? "" : from.name + "::", frames.modelFromFrame(from.name, element),
                 model);
        for (const auto* e = element.FirstChildElement("joint"); e; e = e->NextSiblingElement("joint"))
            readSdfJoint(*e, source.isOld, source.path, frames, model);
        readPlugins(element, source.path, model.parts);
        model.parts.name = source.name;
        model.parts.place = xmlPlace(source.path, element);
        exported = frames.exported();
        m_canonical = frames.canonicalLink();
        return model;
    }

    /// Of the model read last; empty: it has no link.
    const std::string& canonicalLink() const { return m_canonical; }

    /// The frame that the pose of a model places, in the model. \param include with a <placement_frame>, or null
    static Pose placedFrame(const SdfSource& source, const XMLElement* include, const std::string& includePath,
                            const SdfFrames::Nested& exported) {
        const XMLElement* placed = include ? include->FirstChildElement("placement_frame") : nullptr;
        std::string frame = placed ? sdfText(*placed, includePath) : "";
        if (const char* own = source.model->Attribute("placement_frame"); own && frame.empty()) frame = own;
        const auto known = exported.frames.find(frame);
        return known != exported.frames.end() ? known->second : Pose();
    }

  private:
    /// Opens the file of an included model.
    void open(const XMLElement& include, const std::string& path, const std::string& folder, SdfSource& source) {
        const XMLElement& uri = requiredChild(include, "uri", path);
        const std::string file = fileOf(sdfText(uri, path), folder);
        if (file.empty())
            refuseXml(path, uri,
                      "there is no model '" + sdfText(uri, path) +
                          "' beside or above the file, nor on the search path: " + searchPathText());
        m_files.push_back(std::make_unique<tinyxml2::XMLDocument>());
        loadRobotXml(*m_files.back(), file);
        const XMLElement* root = m_files.back()->RootElement();
        const XMLElement* model = root ? root->FirstChildElement("model") : nullptr;
        if (!model) refuseXml(path, uri, "'" + file + "' has no <model>");
        source.model = model;
        source.path = file;
        source.folder = folderOfFile(file);
        source.isOld = isOldSdf(*root);
    }

    /// The file of a model: the one that its folder's model.config names last, else model.sdf.
    static std::string fileOf(const std::string& uri, const std::string& folder) {
        namespace fs = std::filesystem;
        const std::size_t scheme = uri.find("://");
        const std::string kind = scheme == std::string::npos ? "" : uri.substr(0, scheme);
        std::string name = scheme == std::string::npos ? uri : uri.substr(scheme + 3);
        while (!name.empty() && name.back() == '/')
            name.pop_back();
        // A model on the net may lie here by its last name.
        if (kind == "http" || kind == "https") name = name.substr(name.find_last_of('/') + 1);
        const fs::path base = fs::absolute(folder.empty() ? fs::path(".") : pathFromUtf8(folder)).lexically_normal();
        fs::path place = kind.empty() || kind == "file" ? pathIn(utf8Of(base), name) : fs::path();
        std::error_code ignored;
        if (place.empty() || !fs::exists(place, ignored)) place = inPackage(name, base);
        if (place.empty()) return "";
        if (fs::is_regular_file(place, ignored)) return utf8Of(place);
        std::string file = "model.sdf";
        if (tinyxml2::XMLDocument config; fs::exists(place / "model.config", ignored)) {
            loadRobotXml(config, utf8Of(place / "model.config"));
            const XMLElement* root = config.RootElement();
            for (const auto* e = root ? root->FirstChildElement("sdf") : nullptr; e; e = e->NextSiblingElement("sdf"))
                if (e->GetText()) file = sdfText(*e, "model.config");
        }
        place /= pathFromUtf8(file);
        return fs::is_regular_file(place, ignored) ? utf8Of(place.lexically_normal()) : "";
    }

    void readInner(const XMLElement& element, const SdfSource& outer, SdfFrames& frames, SdfModel& model,
                   std::vector<std::pair<SdfSource, SdfModel>>& inner, int depth) {
        SdfSource source = sourceOf(element, outer.path, outer.folder, outer.isOld);
        const bool isInclude = source.model != &element;
        source.isMerged = isInclude && element.BoolAttribute("merge", false);
        if (source.isMerged) source.name = "_merged__" + source.name + "__model__"; // as the format calls its frame
        SdfFrames::Nested nested;
        SdfModel read = this->read(source, nested, depth + 1);
        nested.element = &element;
        nested.isMerged = source.isMerged;
        nested.posed = source.posed;
        nested.path = source.posed == source.model ? source.path : outer.path;
        nested.placed = placedFrame(source, isInclude ? &element : nullptr, outer.path, nested);
        frames.add(source.name, std::move(nested));
        if (isStatic(source))
            model.parts.notes.push_back(xmlPlace(outer.path, element) + ": '" + source.name +
                                        "' is left out: it is static");
        else
            inner.emplace_back(source, std::move(read));
    }

    /// Adds the parts of a model within another one. \param before their names
    static void take(SdfModel part, const std::string& before, const Pose& modelFromPart, SdfModel& model) {
        const auto full = [&before](const std::string& of) { return of == kRobotWorld ? of : before + of; };
        for (const auto& [link, place] : part.modelFromLink)
            model.modelFromLink[full(link)] = modelFromPart * place;
        for (RobotTreeLink& link : part.parts.links) {
            link.name = full(link.name);
            model.parts.links.push_back(std::move(link));
        }
        for (std::size_t i = 0; i < part.parts.joints.size(); ++i) {
            RobotParts::Joint joint = part.parts.joints[i];
            joint.joint.name = full(joint.joint.name);
            if (joint.joint.mimic) joint.joint.mimic->joint = full(joint.joint.mimic->joint);
            joint.parent = full(joint.parent);
            joint.child = full(joint.child);
            model.parts.joints.push_back(std::move(joint));
            model.jointOrigins.push_back(modelFromPart * part.jointOrigins[i]);
        }
        for (RobotDeclaration& declared : part.parts.declarations) {
            declared.link = full(declared.link);
            model.parts.declarations.push_back(std::move(declared));
        }
        for (const std::string& standing : part.parts.standing)
            model.parts.standing.insert(full(standing));
        model.parts.notes.insert(model.parts.notes.end(), part.parts.notes.begin(), part.parts.notes.end());
        model.parts.plugins.insert(model.parts.plugins.end(), part.parts.plugins.begin(), part.parts.plugins.end());
    }

    std::vector<std::unique_ptr<tinyxml2::XMLDocument>> m_files; ///< of included models
    std::string m_canonical;
};

/// The first model that moves. Notes tell of others.
SdfSource firstMoving(const XMLElement& sdf, const std::string& path, const std::string& folder, SdfReader& reader,
                      std::vector<std::string>& notes) {
    const XMLElement* parent = &sdf;
    if (!sdf.FirstChildElement("model") && sdf.FirstChildElement("world")) parent = sdf.FirstChildElement("world");
    std::optional<SdfSource> found;
    OtherModels others, standing;
    const XMLElement* last = nullptr;
    for (const auto* e = parent->FirstChildElement(); e; e = e->NextSiblingElement()) {
        if (std::strcmp(e->Name(), "model") != 0 && std::strcmp(e->Name(), "include") != 0) continue;
        last = e;
        try {
            const SdfSource source = reader.sourceOf(*e, path, folder, isOldSdf(sdf));
            if (isStatic(source))
                standing.add(source.name);
            else if (found)
                others.add(source.name);
            else
                found = source;
        } catch (const RobotFileError& error) { // a light, or a model that is not here
            notes.push_back(error.what());
        }
    }
    if (!last) refuseXml(path, sdf, "has no <model>");
    if (!found && standing.count > 0) refuseXml(path, *last, standing.text() + " is static: nothing moves");
    if (!found) throw RobotFileError(notes.front());
    if (others.count > 0)
        notes.push_back(xmlPlace(path, *last) + ": " + others.text() + " left out: only the first model is read");
    if (standing.count > 0) notes.push_back(xmlPlace(path, *last) + ": " + standing.text() + " left out: static");
    return *found;
}

/// Moves the origins of links to their joints, those of parents before those of joints are taken.
void moveOrigins(SdfModel& model) {
    for (std::size_t i = 0; i < model.parts.joints.size(); ++i) {
        const auto child =
            std::find_if(model.parts.links.begin(), model.parts.links.end(),
                         [&](const RobotTreeLink& link) { return link.name == model.parts.joints[i].child; });
        if (child == model.parts.links.end()) continue;
        Pose& place = model.modelFromLink[child->name];
        moveOrigin(*child, place.orientation.conjugate() * (model.jointOrigins[i] - place.position));
        place.position = model.jointOrigins[i];
    }
}

/// The root of a link's tree.
std::string rootOf(const RobotParts& parts, std::string link) {
    for (std::size_t depth = 0; depth <= parts.joints.size(); ++depth) {
        const auto above = std::find_if(parts.joints.begin(), parts.joints.end(),
                                        [&link](const RobotParts::Joint& joint) { return joint.child == link; });
        if (above == parts.joints.end()) break;
        link = above->parent;
    }
    return link;
}

} // namespace

RobotParts readSdf(const XMLElement& sdf, const std::string& path, const std::string& folder) {
    SdfReader reader;
    std::vector<std::string> notes;
    const SdfSource source = firstMoving(sdf, path, folder, reader, notes);
    if (source.name.empty()) requiredAttribute(*source.model, "name", source.path);
    SdfFrames::Nested exported;
    SdfModel model = reader.read(source, exported);
    const std::string canonical = reader.canonicalLink();
    RobotParts parts = std::move(model.parts);
    parts.notes.insert(parts.notes.begin(), notes.begin(), notes.end());
    const bool namesWorld = std::any_of(parts.joints.begin(), parts.joints.end(),
                                        [](const RobotParts::Joint& joint) { return joint.parent == kRobotWorld; });
    if (namesWorld && !model.modelFromLink.count(kRobotWorld)) {
        RobotTreeLink world;
        world.place = parts.place;
        world.name = kRobotWorld;
        parts.links.insert(parts.links.begin(), world);
    }
    model.parts = std::move(parts);
    moveOrigins(model);
    parts = std::move(model.parts);
    for (RobotParts::Joint& joint : parts.joints)
        joint.parentFromChild = model.modelFromLink[joint.parent].inverse() * model.modelFromLink[joint.child];
    if (!canonical.empty()) keepOneTree(parts, rootOf(parts, canonical));
    const bool isIncluded = source.posed != source.model;
    const Pose fileFromModel =
        sdfPose(*source.posed, isIncluded ? source.posedPath : source.path) *
        SdfReader::placedFrame(source, isIncluded ? source.posed : nullptr, source.posedPath, exported).inverse();
    for (const RobotTreeLink& link : parts.links)
        if (std::none_of(parts.joints.begin(), parts.joints.end(),
                         [&link](const RobotParts::Joint& joint) { return joint.child == link.name; }))
            parts.fileFromRoot = fileFromModel * model.modelFromLink[link.name];
    return parts;
}

} // namespace ambient
