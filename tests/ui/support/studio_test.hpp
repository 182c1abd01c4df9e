// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The basis of panel tests: an engine, a document, and screenshots for review.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/engine_run.hpp"
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/workbench.hpp"
#include "ui/theme/theme.hpp"

#include <QDir>
#include <QWidget>

namespace burin::ui {

/// The models of a window without the window. Uses the backend that the test is linked with.
struct StudioTest {
    explicit StudioTest(std::span<const Kind> kindsUsed = kinds(), ThemeChoice choice = ThemeChoice::dark)
        : document(kindsUsed),
          previews(Engine{backend, budget, {}, test::openTestTextureWriter}),
          theme(choice) {
        theme.apply();
        QObject::connect(&document, &Document::changed, &previews,
                         [this] { previews.setDesign(document.design()); });
        previews.setDesign(document.design());
    }

    [[nodiscard]] Workbench workbench() { return {document, selection, previews, theme}; }

    /// Makes `text` the design. \return empty, or why it is refused
    [[nodiscard]] QString load(const char* text) { return document.recover(QString::fromUtf8(text), {}); }

    /// Whether the previews show a node of the newest design. The node of the design before stays until then.
    [[nodiscard]] bool showsNewest() const {
        const BoundNodePtr node = previews.shown();
        return node && node->design == previews.design();
    }

    MemoryBudget budget{std::size_t{512} << 20U};
    TileCache cache{budget};
    std::unique_ptr<Backend> opened = test::openTestBackend({.memoryBytes = budget.limit()}, budget, cache);
    Backend& backend = *opened;
    Document document;
    Selection selection;
    Previews previews;
    Theme theme;
};

/// Saves a picture of a widget if BURIN_SCREENSHOTS names a folder.
inline void screenshot(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("BURIN_SCREENSHOTS");
    if (folder.isEmpty()) return;
    QDir().mkpath(folder);
    QVERIFY(widget.grab().save(folder + '/' + name + ".png"));
}

}  // namespace burin::ui
