// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "core/render/graph.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <fstream>
#include <string>

using namespace burin;

namespace {

/// A .gsf of 2 x 2 heights of 0 that are 2 um apart.
std::string flatScan() {
    std::string file = "Gwyddion Simple Field 1.0\nXRes = 2\nYRes = 2\nXReal = 4e-6\nYReal = 4e-6\n";
    file.append(4 - file.size() % 4, '\0');
    return file.append(4 * sizeof(float), '\0');
}

}  // namespace

class TestImageRemarks : public QObject {
    Q_OBJECT

  private slots:
    /// The words do not name the files.
    void aRemarkAppearsOnceForEachFile() {
        const QTemporaryDir folder;
        for (const char* name : {"one.gsf", "other.gsf"})
            std::ofstream(folder.filePath(name).toStdString(), std::ios::binary) << flatScan();
        const Design design = parseDesign(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 2, height: 2, full_depth: 9 um,"
            " inputs: [data: a, data: b, data: c]}\n"
            "  a: {kind: scan, file: one.gsf, top: 0 um, bottom: -9 um}\n"
            "  b: {kind: scan, file: other.gsf, top: 0 um, bottom: -9 um}\n"
            "  c: {kind: scan, file: one.gsf, top: 0 um, bottom: -8 um}\n",
            folder.path().toStdString());
        QVERIFY2(design.diagnostics.empty(),
                 design.diagnostics.empty() ? "" : design.diagnostics.front().text().c_str());
        const BoundGraph bound = bindGraph(design, *design.root, {});
        QVERIFY(bound.graph);
        const std::vector<Problem> remarks = remarksOnImages(*bound.graph);
        QCOMPARE(remarks.size(), std::size_t{2});
        QCOMPARE(remarks[0].subject, std::string("a"));
        QCOMPARE(remarks[1].subject, std::string("b"));
        QCOMPARE(remarks[0].reason, remarks[1].reason);
    }
};

BURIN_TEST(TestImageRemarks)
#include "test_image_remarks.moc"
