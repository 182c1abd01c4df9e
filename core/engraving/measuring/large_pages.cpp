// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/large_pages.hpp"

#include <cstdint>

#include <sys/mman.h>

namespace burin {

void adviseLargePages(void* data, std::size_t bytes) {
    constexpr std::size_t least = std::size_t{4} << 20U;
    constexpr std::size_t smallPage = 4096;
    if (bytes < least) return;
    const std::size_t before = (smallPage - reinterpret_cast<std::uintptr_t>(data) % smallPage) % smallPage;
    // If the system has no large pages, small ones do as well.
    static_cast<void>(::madvise(static_cast<std::byte*>(data) + before,
                                (bytes - before) / smallPage * smallPage, MADV_HUGEPAGE));
}

}  // namespace burin
