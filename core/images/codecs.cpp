// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/codecs.hpp"

#include "core/images/image_error.hpp"

#include <dlfcn.h>

#include <cstddef>

namespace burin {

namespace {

constexpr const char* kModule = "burin_codecs.so";

/// The program or the library that contains this function; Python's program is not ours, but its module is.
void* ownObject() {
    Dl_info info{};
    void* object = nullptr;
    if (::dladdr(reinterpret_cast<const void*>(&ownObject), &info) != 0)
        object = ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    return object != nullptr ? object : ::dlopen(nullptr, RTLD_LAZY);
}

/// The folders that the system searches for libraries of this program.
std::vector<std::string> searchedFolders() {
    std::vector<std::string> folders;
    void* const program = ownObject();
    Dl_serinfo size{};
    if (program == nullptr || ::dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return folders;
    const auto memory = std::make_unique<std::max_align_t[]>(size.dls_size / sizeof(std::max_align_t) + 1);
    auto* const info = reinterpret_cast<Dl_serinfo*>(memory.get());
    *info = size;
    if (::dlinfo(program, RTLD_DI_SERINFO, info) != 0) return folders;
    for (unsigned i = 0; i < info->dls_cnt; ++i)
        folders.emplace_back(info->dls_serpath[i].dls_name);
    return folders;
}

const Codecs* loaded() {
    // Loaded by its full path: a sanitizer's dlopen does not know the folders to search.
    for (const std::string& folder : searchedFolders()) {
        void* const module = ::dlopen((folder + "/" + kModule).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (module == nullptr) continue;
        return static_cast<const Codecs*>(::dlsym(module, "burinCodecs"));
    }
    return nullptr;
}

}  // namespace

const Codecs& codecs() {
    static const Codecs* const found = loaded();
    if (found == nullptr) {
        throw ImageError(
            {.reason = "WebP and written pictures need %1, which was not found",
             .details = {kModule},
             .advice = "install Burin with its libraries, in lib/burin next to the folder of its programs"});
    }
    return *found;
}

}  // namespace burin
