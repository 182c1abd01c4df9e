// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/output_look.hpp"

#include "core/base/errors.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::test;
using State = OutputLook::State;

/// A look at an output depends on the files that were left there, and writes nothing.
class TestOutputLook : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    SurfaceInfo surface_ = surfaceOf(600, 500, 8);

    [[nodiscard]] std::string file() const { return folder_.filePath("a.raw").toStdString(); }

    void interrupt() const {
        const auto sink = openSink(file(), surface_, {});
        const auto fail = [](FakeBlockSource& source) { source.failAt = 3; };
        QVERIFY_EXCEPTION_THROWN(exportFormula(*sink, surface_, 1, fail), std::exception);
    }

  private slots:
    void cleanup() {
        QDir folder(folder_.path());
        for (const QString& name : folder.entryList(QDir::Files | QDir::Hidden))
            folder.remove(name);
    }

    void nothingIsThere() {
        const OutputLook look = lookAtOutput(file(), surface_, {});
        QVERIFY(look.state == State::free);
        QCOMPARE(look.doneShare, 0.0);
        QCOMPARE(look.grid.layout().region.width, surface_.region.width);
        QVERIFY(QDir(folder_.path()).isEmpty());
    }

    void theSameExportWasInterrupted() {
        surface_ = surfaceOf(3000, 2500, 8);
        interrupt();
        const OutputLook look = lookAtOutput(file(), surface_, {});
        QVERIFY(look.state == State::begun);
        QVERIFY2(look.doneShare >= 0 && look.doneShare < 1, qPrintable(QString::number(look.doneShare)));
    }

    void theSameExportIsFinished() {
        exportFormula(file(), surface_);
        const OutputLook look = lookAtOutput(file(), surface_, {});
        QVERIFY(look.state == State::finished);
        QCOMPARE(look.doneShare, 1.0);
    }

    void anotherExportIsThere() {
        exportFormula(file(), surface_);
        SurfaceInfo other = surface_;
        other.designHash = "fedcba9876543210";
        const OutputLook look = lookAtOutput(file(), other, {});
        QVERIFY(look.state == State::occupied);
        QCOMPARE(look.obstacle.subject, file());
        QCOMPARE(look.obstacle.reason, std::string("cannot be resumed: it was begun with another %1"));
    }

    void aFileOfAnotherProgramIsThere() {
        writeContents(file(), "anything");
        const OutputLook look = lookAtOutput(file(), surface_, {});
        QVERIFY(look.state == State::occupied);
        QCOMPARE(look.obstacle.text(), file() + ": exists and has no journal to resume from");
        QCOMPARE(contentsOf(file()), QByteArray("anything"));
    }

    void whatIsInTheWayIsAValueForThoseWhoAsk() {
        writeContents(file(), "anything");
        const auto opened = sinkOrObstacle(file(), surface_, {});
        const Problem* obstacle = std::get_if<Problem>(&opened);
        QVERIFY(obstacle != nullptr);
        QCOMPARE(obstacle->text(), file() + ": exists");
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(openSink(file(), surface_, {})), UsageError);
    }

    void aWrongOrderIsAnError() {
        QVERIFY_EXCEPTION_THROWN(
            static_cast<void>(lookAtOutput(folder_.filePath("a.gsf").toStdString(), surface_, {})),
            UsageError);
        QVERIFY_EXCEPTION_THROWN(
            static_cast<void>(lookAtOutput(folder_.filePath("no/a.raw").toStdString(), surface_, {})),
            UsageError);
    }
};

BURIN_TEST(TestOutputLook)
#include "test_output_look.moc"
