// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace burin::gpu {

/// Why a kernel could not be compiled while the program runs: no compiler here, or what it says.
struct JitError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// NVIDIA's compiler for run time. The library is looked for when this is made, so that the program starts on
/// machines without it. Immutable; thread-safe.
class Nvrtc {
  public:
    /// \throws JitError where the library is missing or too old
    Nvrtc();

    /// Such as "13.0".
    [[nodiscard]] const std::string& version() const { return version_; }
    /// Whose machine code runs on a device of this compute capability, such as 90 for 9.0: the newest that
    /// the compiler knows of the same generation. \throws JitError where it knows none
    [[nodiscard]] int architectureFor(int capability) const;
    /// The machine code of a source for an architecture; CUDA C++17, without contraction. Takes about 0.1 s.
    /// \throws JitError with what the compiler says
    [[nodiscard]] std::vector<std::byte> compile(const std::string& source, int architecture) const;

  private:
    struct Library;
    std::shared_ptr<const Library> library_;
    std::string version_;
    std::vector<int> architectures_;
};

}  // namespace burin::gpu
