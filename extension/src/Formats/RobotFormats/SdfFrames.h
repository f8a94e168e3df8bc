// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/RobotXml.h"

#include <map>

namespace ambient {

/// Places of the links, joints and frames of a model in SDF, and of the models within it, in the frame of the model.
/// Names of parts of a model within it are MODEL::PART, those of a merged one PART.
class SdfFrames {
  public:
    /// A model within the model.
    struct Nested {
        const tinyxml2::XMLElement* element = nullptr; ///< has the name and the line for messages
        const tinyxml2::XMLElement* posed = nullptr;   ///< <include> or <model> with the pose in the outer model
        std::string path;                              ///< of the file with `posed`
        Pose placed;                                   ///< the frame that the pose places, in the nested model
        std::map<std::string, Pose> frames;            ///< its own places, by their names in it
        std::map<std::string, std::string> links;      ///< the link of each of its frames
        bool isMerged = false;                         ///< its parts are parts of the model, by their own names
    };

    /// \param model outlives this \param path of its file, for messages; outlives this
    SdfFrames(const tinyxml2::XMLElement& model, const std::string& path);

    void add(const std::string& name, Nested nested) { m_nested[name] = std::move(nested); }

    /// Place of an element with a <pose>.
    Pose modelFrom(const tinyxml2::XMLElement& element) const { return placeOf(element, 0); }

    /// Place of a frame that an element names; empty: the model. \throws RobotFileError if there is no such frame
    Pose modelFromFrame(const std::string& frame, const tinyxml2::XMLElement& element) const {
        return placeNamed(frame, element, 0);
    }

    /// Pose of a part of a link in the frame of the link.
    Pose linkFrom(const tinyxml2::XMLElement& part, const tinyxml2::XMLElement& link) const;

    /// The link that a name means: its own, or that of a frame, a joint or a model.
    std::string linkOf(const std::string& name, const tinyxml2::XMLElement& element) const;

    /// The link of the whole model; empty: there is none.
    std::string canonicalLink() const { return canonicalLink(0); }

    /// All places and links by their names, for an outer model.
    Nested exported() const;

  private:
    Pose placeOf(const tinyxml2::XMLElement& element, int depth) const;
    Pose placeNamed(const std::string& frame, const tinyxml2::XMLElement& element, int depth) const;
    Pose placeOfNested(const Nested& nested, int depth) const;
    /// The merged model with a frame of this name; null: none has one.
    const Nested* mergedWith(const std::string& frame) const;
    std::string linkNamed(const std::string& name, const tinyxml2::XMLElement& element, int depth) const;
    std::string canonicalLink(int depth) const;
    std::string childOf(const tinyxml2::XMLElement& joint) const;

    const tinyxml2::XMLElement& m_model;
    const std::string& m_path;
    std::map<std::string, const tinyxml2::XMLElement*> m_elements;
    std::map<std::string, Nested> m_nested;
};

} // namespace ambient
