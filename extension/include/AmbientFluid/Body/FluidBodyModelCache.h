// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ambient {

/// A function that makes a mesh at some expense, and a key that identifies the mesh.
struct MeshRecipe {
    /// All numbers that `make` reads: equal keys must mean equal meshes. Stored in the file and compared on reading.
    std::vector<double> key;
    /// \param notes receives remarks about the mesh, one line each; they are kept with the model
    std::function<TriangleMesh(std::vector<std::string>& notes)> make;
};

/// Keeps models in a folder, so that the next start of a program reads them instead of building them:
///
///     ambient::FluidBodyModelCache cache("cache/fluid");
///     auto model = cache.build(mesh);          // in place of FluidBodyModel::build(mesh)
///
/// A file depends on the contents of the mesh and on the fields of the definition that affect its numbers. The
/// separation angle, the factors on the forces and `progress` may change without a new file. Other meshes, definitions
/// and versions of the library have other files. A model from a file is bitwise the model that was built. Files may be
/// shipped with a program and deleted at any time; their number is not limited otherwise.
///
/// A file that is damaged or does not match its name is reported; the model is then built and written again. Files get
/// their final name only when complete, so programs and threads may share a folder: the last of several writers wins. A
/// folder that is not writable is reported once, and models are then built without a cache. A checksum detects data
/// lost in a power failure. Files forged on purpose are not detected; the worst result is a wrong model.
///
/// In a library that was built without AMBIENT_FLUID_FILES the folder counts as not writable, and no file is read.
class FluidBodyModelCache {
  public:
    /// Receives lines of text; default: standard error. Calls come from building threads, one at a time.
    using Log = std::function<void(const std::string& line)>;

    /// Numbers of models read from the folder and of models built.
    struct Counts {
        /// `loaded` counts calls of build() that a file served, `built` those served by FluidBodyModel::build.
        int loaded = 0, built = 0;
    };

    /// \param folder created with its parents when the first file is written
    /// \param log receives reports
    /// \throws std::invalid_argument if `folder` is empty
    explicit FluidBodyModelCache(std::filesystem::path folder, Log log = {});

    /// Reads the model from the folder, or builds and stores it. Thread-safe.
    /// `def.progress` is not called for a model from the folder.
    /// \throws as FluidBodyModel::build
    std::shared_ptr<const FluidBodyModel> build(const TriangleMesh& mesh, const FluidBodyDef& def = {});

    /// Reads the model from the folder, or makes its mesh, builds and stores it. Thread-safe.
    /// \param recipe `recipe.make` is not called for a model from the folder
    /// \param def see FluidBodyModel::build
    /// \param notes if given, receives the notes of `recipe.make`, new or from the file
    /// \throws as FluidBodyModel::build and `recipe.make`
    std::shared_ptr<const FluidBodyModel> build(const MeshRecipe& recipe, const FluidBodyDef& def = {},
                                                std::vector<std::string>* notes = nullptr);

    /// The path of this mesh and definition's file; it need not exist.
    std::filesystem::path fileOf(const TriangleMesh& mesh, const FluidBodyDef& def = {}) const;

    /// The folder as given; it need not exist yet.
    const std::filesystem::path& folder() const { return m_folder; }
    /// Counts of this object's calls; other caches of the folder count separately.
    Counts counts() const;

  private:
    struct Key;
    struct Entry {
        std::shared_ptr<const FluidBodyModel> model;
        std::vector<std::string> notes;
    };

    static Key keyOf(const TriangleMesh& mesh, const FluidBodyDef& def);
    static Key keyOf(const MeshRecipe& recipe, const FluidBodyDef& def);
    template <class MakeMesh>
    Entry find(const Key& key, const FluidBodyDef& def, MakeMesh makeMesh);
    /// Reads a file; the entry has no model if the file is absent or bad. A bad file is reported.
    Entry load(const Key& key, const FluidBodyDef& def);
    /// Writes a file. Never throws; reports the first failure.
    void store(const Key& key, const Entry& entry);
    void write(const Key& key, const Entry& entry) const;
    void report(const std::string& line);

    std::filesystem::path m_folder;
    Log m_log;
    mutable std::mutex m_mutex; ///< protects the members below and the log
    Counts m_counts;
    bool m_wroteBefore = false, m_saidUnwritable = false;
};

} // namespace ambient
