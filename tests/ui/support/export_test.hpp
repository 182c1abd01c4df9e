// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A design to export, and orders for it.

#include "ui/export/queue/export_queue.hpp"
#include "ui/support/gated_backend.hpp"
#include "ui/support/studio_test.hpp"

#include <QTemporaryDir>

namespace burin::ui {

/// Twelve TIFF tiles of 1024 x 1024; neighbouring samples are never equal. A division of each sample would
/// take as long as its sine.
inline constexpr auto wavesDesign = R"yaml(burin: 1
pixel: 2 um
nodes:
  surface: {kind: root, width: 4000, height: 3000, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "0.5 + 0.5 * sin(0.142857 * x) * cos(y / 11)"
}
)yaml";

struct ExportTest : StudioTest {
    ExportTest() {
        if (!load(wavesDesign).isEmpty()) qFatal("the design is refused");
    }

    [[nodiscard]] QString path(const QString& name) const { return folder.filePath(name); }
    [[nodiscard]] ExportOrder order(const QString& name) const {
        ExportOrder order;
        order.design = document.design();
        order.title = document.title();
        order.setFile(path(name));
        order.surface = {4000, 3000};
        order.region = {0, 0, 4000, 3000};
        return order;
    }
    [[nodiscard]] QByteArray bytes(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir folder;
    GatedBackend gate{backend};
    Engine engine{backend, budget, {}};
    Engine gated{gate, budget, {}};
};

/// Waits until the job is in that state; fails the test if it never is.
#define BURIN_TRY_STATE(job, wanted) QTRY_COMPARE((job)->state(), ExportJob::State::wanted)

/// Waits until the condition holds. The limit is long because exports run at low priority.
#define BURIN_TRY(condition) QTRY_VERIFY(condition)

}  // namespace burin::ui
