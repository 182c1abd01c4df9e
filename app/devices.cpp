// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/cuda.hpp"
#include "core/base/free_memory.hpp"
#include "core/kernels/dispatch.hpp"

#include <cstdio>
#include <fstream>

namespace burin::app {

namespace {

std::string processorName() {
    std::ifstream info("/proc/cpuinfo");
    std::string line;
    while (std::getline(info, line)) {
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    }
    return "processor";
}

int listDevices(const Arguments&) {
    const unsigned threads = std::thread::hardware_concurrency();
    std::printf("cpu   %s, %u thread%s, %s, %s of memory available\n", processorName().c_str(), threads,
                threads == 1 ? "" : "s", instructionSetName(instructionSet()),
                bytesText(freeMemory().bytes).c_str());
    for (const std::string& line : cudaDeviceLines())
        std::puts(line.c_str());
    return exitDone;
}

}  // namespace

Command devicesCommand() {
    return {"devices", "",          "lists the devices that can compute, and why a device is not used", {}, 0,
            0,         &listDevices};
}

}  // namespace burin::app
