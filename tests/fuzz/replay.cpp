// SPDX-License-Identifier: GPL-3.0-or-later

// Replaces libFuzzer if the compiler does not have it: passes each file on the command line to the harness
// once.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** files) {
    for (int i = 1; i < count; ++i) {
        std::ifstream file(files[i], std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        if (!file.good() && !file.eof()) {
            std::printf("cannot read %s\n", files[i]);
            return 1;
        }
        std::printf("%s\n", files[i]);
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    return count > 1 ? 0 : 1;
}
