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

/// Says what went wrong in one line, whatever the text holds, and passes the exit code on.
inline int fail(std::string text, int exitCode) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    spdlog::error("{}", text);
    return exitCode;
}

} // namespace ambient
