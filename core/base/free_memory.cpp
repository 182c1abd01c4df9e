// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/free_memory.hpp"

#include <array>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace burin {

namespace fs = std::filesystem;

namespace {

/// The files of one version of control groups.
struct GroupFiles {
    std::string_view fileSystem;  ///< its type in mountinfo
    std::array<const char*, 2> limits;
    const char* used;
    const char* droppable;  ///< the line of memory.stat with the memory that can be dropped, children
                            ///< included
    /// The line of memory.stat that gives the narrowest limit of the group and all its parents; null if there
    /// is no such line.
    const char* inherited;
};

constexpr GroupFiles version1{"cgroup",
                              {"memory.limit_in_bytes", nullptr},
                              "memory.usage_in_bytes",
                              "total_inactive_file",
                              "hierarchical_memory_limit"};
constexpr GroupFiles version2{
    "cgroup2", {"memory.max", "memory.high"}, "memory.current", "inactive_file", nullptr};

/// A mounted hierarchy of control groups that counts memory.
struct GroupMount {
    const GroupFiles* files;
    fs::path root;   ///< the group that `place` shows
    fs::path place;  ///< the mount point
};

/// The number that is the whole content of a file; nothing if the file says "max" or does not exist.
std::optional<std::size_t> numberIn(const fs::path& file) {
    std::ifstream stream(file);
    std::size_t number = 0;
    if (!(stream >> number)) return {};
    return number;
}

/// The number in the line `key number` or `key: number kB`.
std::optional<std::size_t> numberOf(const fs::path& file, std::string_view key) {
    std::ifstream stream(file);
    std::string line;
    while (std::getline(stream, line)) {
        std::istringstream words(line);
        std::string word;
        std::size_t number = 0;
        if (words >> word && word == key && words >> number) return number;
    }
    return {};
}

bool listed(const std::string& list, std::string_view wanted) {
    std::istringstream words(list);
    std::string word;
    while (std::getline(words, word, ',')) {
        if (word == wanted) return true;
    }
    return false;
}

/// Decodes a path of mountinfo, which writes blanks, tabs, line ends and backslashes as octal numbers.
std::string unescaped(const std::string& text) {
    const auto octal = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '7'; };
    std::string path;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 3 >= text.size() || !octal(i + 1) || !octal(i + 2) || !octal(i + 3)) {
            path += text[i];
            continue;
        }
        path += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
        i += 3;
    }
    return path;
}

/// Reads /proc/self/mountinfo, see proc_pid_mountinfo(5).
std::vector<GroupMount> groupMounts(const fs::path& root) {
    std::vector<GroupMount> mounts;
    std::ifstream stream(root / "proc/self/mountinfo");
    std::string line;
    while (std::getline(stream, line)) {
        std::istringstream words(line);
        std::string skipped;
        std::string shown;
        std::string place;
        words >> skipped >> skipped >> skipped >> shown >> place;
        shown = unescaped(shown);
        place = unescaped(place);
        while (words >> skipped && skipped != "-") {
        }
        std::string type;
        std::string source;
        std::string options;
        words >> type >> source >> options;
        if (type == version2.fileSystem) mounts.push_back({&version2, shown, place});
        if (type == version1.fileSystem && listed(options, "memory"))
            mounts.push_back({&version1, shown, place});
    }
    return mounts;
}

/// The process's group in a hierarchy, as /proc/self/cgroup names it; "/" if it names none.
fs::path ownGroup(const fs::path& root, const GroupFiles& files) {
    std::ifstream stream(root / "proc/self/cgroup");
    std::string line;
    while (std::getline(stream, line)) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const bool its = &files == &version2 ? controllers.empty() : listed(controllers, "memory");
        if (its) return line.substr(second + 1);
    }
    return "/";
}

/// The group that contains a process, searched for in a group and all groups in it; nothing if there is none.
/// Groups that are created or removed meanwhile are left out.
std::optional<fs::path> groupWith(std::size_t process, const fs::path& group) {
    std::ifstream stream(group / "cgroup.procs");
    std::size_t number = 0;
    while (stream >> number) {
        if (number == process) return group;
    }
    std::error_code error;
    for (fs::directory_iterator inside(group, error), end; !error && inside != end; inside.increment(error)) {
        std::error_code gone;
        if (!inside->is_directory(gone)) continue;
        if (auto found = groupWith(process, inside->path())) return found;
    }
    return {};
}

/// The path of the process's group below a mount; "." if it cannot be found there.
fs::path groupBelow(const fs::path& root, const GroupMount& mount) {
    if (mount.root.string().starts_with("/..")) {
        // The process is in a namespace of groups, and the mount was made outside of that namespace (`unshare
        // -C`): no file names the groups in between, see cgroup_namespaces(7).
        const fs::path top = root / mount.place.relative_path();
        const auto process = numberIn(root / "proc/self/stat");
        const auto found = process ? groupWith(*process, top) : std::nullopt;
        return found ? found->lexically_relative(top) : ".";
    }
    // A container may see only its own part of the hierarchy.
    const fs::path below = ownGroup(root, *mount.files).lexically_relative(mount.root);
    return below.empty() || *below.begin() == ".." ? "." : below.lexically_normal();
}

/// Lowers `memory` if a limit leaves less to a group.
/// \param inside  the folder of the group
void obeyLimit(const fs::path& inside, const GroupFiles& files, std::optional<std::size_t> limit,
               const std::string& name, FreeMemory& memory) {
    if (!limit) return;
    const std::size_t used = numberIn(inside / files.used).value_or(0);
    const std::size_t droppable = numberOf(inside / "memory.stat", files.droppable).value_or(0);
    const std::size_t taken = used > droppable ? used - droppable : 0;
    const std::size_t left = *limit > taken ? *limit - taken : 0;
    if (left < memory.bytes) memory = {left, name};
}

/// Lowers `memory` if the limits of one control group leave less.
void obey(const fs::path& root, const fs::path& group, const GroupFiles& files, FreeMemory& memory) {
    const fs::path inside = root / group.relative_path();
    for (const char* const name : files.limits) {
        if (name == nullptr) continue;
        obeyLimit(inside, files, numberIn(inside / name), (group / name).string(), memory);
    }
}

/// Lowers `memory` if a parent outside of the visible hierarchy, for example outside of the container, has a
/// lower limit.
void obeyHidden(const fs::path& root, const fs::path& group, const GroupFiles& files, FreeMemory& memory) {
    if (files.inherited == nullptr) return;
    const fs::path inside = root / group.relative_path();
    obeyLimit(inside, files, numberOf(inside / "memory.stat", files.inherited),
              files.inherited + (" of " + (group / "memory.stat").string()), memory);
}

/// A limit of the process itself: the soft value of a line of /proc/self/limits, see proc_pid_limits(5).
std::optional<std::size_t> ownLimit(const fs::path& root, std::string_view name) {
    std::ifstream stream(root / "proc/self/limits");
    std::string line;
    while (std::getline(stream, line)) {
        if (!line.starts_with(name)) continue;
        std::istringstream words(line.substr(name.size()));
        std::size_t number = 0;
        if (words >> number) return number;
    }
    return {};
}

/// Lowers `memory` if a limit of the process leaves less.
/// \param used  the line of /proc/self/status that counts against the limit
void obeyOwn(const fs::path& root, std::string_view name, std::string_view used, FreeMemory& memory) {
    const auto limit = ownLimit(root, name);
    if (!limit) return;
    const std::size_t taken = numberOf(root / "proc/self/status", used).value_or(0) * 1024;
    const std::size_t left = *limit > taken ? *limit - taken : 0;
    if (left < memory.bytes) memory = {left, std::string(name) + " of /proc/self/limits"};
}

}  // namespace

FreeMemory freeMemory(const fs::path& root) {
    constexpr std::size_t unknown = std::size_t{2} << 30U;
    const auto kib = numberOf(root / "proc/meminfo", "MemAvailable:");
    FreeMemory memory{kib ? *kib * 1024 : unknown, {}};
    for (const GroupMount& mount : groupMounts(root)) {
        fs::path group = mount.place;
        obey(root, group, *mount.files, memory);
        obeyHidden(root, group, *mount.files, memory);
        for (const fs::path& step : groupBelow(root, mount)) {
            if (step == ".") continue;
            group /= step;
            obey(root, group, *mount.files, memory);
        }
    }
    obeyOwn(root, "Max address space", "VmSize:", memory);
    obeyOwn(root, "Max data size", "VmData:", memory);
    return memory;
}

}  // namespace burin
