// SPDX-License-Identifier: Zlib
#include "AmbientFluidFmu/UnitDescription.h"
#include "AmbientFluidFmu/UnitResources.h"
#include "AmbientFluidFmu/ZipFile.h"
#include "FileBytes.h"
#include "Output/OutputFile.h"
#include "Output/ProgressBar.h"
#include "ToolCommands.h"
#include "ToolInput.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ambient {
namespace {

namespace fs = std::filesystem;

/// A new folder, removed at the end.
class ScratchPlace {
  public:
    ScratchPlace() {
        std::string pattern = utf8Of(fs::temp_directory_path() / "ambient-fmu-XXXXXX");
        if (!mkdtemp(pattern.data())) throw std::runtime_error(pattern + ": " + std::strerror(errno));
        m_path = pattern;
    }
    ~ScratchPlace() {
        std::error_code ignored;
        fs::remove_all(pathFromUtf8(m_path), ignored);
    }
    ScratchPlace(const ScratchPlace&) = delete;
    ScratchPlace& operator=(const ScratchPlace&) = delete;
    const std::string& path() const { return m_path; }

  private:
    std::string m_path;
};

/// The library that each unit holds.
std::string unitLibrary() {
    const fs::path path = (fs::read_symlink("/proc/self/exe").parent_path() / AMBIENT_UNIT_MODULE).lexically_normal();
    const std::optional<std::string> bytes = bytesOfFile(path);
    if (!bytes) throw std::runtime_error(utf8Of(path) + ": cannot be read; it is installed with this program");
    return *bytes;
}

void requireWritable(const FmuOptions& o, const WorldDescription& world) {
    if (kindOfFile(o.output) != "fmu") throw InputError(o.output + ": the name of a unit ends in .fmu");
    CommandFiles files;
    files.reads("the world", o.path);
    for (const auto& [place, path] : filesOfWorld(world))
        files.reads(place, path);
    files.writes("the unit", o.output);
}

/// A message that names files as the unit does. \param folder of the copies
std::string withoutFolder(std::string message, const std::string& folder) {
    for (std::size_t at = message.find(folder); at != std::string::npos; at = message.find(folder))
        message.erase(at, folder.size() + 1);
    return message;
}

/// The variables of the world that the unit holds, made of the unit's files alone. \param world receives the world
std::vector<UnitVariable> variablesOf(const UnitFiles& files, const FmuOptions& o, WorldDescription& world) {
    const ScratchPlace place;
    try {
        world = readUnitFiles(files, place.path());
        ProgressBars bars(!o.quiet);
        const std::unique_ptr<WorldSimulation> simulation = simulationOf(world, o.path, bars);
        return unitVariables(world, *simulation);
    } catch (const InputError& error) { // of simulationOf(), which names the world
        throw InputError(withoutFolder(error.what(), place.path()));
    } catch (const WorldFileError& error) {
        throw WorldFileError(withoutFolder(error.what(), place.path()));
    }
}

} // namespace

void runFmu(const FmuOptions& options) {
    options.robots.apply();
    ReadWorld read = readWorldFile(options.path);
    requireWritable(options, read.description);
    const std::string library = unitLibrary();
    OutputFile output(options.output);
    read.file["name"] = read.description.name;
    UnitFiles files;
    WorldDescription world;
    std::vector<UnitVariable> variables;
    try {
        files = unitFiles(read);
        variables = variablesOf(files, options, world);
    } catch (const WorldFileError& error) {
        throw InputError(options.path + ": " + error.what());
    }
    const FmiVersion version = options.version == 3 ? FmiVersion::Three : FmiVersion::Two;
    std::string bytes = unitDescription(world, variables, "", version);
    for (const auto& [name, content] : files)
        bytes += name + '\0' + content;
    files[kUnitGuid] = guidOf(bytes);
    ZipFile zip(output.handOver());
    zip.add("modelDescription.xml", unitDescription(world, variables, files[kUnitGuid], version));
    zip.add(unitBinaries(version) + ("/" + unitIdentifier(world)) + ".so", library);
    for (const auto& [name, content] : files)
        zip.add("resources/" + name, content);
    zip.close();
    output.commit();
    if (options.quiet) return;
    std::printf("%s: inputs and parameters:", options.output.c_str());
    for (const UnitVariable& variable : variables)
        if (!variable.isOutput()) std::printf(" %s", variable.name.c_str());
    std::printf("\noutputs:");
    for (const UnitVariable& variable : variables)
        if (variable.isOutput()) std::printf(" %s", variable.name.c_str());
    std::printf("\n");
}

} // namespace ambient
