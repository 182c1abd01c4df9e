// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/machine_entry.hpp"
#include "ui/model/view_appearance.hpp"
#include "ui/words/settings_files.hpp"

#include <QDateTime>
#include <QImage>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <functional>
#include <memory>
#include <optional>

namespace burin::ui {

/// The studio's settings, kept between starts. Interface thread only.
class Settings {
  public:
    /// Why the settings must not be read: one of their files is a pipe, a device, a socket or a folder, or is
    /// larger than `mostBytes`. Reading a pipe or a device could last for ever. Empty if they can be read.
    /// \param folder  as for setFolder(); empty: those of the user and of the system
    [[nodiscard]] static QString whyUnreadable(const QString& folder = {});
    /// All settings of this process are in this folder, instead of those of the user and of the system.
    static void setFolder(const QString& folder);

    /// Limit of each file of the settings.
    static constexpr qint64 mostBytes = mostSettingsBytes;

    /// The files may become unreadable while the studio runs, see whyUnreadable(). If they are now, these
    /// are the default settings until the first change that can be kept.
    Settings();

    /// The file with the settings of all windows.
    [[nodiscard]] QString file() const { return settings_ ? settings_->fileName() : QString(); }
    /// Writes what was set, and reads what other processes have written.
    void exchange() {
        if (opened()) settings_->sync();
    }

    /// "system", "dark" or "light".
    [[nodiscard]] QString theme() const { return value("theme", "system").toString(); }
    void setTheme(const QString& theme) { setValue("theme", theme); }
    /// The backend, unless an option says otherwise: "auto" or "cpu". Read when the studio starts.
    [[nodiscard]] QString backend() const { return value("backend").toString() == "cpu" ? "cpu" : "auto"; }
    void setBackend(const QString& backend) { setValue("backend", backend); }
    [[nodiscard]] bool reduceMotion() const { return value("reduceMotion", false).toBool(); }
    void setReduceMotion(bool reduce) { setValue("reduceMotion", reduce); }
    /// Whether things on the picture snap while they are moved.
    [[nodiscard]] bool snapping() const { return value("snapping", true).toBool(); }
    void setSnapping(bool on) { setValue("snapping", on); }

    /// The viewport's look. The range is not stored, because it depends on the design.
    [[nodiscard]] AppearanceValues appearance() const;
    void setAppearance(const AppearanceValues& appearance);

    [[nodiscard]] QByteArray layout(const QString& part) const {
        return value("layout/" + part).toByteArray();
    }
    void setLayout(const QString& part, const QByteArray& state) { setValue("layout/" + part, state); }
    void forgetLayout() { remove("layout"); }

    /// A recently opened or saved design, as the start page shows it.
    struct Recent {
        QString file;
        QString size;  ///< the surface's size as text
        QDateTime used;
        QImage picture;       ///< may be null
        bool sketch = false;  ///< the picture is computed from some of the samples only
    };
    /// Newest first, without designs whose file does not exist at the moment. These come back with their
    /// files, as when a share is mounted again.
    [[nodiscard]] QList<Recent> recent() const;
    /// Puts a design first. \param picture  null: the design keeps its present picture
    void addRecent(const QString& file, const QString& size, const QImage& picture, bool sketch);
    /// Gives a design of the list an exact picture.
    void setRecentPicture(const QString& file, const QImage& picture);
    void clearRecent();

    /// The last export target of a design.
    struct ExportTarget {
        QString format;   ///< ExportFormat::name
        QString file;     ///< absolute path
        QString machine;  ///< name in the address book; empty: a file
        friend bool operator==(const ExportTarget&, const ExportTarget&) = default;
    };
    /// \param design  its file; nothing is stored for a design without one
    [[nodiscard]] std::optional<ExportTarget> exportTarget(const QString& design) const;
    void setExportTarget(const QString& design, const ExportTarget& target);

    /// The last batch of a design.
    struct Batch {
        QString table;        ///< absolute path; may be empty
        ExportTarget target;  ///< its file is a pattern
        QVariantMap region;   ///< as RegionFields::choice()
        QVariantMap packing;  ///< as PackingFields::choice()
        bool keepGoing = false;
        bool ask = false;
    };
    /// \param design  its file
    [[nodiscard]] std::optional<Batch> batch(const QString& design) const;
    /// Nothing is stored for a design without a file.
    void setBatch(const QString& design, const Batch& batch);

    /// The folder of the image that was last chosen for this design; empty if there is none.
    /// \param design  its file; may be empty
    [[nodiscard]] QString imageFolder(const QString& design) const;
    void setImageFolder(const QString& design, const QString& folder);

    /// Whether the design's preflight was run for a roller.
    [[nodiscard]] bool roller(const QString& design) const;
    void setRoller(const QString& design, bool roller);

    /// Copies the settings of versions that had no organisation name. Does this only once, and only if this
    /// version has no settings yet.
    static void takeOverOld();

    /// The address book. Entries that cannot be read are left out.
    [[nodiscard]] QList<MachineEntry> machines() const;
    /// Applies a change to the address book as the file has it now, since another process may have changed
    /// it, and writes it. Other processes that change it wait until then. \return  the changed address book;
    /// nothing, without applying the change, if it cannot be kept
    std::optional<QList<MachineEntry>> changeMachines(
        const std::function<void(QList<MachineEntry>&)>& change);

  private:
    /// Does not read the files.
    [[nodiscard]] QVariant value(const QString& key, const QVariant& usual = {}) const {
        return settings_ ? settings_->value(key, usual) : usual;
    }
    /// Neither of these does anything if the files must not be read now.
    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);
    /// Whether the files can be read now. Opens them if they could not be read before.
    [[nodiscard]] bool opened();
    /// All designs of the list, also those whose file does not exist at the moment.
    [[nodiscard]] QList<Recent> allRecent() const;
    /// The entry of a design in a list of the settings; empty if there is none.
    [[nodiscard]] QVariantMap ofDesign(const QString& list, const QString& design) const;
    void setOfDesign(const QString& list, const QString& design, QVariantMap values);

    static constexpr int mostRecent = 12;
    static constexpr int mostTargets = 100;
    static constexpr int mostRollers = 100;
    std::unique_ptr<QSettings> settings_;  ///< null: the files could not be read
};

}  // namespace burin::ui
