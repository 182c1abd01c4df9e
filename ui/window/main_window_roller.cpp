// SPDX-License-Identifier: GPL-3.0-or-later

// The actions of the main window that concern the joint of a roller.

#include "core/design/edits/roller_edit.hpp"
#include "core/design/file_paths.hpp"
#include "core/engraving/roller_closing.hpp"
#include "ui/model/threads/off_thread.hpp"
#include "ui/window/bars/command_search.hpp"
#include "ui/window/closing_dialog.hpp"
#include "ui/window/main_window.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"
#include "ui/words/why_disabled.hpp"

#include <QStatusBar>

namespace burin::ui {

void MainWindow::makeRollerAction() {
    QAction* close =
        action("graph.closeOnRoller", tr("Close on the roller..."), {}, {}, [this] { closeOnRoller(); });
    close->setProperty(CommandSearch::synonyms, tr("joint, seam, circumference, cylinder, repeat"));
    const auto enable = [this, close] {
        enableIf(*close, writtenRoller(document_.design()->document).has_value(),
                 tr("the design has no roller"));
    };
    connect(&document_, &Document::changed, close, enable);
    enable();
}

/// Closes the surface round its roller, as one step, after the user has seen the list of changes.
void MainWindow::closeOnRoller() {
    document_.pending().handOver();
    const std::shared_ptr<const Design> design = document_.design();
    const RollerClosing closing =
        offThread([design, kinds = document_.kinds(), file = pathOf(document_.file())] {
            return closingRound(*design, DesignFolders::of(file).folder, kinds);
        });
    if (document_.design() != design) return;
    if (!closing.errors.empty()) {
        const Diagnostic& first = closing.errors.front();
        const QString problem = problemText(first);
        return say(tr("The surface can be closed once its problems are solved. %1")
                       .arg(first.node.empty() ? problem : tr("%1: %2").arg(textOf(first.node), problem)));
    }
    if (closing.changes.empty() && closing.open.empty() && closing.unseen.empty())
        return statusBar()->showMessage(tr("Every repeat at the joint closes, so nothing needs to change."),
                                        messageMs);
    ClosingDialog dialog(theme_, closing, design->pixelUm, this);
    if (dialog.exec() != QDialog::Accepted || document_.design() != design) return;
    document_.edit(tr("Close on the roller"),
                   [&closing](DesignEdit& edit) { closeRound(edit, closing.changes); });
}

}  // namespace burin::ui
