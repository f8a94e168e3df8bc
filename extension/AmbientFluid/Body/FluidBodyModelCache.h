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

/// How to make a mesh that itself takes long to make, and numbers that tell it from all others.
struct MeshRecipe {
    /// Equal keys must mean equal meshes: all numbers that `make` reads. Written into the file and compared there.
    std::vector<double> key;
    /// \param notes what there is to say about the mesh, one line each, is added here and kept with the model
    std::function<TriangleMesh(std::vector<std::string>& notes)> make;
};

/// Keeps models in a folder, so that the next start of a program reads what the first one built:
///
///     ambient::FluidBodyModelCache cache("cache/fluid");
///     auto model = cache.build(mesh);          // in place of FluidBodyModel::build(mesh)
///
/// A file belongs to the content of the mesh and of those fields of the definition that the numbers in it follow from;
/// the angle of separation, the factors on the forces and `progress` may change without a new file. Other meshes, other
/// definitions and other versions of the library have other files. The model that is read is the one that was built, to
/// the bit. The files may be shipped with a program, and be deleted at any time; nothing else limits how many there
/// are.
///
/// A file that is damaged, or is not what its name says, is reported, and the model is built and written again. Files
/// appear under their name when they are whole, so that programs and threads may share a folder: of several writers
/// the last one stays. A folder that cannot be written to is reported once; models are built then as without one.
/// What the disk loses in a power failure is found by the checksum. There is no protection against files that somebody
/// made to deceive: they cannot do worse than a wrong model.
class FluidBodyModelCache {
  public:
    /// Receives lines of text; default: standard error. Called by the thread that builds, one at a time.
    using Log = std::function<void(const std::string& line)>;

    /// How many models were read from the folder, and how many were built because they were not there.
    struct Counts {
        /// Calls of build() that were answered by a file; by FluidBodyModel::build, whether or not the file was bad.
        int loaded = 0, built = 0;
    };

    /// \param folder made when the first file is written, with those above it
    /// \throws std::invalid_argument when it is empty
    explicit FluidBodyModelCache(std::filesystem::path folder, Log log = {});

    /// As FluidBodyModel::build, or the same from the folder, without `def.progress` being called. For several threads.
    /// \throws as FluidBodyModel::build
    std::shared_ptr<const FluidBodyModel> build(const TriangleMesh& mesh, const FluidBodyDef& def = {});

    /// The same where the mesh need not even be made.
    /// \param notes when given, `recipe.make` adds to it, now or when the file was written
    /// \throws as FluidBodyModel::build and `recipe.make`
    std::shared_ptr<const FluidBodyModel> build(const MeshRecipe& recipe, const FluidBodyDef& def = {},
                                                std::vector<std::string>* notes = nullptr);

    /// Where the model of this mesh and definition is, or would be.
    std::filesystem::path fileOf(const TriangleMesh& mesh, const FluidBodyDef& def = {}) const;

    /// As given; it need not exist yet.
    const std::filesystem::path& folder() const { return m_folder; }
    /// Of the calls since this object was made; other caches of the same folder count for themselves.
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
    /// Without a model when there is no file, or a bad one, which is reported.
    Entry load(const Key& key, const FluidBodyDef& def);
    /// Never throws; reports the first failure.
    void store(const Key& key, const Entry& entry);
    void write(const Key& key, const Entry& entry) const;
    void removeLeftovers() const;
    void report(const std::string& line);

    std::filesystem::path m_folder;
    Log m_log;
    mutable std::mutex m_mutex; ///< of what follows, and of the log
    Counts m_counts;
    bool m_wroteBefore = false, m_saidUnwritable = false;
};

} // namespace ambient
