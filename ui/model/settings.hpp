// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/machine_entry.hpp"
#include "ui/model/view_look.hpp"

#include <QDateTime>
#include <QImage>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <optional>

namespace burin::ui {

/// What the studio remembers of its user between two starts. Interface thread only.
class Settings {
  public:
    /// "system", "dark" or "light".
    [[nodiscard]] QString theme() const { return settings_.value("theme", "system").toString(); }
    void setTheme(const QString& theme) { settings_.setValue("theme", theme); }
    [[nodiscard]] bool reduceMotion() const { return settings_.value("reduceMotion", false).toBool(); }
    void setReduceMotion(bool reduce) { settings_.setValue("reduceMotion", reduce); }

    /// How the surface is looked at. The range is not kept: another design has another one.
    [[nodiscard]] LookValues look() const;
    void setLook(const LookValues& look);

    [[nodiscard]] QByteArray layout(const QString& part) const {
        return settings_.value("layout/" + part).toByteArray();
    }
    void setLayout(const QString& part, const QByteArray& state) {
        settings_.setValue("layout/" + part, state);
    }
    void forgetLayout() { settings_.remove("layout"); }

    /// A design that was opened or saved, as the start page shows it.
    struct Recent {
        QString file;
        QString size;  ///< of its surface, for people
        QDateTime used;
        QImage picture;  ///< may be null
    };
    /// Newest first; those whose file has gone are left out.
    [[nodiscard]] QList<Recent> recent() const;
    void addRecent(const QString& file, const QString& size, const QImage& picture);
    void clearRecent();

    /// Where a design was exported to last.
    struct ExportTarget {
        QString format;   ///< as TargetFields names it
        QString file;     ///< absolute
        QString machine;  ///< its name in the address book; empty: it was a file
        friend bool operator==(const ExportTarget&, const ExportTarget&) = default;
    };
    /// \param design  its file; nothing is kept of a design that has none
    [[nodiscard]] std::optional<ExportTarget> exportTarget(const QString& design) const;
    void setExportTarget(const QString& design, const ExportTarget& target);

    /// Whether a design is the surface of a roller, as was said at its preflight.
    [[nodiscard]] bool roller(const QString& design) const;
    void setRoller(const QString& design, bool roller);

    /// Copies what a version without an organisation's name has kept, the first time it is called and unless
    /// there are settings already.
    static void takeOverOld();

    /// The address book. What cannot be read of it is left out.
    [[nodiscard]] QList<MachineEntry> machines() const;
    void setMachines(const QList<MachineEntry>& machines);

  private:
    static constexpr int mostRecent = 12;
    static constexpr int mostTargets = 100;
    static constexpr int mostRollers = 100;
    QSettings settings_;
};

}  // namespace burin::ui
