// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

namespace burin {

/// Asks the system to use large pages for this memory. The first access to each page is expensive, and fewer
/// pages make it faster. Does nothing for less than 4 MiB.
void adviseLargePages(void* data, std::size_t bytes);

/// Allocates arrays in large pages, for numbers that are accessed once or a few times.
template <class Number>
struct LargePageAllocator {
    using value_type = Number;

    LargePageAllocator() = default;
    template <class Other>
    explicit LargePageAllocator(const LargePageAllocator<Other>& /*other*/) {}

    [[nodiscard]] Number* allocate(std::size_t count) {
        Number* const data = std::allocator<Number>().allocate(count);
        adviseLargePages(data, count * sizeof(Number));
        return data;
    }
    void deallocate(Number* data, std::size_t count) { std::allocator<Number>().deallocate(data, count); }

    friend bool operator==(const LargePageAllocator& /*a*/, const LargePageAllocator& /*b*/) { return true; }
};

}  // namespace burin
