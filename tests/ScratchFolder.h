// SPDX-License-Identifier: Zlib
#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace test {

/// An empty folder for one test, removed with all its contents.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::random_device random; // not an input of the test: tests run side by side
        m_path = std::filesystem::temp_directory_path() /
                 ("ambient-fluid-test-" + std::to_string(random()) + std::to_string(random()));
        std::filesystem::create_directory(m_path);
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> all;
        for (const auto& entry : std::filesystem::directory_iterator(m_path))
            if (entry.is_regular_file()) all.push_back(entry.path());
        return all;
    }

  private:
    std::filesystem::path m_path;
};

} // namespace test
