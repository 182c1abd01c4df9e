// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/testing.hpp"
#include "support/transfer_stage.hpp"
#include "ui/export/dialog/export_format.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/export/queue/state_chip.hpp"
#include "ui/support/export_studio.hpp"

namespace burin::ui {

using test::Stage;

/// The index of the streaming format in the form's list.
inline int machineFormat() {
    return static_cast<int>(exportFormats().size()) - 1;
}

/// A studio that streams to a controller in this process.
struct TransferStudio : Studio {
    explicit TransferStudio(bool held = false) : Studio(held) {}

    [[nodiscard]] Controller::Settings settings(double bytesPerSecond = 0) const {
        Controller::Settings settings;
        settings.output = path("engraved.raw").toStdString();
        settings.machine.bufferBytes = 1'000'000;
        settings.machine.bytesPerSecond = bytesPerSecond;
        settings.limits.name = "test machine";
        return settings;
    }
    [[nodiscard]] static MachineEntry entry(const Stage& stage) {
        return {"engraver", QString::fromStdString(stage.sink())};
    }
    /// Opens the dialog with this machine as the only one in the book.
    void openOn(const MachineEntry& machine) {
        tools.book().setMachines({machine});
        trigger("export.open");
        choose("export.format", machineFormat());
    }
    /// Starts, and waits until `line` lines are engraved.
    ExportJob* engrave(const Stage& stage, std::int64_t line) {
        openOn(entry(stage));
        if (!QTest::qWaitFor([&] { return find("export.start")->isEnabled(); }, patience)) return nullptr;
        click("export.start");
        const bool there = QTest::qWaitFor([&] { return stage.status().executedLines >= line; }, patience);
        return there ? queue.job(0) : nullptr;
    }
    [[nodiscard]] QString word() { return find<StateChip>("export.state")->word(); }
    /// The direct export. It is the same in all studios, so it is only made once.
    [[nodiscard]] QByteArray direct() {
        static QByteArray samples;
        if (!samples.isEmpty()) return samples;
        ExportJob job(engine, order("direct.raw"));
        job.start();
        const auto over = [&job] { return job.state() == ExportJob::State::done; };
        if (QTest::qWaitFor(over, patience)) samples = bytes("direct.raw");
        return samples;
    }
};

}  // namespace burin::ui
