// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace burin::test {

/// The bytes that this process has read so far; nothing if the system does not count them.
[[nodiscard]] inline std::optional<std::int64_t> bytesRead() {
    std::ifstream file("/proc/self/io");
    std::string name;
    std::int64_t bytes = 0;
    if (file >> name >> bytes && name == "rchar:") return bytes;
    return std::nullopt;
}

/// The calls with which this process has read so far; nothing if the system does not count them.
[[nodiscard]] inline std::optional<std::int64_t> readCalls() {
    std::ifstream file("/proc/self/io");
    std::string name;
    std::int64_t calls = 0;
    while (file >> name >> calls) {
        if (name == "syscr:") return calls;
    }
    return std::nullopt;
}

}  // namespace burin::test
