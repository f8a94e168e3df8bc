// SPDX-License-Identifier: Zlib
#pragma once

#include <algorithm>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <string>

namespace ambient {

/// Sends log lines to standard error, each starting with the program's name.
inline void logAs(const std::string& program) {
    spdlog::set_default_logger(spdlog::stderr_logger_mt(program));
    spdlog::set_pattern(program + ": %v");
}

/// Writes an error as one line, also if its text has several, and returns the exit code.
inline int fail(std::string text, int exitCode) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    spdlog::error("{}", text);
    return exitCode;
}

} // namespace ambient
