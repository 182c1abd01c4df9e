// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A library in temporary folders, with a few small patterns.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/model/library.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace burin::ui {

/// Domes of fixed pixels in hexagons, with an optional mask.
inline constexpr const char* domesPattern = R"yaml(burin: 2
pixel: 10 um
groups:
  cap:
    parameters: {size: {type: length, default: 40}}
    output: cap
    nodes:
      cap:
        kind: math2d
        width: =size
        height: =size
        expression: "max(0, 1 - hypot(x - w / 2, y - h / 2) * 2 / w)"
  domes:
    title: Domes
    help: Round caps in hexagons.
    editor: {words: "dimple hexagon array"}
    parameters: {gap: {type: length, default: 0.5 mm}}
    inputs: [{mask: outline, optional: true}]
    output: rows
    nodes:
      rows: {kind: stitching, u: [=gap, 0], v: ["=gap / 2", 40], inputs: [{pattern: cap}, {mask: $outline}]}
      cap: {kind: group, group: cap}
nodes:
  surface: {kind: root, width: 720, height: 444, full_depth: 30 um, inputs: [{data: shown}]}
  shown: {kind: group, group: domes, values: {gap: 0.6 mm}}
)yaml";

/// A filter, which needs the surface that it reads. Its picture is the file beside it.
inline constexpr const char* softPattern = R"(burin: 2
pixel: 1 um
groups:
  soft:
    title: Soft blend
    help: A median and a picture.
    inputs: [{data: surface}]
    output: sum
    nodes:
      sum: {kind: union, inputs: [{data: median}, {data: grain}]}
      median: {kind: median, radius: 2, inputs: [{data: $surface}]}
      grain: {kind: tiff, file: grain.tif}
nodes:
  root: {kind: root, width: 720, height: 444, inputs: [{data: shown}]}
  shown: {kind: group, group: soft, inputs: [{data: plain}]}
  plain: {kind: math2d, width: 100, height: 100, expression: '1'}
)";

inline QString writeText(const QString& file, const QByteArray& text) {
    QDir().mkpath(QFileInfo(file).absolutePath());
    QFile target(file);
    if (!target.open(QIODevice::WriteOnly) || target.write(text) != text.size())
        qFatal("cannot write a test");
    return file;
}

/// A library of the program's and the user's own patterns, in a folder of its own.
struct LibraryTest {
    LibraryTest() {
        writeText(shipped() + "/Lattices/domes.burin", domesPattern);
        QImage picture(240, 148, QImage::Format_RGB32);
        picture.fill(Qt::darkCyan);
        if (!picture.save(shipped() + "/Lattices/domes.png")) qFatal("cannot write a picture");
    }

    [[nodiscard]] QString shipped() const { return folder.filePath("shipped"); }
    [[nodiscard]] QString own() const { return folder.filePath("own"); }
    /// Reads the library, or reads it again.
    void read() {
        if (!library) {
            library = std::make_unique<Library>(kinds(), shipped(), own());
        } else {
            library->read();
        }
        QVERIFY(QSignalSpy(library.get(), &Library::changed).wait(patience));
    }
    [[nodiscard]] const LibraryEntry& entry(const QString& name) const {
        for (const LibraryEntry& each : library->entries()) {
            if (each.name == name) return each;
        }
        qFatal("the pattern %s is missing", qPrintable(name));
    }

    QTemporaryDir folder;
    std::unique_ptr<Library> library;
};

}  // namespace burin::ui
