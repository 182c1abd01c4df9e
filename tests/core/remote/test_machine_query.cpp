// SPDX-License-Identifier: GPL-3.0-or-later

// The description that a machine sends is checked before a job is offered to the machine.

#include "core/protocol/machine_description.hpp"
#include "core/remote/query.hpp"
#include "support/scripted_controller.hpp"
#include "support/testing.hpp"

#include <QString>

#include <chrono>
#include <limits>
#include <optional>

using namespace burin;
using namespace burin::test;

class TestMachineQuery : public QObject {
    Q_OBJECT

  private slots:
    /// An impossible number is refused. It is neither taken as a limit nor as "unlimited".
    void anImpossibleDescriptionIsNamed_data() {
        QTest::addColumn<wire::Machine>("said");
        QTest::addColumn<QString>("reason");
        wire::Machine sound;
        sound.set_buffer_bytes(4096);
        sound.set_most_slice_bytes(1024);
        sound.add_depths(8);
        const auto row = [&sound](const char* name, const QString& reason, const auto& spoil) {
            wire::Machine said = sound;
            spoil(said);
            QTest::newRow(name) << said << "the machine reports " + reason;
        };
        using Limits = std::numeric_limits<double>;
        const QString noDepth = "no bit depth; it must report which of 1, 8 and 16 it takes";
        row("nothing", "a buffer of 0 bytes; it needs at least 8", [](wire::Machine& said) { said.Clear(); });
        row("no depth", noDepth, [](wire::Machine& said) { said.clear_depths(); });
        row("a depth that does not exist", noDepth, [](wire::Machine& said) { said.set_depths(0, 77); });
        row("a width of nan", "a field width of nan; it must be a number, 0 or more",
            [](wire::Machine& said) { said.set_field_width_um(Limits::quiet_NaN()); });
        row("a height without an end", "a field height of inf; it must be a number, 0 or more",
            [](wire::Machine& said) { said.set_field_height_um(Limits::infinity()); });
        row("a negative rate", "a rate of -5; it must be a number, 0 or more",
            [](wire::Machine& said) { said.set_bytes_per_second(-5); });
    }
    void anImpossibleDescriptionIsNamed() {
        QFETCH(wire::Machine, said);
        QFETCH(QString, reason);
        const ScriptedController controller([](ScriptedController::Call&) { return grpc::Status::OK; }, said);
        try {
            static_cast<void>(queryMachine(controller.address(), {}, std::chrono::seconds(100)));
            QFAIL("the description is accepted");
        } catch (const ImpossibleMachine& error) {
            QCOMPARE(QString::fromStdString(error.problem().text()),
                     QString::fromStdString(controller.address().text()) + ": " + reason);
            QVERIFY(!error.problem().advice.empty());
        }
    }

    void aMachineWithoutDepthsTakesNoJob() {
        MachineDescription machine;
        machine.depths.clear();
        machine.bufferBytes = 4096;
        TransferJob job;
        job.surface.region = {0, 0, 10, 10};
        job.surface.depth = 8;
        const std::optional<Problem> why = misfit(machine, job);
        QVERIFY(why.has_value());
        QCOMPARE(why->text(), std::string("does not say which bit depths it takes"));
    }
};

BURIN_TEST(TestMachineQuery)
#include "test_machine_query.moc"
