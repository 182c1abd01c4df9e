// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace burin::gpu {

/// Why a kernel could not be compiled at run time: the compiler is missing, or its message.
struct JitError : ProblemError {
    using ProblemError::ProblemError;
};

/// NVIDIA's run-time compiler. The library is loaded on construction, so that the program also starts on
/// computers without it. Immutable; thread-safe.
class Nvrtc {
  public:
    /// \throws JitError if the library is missing or too old
    Nvrtc();

    /// The version, such as "13.0".
    [[nodiscard]] const std::string& version() const { return version_; }
    /// The architecture whose machine code runs on a device of this compute capability, such as 90 for 9.0:
    /// the newest of the same generation that the compiler supports. \throws JitError if it supports none
    [[nodiscard]] int architectureFor(int capability) const;
    /// Compiles CUDA C++17 to machine code for an architecture, without contraction. Takes about 0.1 s.
    /// \throws JitError with the compiler's message
    [[nodiscard]] std::vector<std::byte> compile(const std::string& source, int architecture) const;

  private:
    struct Library;
    std::shared_ptr<const Library> library_;
    std::string version_;
    std::vector<int> architectures_;
};

}  // namespace burin::gpu
