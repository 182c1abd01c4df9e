// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_design.hpp"

#include <any>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

namespace burin::test {

namespace {

ScanNode randomScan(Random& random, const std::filesystem::path& folder, const std::string& name) {
    ScanNode node;
    node.file = name + ".gsf";
    node.size = {random.between(1, 40), random.between(1, 40)};
    node.nearest = random.chance(0.7);
    if (random.chance(0.5)) node.top = random.real(-5, 5);
    if (random.chance(0.5)) node.bottom = random.real(-30, -21);
    std::string head = "Gwyddion Simple Field 1.0\nXRes = " + std::to_string(node.size.width) +
                       "\nYRes = " + std::to_string(node.size.height) +
                       "\nXReal = " + std::to_string(node.size.width) +
                       "e-6\nYReal = " + std::to_string(node.size.height) + "e-6\n";
    head.append(4 - head.size() % 4, '\0');
    std::ofstream out(folder / node.file, std::ios::binary);
    out << head;
    const double gaps = random.pick({0.0, 0.1, 0.95});
    const std::int64_t count = node.size.width * node.size.height;
    for (std::int64_t i = 0; i < count; ++i) {
        float metres = static_cast<float>(random.real(-20e-6, -5e-6));
        // One height at least was measured.
        if (i > 0 && random.chance(gaps)) metres = std::numeric_limits<float>::quiet_NaN();
        node.heights.push_back(static_cast<float>(static_cast<double>(metres) * 1e6));
        char bytes[sizeof metres];
        std::memcpy(bytes, &metres, sizeof metres);
        out.write(bytes, sizeof bytes);
    }
    return node;
}

}  // namespace

std::any randomFile(Random& random, const std::filesystem::path& folder, const std::string& name) {
    if (random.chance(0.2)) return randomScan(random, folder, name);
    return randomPicture(random, folder, name);
}

}  // namespace burin::test
