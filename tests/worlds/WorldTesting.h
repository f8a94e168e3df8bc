// SPDX-License-Identifier: Zlib
#pragma once

#include "TestPaths.h"
#include "Worlds/WorldSimulation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace test {

inline std::string wholeFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The folder of the examples.
inline std::string exampleFolder() {
    return test::rootPath() + "/samples/worlds";
}

/// All examples, by name.
inline std::vector<std::string> examples() {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(exampleFolder()))
        if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// A world run for some steps.
class RunWorld {
  public:
    /// \param text JSON \param solver empty: the file's
    explicit RunWorld(const std::string& text, const std::string& solver = "")
        : m_description(ambient::parseWorld(text, "test.json", exampleFolder())) {
        ambient::WorldSimulationOptions options;
        options.timeStep = m_description.timeStep;
        options.solver = solver.empty() ? m_description.solver : solver;
        options.log = [this](const std::string& line) { log.push_back(line); };
        m_simulation = std::make_unique<ambient::WorldSimulation>(m_description, options);
        rows = m_simulation->rows();
    }

    void run(double seconds) {
        const int steps = static_cast<int>(seconds / m_description.timeStep + 0.5);
        for (int i = 0; i < steps; ++i) {
            m_simulation->step();
            rows += m_simulation->rows();
        }
    }

    ambient::FileWorld::Motion motion(std::size_t body) const {
        return m_simulation->content().motionOf(m_simulation->content().moving()[body]);
    }
    const ambient::FileWorld::Moving& moving(std::size_t body) const { return m_simulation->content().moving()[body]; }
    const ambient::WorldDescription& description() const { return m_description; }

    std::string rows; ///< of all times until now
    std::vector<std::string> log;

  private:
    ambient::WorldDescription m_description;
    std::unique_ptr<ambient::WorldSimulation> m_simulation;
};

} // namespace test
