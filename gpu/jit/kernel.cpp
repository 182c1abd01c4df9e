// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/kernel.hpp"

#include "core/images/content_hash.hpp"
#include "gpu/jit/kernel_cache.hpp"

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <variant>

namespace burin::gpu {

namespace {

std::variant<std::string, Nvrtc> findNvrtc() {
    try {
        return Nvrtc();
    } catch (const JitError& error) {
        return error.what();
    }
}

/// The compiler, or why there is none.
const std::variant<std::string, Nvrtc>& installedNvrtc() {
    static const std::variant<std::string, Nvrtc> found = findNvrtc();
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

/// The machine code, from the cache where it is there.
std::vector<std::byte> machineCode(const std::string& source, int device) {
    const auto* const nvrtc = std::get_if<Nvrtc>(&installedNvrtc());
    if (nvrtc == nullptr) throw JitError(std::get<std::string>(installedNvrtc()));
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

/// A kernel in a library of its own that is loaded for as long as somebody may launch it, or why there is
/// none.
struct JitKernel::Loaded {
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;
    std::string problem;

    Loaded(const std::string& source, const std::string& entry, int device) {
        try {
            check(cudaSetDevice(device));
            const std::vector<std::byte> code = machineCode(source, device);
            check(cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
            check(cudaLibraryGetKernel(&kernel, library, entry.c_str()));
        } catch (const std::exception& error) {
            problem = error.what();
        }
    }
    ~Loaded() {
        if (library != nullptr) cudaLibraryUnload(library);
    }
    Loaded(const Loaded&) = delete;
    Loaded& operator=(const Loaded&) = delete;
};

bool JitKernel::ready() const {
    return loaded_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

const std::string& JitKernel::problem() const {
    return loaded_.get()->problem;
}

void JitKernel::launch(cudaStream_t stream, dim3 grid, dim3 block, std::span<void* const> arguments,
                       std::size_t sharedBytes) const {
    const Loaded& loaded = *loaded_.get();
    if (!loaded.problem.empty()) throw JitError(loaded.problem);
    check(cudaLaunchKernel(reinterpret_cast<const void*>(loaded.kernel), grid, block,
                           const_cast<void**>(arguments.data()), sharedBytes, stream));
}

JitKernel compileKernel(std::string source, std::string entry) {
    JitKernel kernel;
    kernel.loaded_ = std::async(std::launch::async | std::launch::deferred, [source = std::move(source),
                                                                             entry = std::move(entry),
                                                                             device = currentDevice()] {
                         return std::make_shared<const JitKernel::Loaded>(source, entry, device);
                     }).share();
    const bool noThreadLeft =
        kernel.loaded_.wait_for(std::chrono::seconds(0)) == std::future_status::deferred;
    if (noThreadLeft) kernel.loaded_.wait();
    return kernel;
}

}  // namespace burin::gpu
