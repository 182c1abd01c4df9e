// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/kernel.hpp"

#include "core/images/content_hash.hpp"
#include "gpu/jit/kernel_cache.hpp"
#include "gpu/jit/workshop.hpp"

#include <cstdlib>
#include <string_view>
#include <variant>

namespace burin::gpu {

/// A kernel in a separate library that stays loaded while any holder may launch it.
struct LoadedKernel {
    struct Unload {
        void operator()(cudaLibrary_t library) const { cudaLibraryUnload(library); }
    };
    std::unique_ptr<CUlib_st, Unload> library;
    cudaKernel_t kernel = nullptr;
};

namespace {

/// Few, because a kernel needed at once is compiled by the thread that needs it.
constexpr std::size_t mostCompilers = 4;

/// The compiler, or the reason why there is none.
using FoundNvrtc = std::variant<std::string, Nvrtc>;

FoundNvrtc findNvrtc() {
    try {
        return Nvrtc();
    } catch (const JitError& error) {
        return error.what();
    }
}

const FoundNvrtc& installedNvrtc() {
    static const FoundNvrtc found = findNvrtc();
    return found;
}

int capabilityOf(int device) {
    int major = 0;
    int minor = 0;
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    return 10 * major + minor;
}

int currentDevice() {
    int device = 0;
    check(cudaGetDevice(&device));
    return device;
}

/// The machine code, from the cache if it is there.
std::vector<std::byte> machineCode(const FoundNvrtc& found, const std::string& source, int device) {
    const auto* const nvrtc = std::get_if<Nvrtc>(&found);
    if (nvrtc == nullptr) throw JitError(std::get<std::string>(found));
    const int architecture = nvrtc->architectureFor(capabilityOf(device));
    int driver = 0;
    check(cudaDriverGetVersion(&driver));
    const std::string made =
        std::to_string(architecture) + " " + nvrtc->version() + " " + std::to_string(driver);
    const std::string key = Hasher().add(made).add("\n").add(source).hex();

    const KernelCache cache(KernelCache::folderOfUser());
    if (auto known = cache.find(key)) return std::move(*known);
    std::vector<std::byte> code = nvrtc->compile(source, architecture);
    cache.keep(key, code);
    return code;
}

LoadedKernel load(std::span<const std::byte> code, const std::string& entry) {
    cudaLibrary_t library = nullptr;
    check(cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    LoadedKernel loaded{std::unique_ptr<CUlib_st, LoadedKernel::Unload>(library)};
    check(cudaLibraryGetKernel(&loaded.kernel, library, entry.c_str()));
    return loaded;
}

/// All kernels of the process.
Workshop<LoadedKernel>& kernels() {
    static Workshop<LoadedKernel> all(mostCompilers);
    return all;
}

}  // namespace

std::string whyNoJit() {
    const char* const wanted = std::getenv("BURIN_JIT");
    if (wanted != nullptr && std::string_view(wanted) == "off") return "BURIN_JIT is off";
    const auto* const nvrtc = std::get_if<Nvrtc>(&installedNvrtc());
    if (nvrtc == nullptr) return std::get<std::string>(installedNvrtc());
    try {
        static_cast<void>(nvrtc->architectureFor(capabilityOf(currentDevice())));
        return {};
    } catch (const JitError& error) {
        return error.what();
    }
}

bool JitKernel::ready() const {
    return work_->ready();
}

const std::string& JitKernel::problem() const {
    return work_->problem();
}

void JitKernel::launch(cudaStream_t cudaStream, dim3 grid, dim3 block, std::span<void* const> arguments,
                       std::size_t sharedBytes) const {
    if (!problem().empty()) throw JitError(problem());
    check(cudaLaunchKernel(reinterpret_cast<const void*>(work_->value().kernel), grid, block,
                           const_cast<void**>(arguments.data()), sharedBytes, cudaStream));
}

JitKernel compileKernel(std::string source, std::string entry) {
    const int device = currentDevice();
    const std::string key = Hasher().add(std::to_string(device) + " " + entry + "\n").add(source).hex();
    JitKernel kernel;
    // The compiler is copied, because a thread that still runs while the process ends must not use static
    // objects.
    kernel.work_ = kernels().order(
        key, [nvrtc = installedNvrtc(), source = std::move(source), entry = std::move(entry), device] {
            check(cudaSetDevice(device));
            return load(machineCode(nvrtc, source, device), entry);
        });
    return kernel;
}

void awaitCompilers() {
    kernels().settle();
}

}  // namespace burin::gpu
