// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/nvrtc.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <nvrtc.h>

#include <algorithm>
#include <cstdlib>

namespace burin::gpu {

/// The functions of the library, which stays loaded.
struct Nvrtc::Library {
    decltype(&nvrtcVersion) version;
    decltype(&nvrtcGetErrorString) errorString;
    decltype(&nvrtcGetNumSupportedArchs) architectureCount;
    decltype(&nvrtcGetSupportedArchs) architectures;
    decltype(&nvrtcCreateProgram) createProgram;
    decltype(&nvrtcDestroyProgram) destroyProgram;
    decltype(&nvrtcCompileProgram) compileProgram;
    decltype(&nvrtcGetProgramLogSize) logSize;
    decltype(&nvrtcGetProgramLog) log;
    decltype(&nvrtcGetCUBINSize) cubinSize;
    decltype(&nvrtcGetCUBIN) cubin;

    void check(nvrtcResult result) const {
        if (result != NVRTC_SUCCESS) throw JitError("NVRTC", errorString(result));
    }
};

namespace {

/// The library that matches the runtime's version, searched in the loader's paths and in toolkit folders.
void* openLibrary() {
    const std::string name = "libnvrtc.so." + std::to_string(CUDART_VERSION / 1000);
    std::vector<std::string> places = {name};
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        if (const char* const home = std::getenv(variable))
            places.push_back(std::string(home) + "/lib64/" + name);
    }
    places.push_back("/usr/local/cuda/lib64/" + name);
    for (const std::string& place : places) {
        if (void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    }
    throw JitError(
        Problem{.reason = "%1 is not installed (package cuda-nvrtc of the CUDA toolkit)", .details = {name}});
}

template <class Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr)
        throw JitError(Problem{.reason = "libnvrtc is too old: it lacks %1", .details = {name}});
}

/// Owns a program of the compiler.
template <class Destroy>
struct Program {
    nvrtcProgram handle = nullptr;
    Destroy destroy;
    explicit Program(Destroy by) : destroy(by) {}
    ~Program() { destroy(&handle); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
};

}  // namespace

Nvrtc::Nvrtc() {
    void* const opened = openLibrary();
    auto library = std::make_shared<Library>();
    find(opened, "nvrtcVersion", library->version);
    find(opened, "nvrtcGetErrorString", library->errorString);
    find(opened, "nvrtcGetNumSupportedArchs", library->architectureCount);
    find(opened, "nvrtcGetSupportedArchs", library->architectures);
    find(opened, "nvrtcCreateProgram", library->createProgram);
    find(opened, "nvrtcDestroyProgram", library->destroyProgram);
    find(opened, "nvrtcCompileProgram", library->compileProgram);
    find(opened, "nvrtcGetProgramLogSize", library->logSize);
    find(opened, "nvrtcGetProgramLog", library->log);
    find(opened, "nvrtcGetCUBINSize", library->cubinSize);
    find(opened, "nvrtcGetCUBIN", library->cubin);

    int major = 0;
    int minor = 0;
    library->check(library->version(&major, &minor));
    version_ = std::to_string(major) + "." + std::to_string(minor);
    int count = 0;
    library->check(library->architectureCount(&count));
    architectures_.resize(static_cast<std::size_t>(count));
    library->check(library->architectures(architectures_.data()));
    library_ = std::move(library);
}

int Nvrtc::architectureFor(int capability) const {
    int best = 0;
    for (const int architecture : architectures_) {
        const bool runs = architecture / 10 == capability / 10 && architecture <= capability;
        if (runs) best = std::max(best, architecture);
    }
    if (best == 0) {
        throw JitError(
            Problem{.reason = "NVRTC %1 does not support compute capability %2.%3",
                    .details = {version_, std::to_string(capability / 10), std::to_string(capability % 10)}});
    }
    return best;
}

std::vector<std::byte> Nvrtc::compile(const std::string& source, int architecture) const {
    Program program(library_->destroyProgram);
    library_->check(
        library_->createProgram(&program.handle, source.c_str(), "burin.cu", 0, nullptr, nullptr));
    const std::string target = "--gpu-architecture=sm_" + std::to_string(architecture);
    const char* const options[] = {target.c_str(), "--std=c++17", "--fmad=false"};
    const nvrtcResult result = library_->compileProgram(program.handle, std::size(options), options);
    if (result != NVRTC_SUCCESS) {
        std::size_t length = 0;
        library_->check(library_->logSize(program.handle, &length));
        std::string log(length, '\0');
        library_->check(library_->log(program.handle, log.data()));
        throw JitError(Problem{
            .subject = "NVRTC", .reason = "%1: %2", .details = {library_->errorString(result), log.c_str()}});
    }
    std::size_t bytes = 0;
    library_->check(library_->cubinSize(program.handle, &bytes));
    std::vector<std::byte> cubin(bytes);
    library_->check(library_->cubin(program.handle, reinterpret_cast<char*>(cubin.data())));
    return cubin;
}

}  // namespace burin::gpu
