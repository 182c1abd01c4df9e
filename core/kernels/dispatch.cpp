// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/dispatch.hpp"

#include <cstdlib>
#include <string_view>

namespace burin {

bool supported(InstructionSet set) {
    switch (set) {
        case InstructionSet::baseline:
            return true;
#if defined(BURIN_HAS_AVX2)
        case InstructionSet::avx2:
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                   __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                   __builtin_cpu_supports("fma");  // LZCNT came with FMA and BMI; GCC 12 cannot test for it
        case InstructionSet::avx512:
            return supported(InstructionSet::avx2) && __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512dq");
#endif
        default:
            return false;
    }
}

const char* instructionSetName(InstructionSet set) {
    switch (set) {
        case InstructionSet::avx2:
            return "avx2";
        case InstructionSet::avx512:
            return "avx512";
        default:
            return "baseline";
    }
}

namespace {

InstructionSet choose() {
    const char* asked = std::getenv("BURIN_CPU");
    for (const InstructionSet set : {InstructionSet::avx512, InstructionSet::avx2}) {
        const bool allowed = asked == nullptr || instructionSetName(set) == std::string_view(asked) ||
                             (set == InstructionSet::avx2 && std::string_view(asked) == "avx512");
        if (allowed && supported(set)) return set;
    }
    return InstructionSet::baseline;
}

}  // namespace

InstructionSet instructionSet() {
    static const InstructionSet chosen = choose();
    return chosen;
}

}  // namespace burin
