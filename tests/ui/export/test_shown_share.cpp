// SPDX-License-Identifier: GPL-3.0-or-later

// The share and the time of an export are the same wherever they are shown.

#include "support/testing.hpp"
#include "ui/export/queue/job_words.hpp"
#include "ui/support/export_studio.hpp"
#include "ui/words/quantities.hpp"

#include <QEvent>

#include <functional>
#include <utility>

namespace burin::ui {

namespace {

/// Keeps the text that a widget had when it was painted last.
class PaintedText : public QObject {
  public:
    PaintedText(QWidget& widget, std::function<QString()> read) : read_(std::move(read)) {
        widget.installEventFilter(this);
        widget.repaint();
    }
    QString text;

  protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) text = read_();
        return false;
    }

  private:
    const std::function<QString()> read_;
};

}  // namespace

class TestShownShare : public QObject {
    Q_OBJECT

  private slots:
    /// The dialog and the status bar are in two windows. One that is slow to be painted would show figures
    /// of an earlier report beside that of the newest one.
    void theDialogAndTheStatusBarArePaintedTogether() {
        Studio studio(true);
        studio.gate.pass(0);
        ExportJob* const job = studio.queue.add(studio.order("a.tif"));
        ExportStatus& status = studio.tools.status();
        QTest::mouseClick(&status, Qt::LeftButton);
        QVERIFY(QTest::qWaitForWindowExposed(&studio.tools.dialog(), patience));
        auto* const percent = studio.find<QLabel>("export.percent");
        auto* const left = studio.find<QLabel>("export.left");
        const PaintedText percentInDialog(*percent, [=] { return percent->text(); });
        const PaintedText leftInDialog(*left, [=] { return left->text(); });
        const PaintedText inBar(status, [&status] { return status.text(); });
        QStringList shares;
        QStringList different;
        // This is called after both have been told.
        const auto watched = connect(job, &ExportJob::changed, this, [&] {
            if (!job->active()) return;
            const QString share = percentText(job->share());
            const QString words = share + ' ' + timeWords(*job);
            const QString inDialog = percentInDialog.text + ' ' + leftInDialog.text;
            const bool same = inDialog == words && inBar.text.endsWith(words.trimmed());
            shares << share;
            if (!same) different << words + ": " + inDialog + ", " + inBar.text;
        });
        studio.gate.open();
        BURIN_TRY_STATE(job, done);
        disconnect(watched);
        QCOMPARE(shares.value(shares.size() - 1), percentText(1));
        QVERIFY2(different.isEmpty(), qPrintable(different.join('\n')));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestShownShare)
#include "test_shown_share.moc"
