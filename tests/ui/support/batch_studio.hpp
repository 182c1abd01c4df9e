// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A studio with a batch dialog, and functions to operate it.

#include "support/testing.hpp"
#include "ui/export/batch/batch_fields.hpp"
#include "ui/export/batch/batch_tools.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/support/transfer_studio.hpp"

#include <QCheckBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

namespace burin::ui {

/// An instance of a group with a length and a seed.
inline constexpr auto pebbles = R"yaml(burin: 2
pixel: 1 um
groups:
  waves:
    parameters: {length: {type: length, default: 7 um, minimum: 2 um}, seed: {type: seed, default: 1}}
    output: wave
    nodes:
      wave: {kind: math2d, expression: "0.5 + 0.3 * sin(x / length) + 0.2 * noise(x / 9, y / 7, seed)"}
nodes:
  surface: {kind: root, width: 600, height: 400, inputs: [data: wall]}
  wall: {kind: group, group: waves}
)yaml";

inline constexpr auto threeRows =
    "name,wall.length,wall.seed,region,skip\n"
    "fine,9 um,1,,\n"
    "coarse,0.03 mm,2,,\n"
    "corner,0.03 mm,2,\"0,0,100 um,100 um\",\n"
    "later,20 um,3,,true\n";

/// A studio with a batch dialog on a design that is saved in the test's folder.
struct BatchStudio : TransferStudio {
    explicit BatchStudio(bool held = false)
        : TransferStudio(held), batch(workbench(), queue, tools, &window) {
        write("d.burin", pebbles);
        if (!document.open(path("d.burin")).isEmpty()) qFatal("the design is refused");
    }

    void write(const QString& name, const QByteArray& text) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
    }
    template <class Widget = QPushButton>
    [[nodiscard]] Widget* part(const char* name) {
        auto* const widget = batch.dialog().findChild<Widget*>(name);
        if (widget == nullptr) qFatal("no %s", name);
        return widget;
    }
    void press(const char* name) { QTest::mouseClick(part(name), Qt::LeftButton); }
    void tick(const char* name) { QTest::mouseClick(part<QCheckBox>(name), Qt::LeftButton, {}, {8, 12}); }
    /// Opens the dialog on a table with that text.
    void openOn(const QByteArray& table, const QString& to = "{name}.tif") {
        write("t.csv", table);
        batch.actions().front()->trigger();
        part<BatchFields>("batch.fields")->setTable(path("t.csv"));
        auto* const target = part<QLineEdit>("export.target");
        target->setFocus();
        target->selectAll();
        QTest::keyClicks(target, to);
    }
    [[nodiscard]] BatchDesk& desk() { return *batch.dialog().findChild<BatchDesk*>(); }
    [[nodiscard]] BatchModel& model() { return desk().model(); }
    [[nodiscard]] bool is(BatchDesk::State state) {
        return QTest::qWaitFor([&] { return desk().state() == state; }, patience);
    }
    [[nodiscard]] QString words() { return part<CutLabel>("batch.words")->text(); }
    /// The states of all rows, such as `done ready`.
    [[nodiscard]] QString states() {
        QStringList words;
        for (int row = 0; row < model().rowCount(); ++row)
            words << lookOf(model().state(row)).word;
        return words.join(' ');
    }
    /// The lines of a table of results without their seconds; `folder` becomes a dot.
    [[nodiscard]] QString results(const QString& name, const QString& folder) const {
        static const QRegularExpression seconds(",\\d+\\.\\d{3},");
        return QString::fromUtf8(bytes(name)).replace(seconds, ",S,").replace(folder, ".");
    }

    BatchTools batch;
};

}  // namespace burin::ui
