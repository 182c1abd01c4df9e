// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/kernel_cache.hpp"

#include "core/base/checksum.hpp"
#include "core/base/files.hpp"
#include "core/base/user_folders.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <thread>
#include <variant>

namespace burin::gpu {

namespace fs = std::filesystem;

namespace {

/// The start of a file: its kind, then the checksum of the rest.
struct Header {
    char name[16] = "burin kernel 1\n";
    std::uint64_t checksum = 0;
};

/// A suffix that no other thread or process uses.
std::string ownSuffix() {
    const std::size_t thread = std::hash<std::thread::id>()(std::this_thread::get_id());
    return "." + std::to_string(getpid()) + "-" + std::to_string(thread) + ".part";
}

}  // namespace

KernelCache::KernelCache(fs::path folder, std::uintmax_t mostBytes)
    : folder_(std::move(folder)), mostBytes_(mostBytes) {}

fs::path KernelCache::folderOfUser() {
    const fs::path cache = userCacheFolder();
    return cache.empty() ? cache : cache / "kernels";
}

fs::path KernelCache::fileOf(const std::string& key) const {
    return folder_ / (key + ".kernel");
}

std::optional<std::vector<std::byte>> KernelCache::find(const std::string& key) const {
    if (folder_.empty()) return std::nullopt;
    const auto read = readRegularFile(fileOf(key), mostBytes_);
    const auto* const content = std::get_if<std::string>(&read);
    if (content == nullptr || content->size() <= sizeof(Header)) return std::nullopt;
    Header header;
    std::memcpy(&header, content->data(), sizeof header);
    const auto kernel = std::as_bytes(std::span(*content)).subspan(sizeof header);
    if (std::memcmp(header.name, Header().name, sizeof header.name) != 0) return std::nullopt;
    if (header.checksum != checksum(kernel)) return std::nullopt;

    std::error_code ignored;
    fs::last_write_time(fileOf(key), fs::file_time_type::clock::now(), ignored);  // marks the file as used
    return std::vector(kernel.begin(), kernel.end());
}

void KernelCache::keep(const std::string& key, std::span<const std::byte> kernel) const {
    if (folder_.empty()) return;
    std::error_code failed;
    fs::create_directories(folder_, failed);
    const fs::path part = fileOf(key).string() + ownSuffix();
    Header header;
    header.checksum = checksum(kernel);
    std::ofstream file(part, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&header), sizeof header);
    file.write(reinterpret_cast<const char*>(kernel.data()), static_cast<std::streamsize>(kernel.size()));
    file.close();
    if (file) fs::rename(part, fileOf(key), failed);
    if (!file || failed) fs::remove(part, failed);
    removeOldest();
}

void KernelCache::removeOldest() const {
    struct File {
        fs::file_time_type used;
        std::uintmax_t bytes;
        fs::path path;
    };
    std::vector<File> files;
    std::uintmax_t total = 0;
    std::error_code failed;
    for (fs::directory_iterator entry(folder_, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code gone;
        const File file{entry->last_write_time(gone), entry->file_size(gone), entry->path()};
        if (gone) continue;
        files.push_back(file);
        total += file.bytes;
    }
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.used < b.used; });
    for (const File& file : files) {
        if (total <= mostBytes_) return;
        fs::remove(file.path, failed);
        total -= file.bytes;
    }
}

}  // namespace burin::gpu
