// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/settings.hpp"

#include "ui/words/settings_files.hpp"
#include "ui/words/text.hpp"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QStandardPaths>

#include <utility>

namespace burin::ui {

namespace {

/// The file beside the settings that is locked while they are read, changed and written.
constexpr QLatin1String changeLockSuffix(".change.lock");

QVariantMap toMap(const Settings::Recent& recent) {
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    recent.picture.save(&buffer, "PNG");
    return {{"file", recent.file},
            {"size", recent.size},
            {"used", recent.used},
            {"picture", png},
            {"sketch", recent.sketch}};
}

Settings::Recent fromMap(const QVariantMap& map) {
    return {map["file"].toString(), map["size"].toString(), map["used"].toDateTime(),
            QImage::fromData(map["picture"].toByteArray(), "PNG"), map["sketch"].toBool()};
}

QVariantMap toMap(const Settings::ExportTarget& target) {
    return {{"format", target.format}, {"file", target.file}, {"machine", target.machine}};
}

Settings::ExportTarget targetOf(const QVariantMap& map) {
    return {map["format"].toString(), map["file"].toString(), map["machine"].toString()};
}

QJsonObject toJson(const MachineEntry& machine) {
    return {
        {"name", machine.name},        {"address", machine.address},         {"ca", machine.ca},
        {"key", machine.key},          {"certificate", machine.certificate}, {"tokenFile", machine.tokenFile},
        {"insecure", machine.insecure}};
}

MachineEntry machineOf(const QJsonObject& object) {
    return {object["name"].toString(),        object["address"].toString(), object["ca"].toString(),
            object["certificate"].toString(), object["key"].toString(),     object["tokenFile"].toString(),
            object["insecure"].toBool()};
}

}  // namespace

Settings::Settings() {
    if (whyUnreadable(settingsFolder()).isEmpty()) settings_ = std::make_unique<QSettings>();
}

bool Settings::opened() {
    const QString why = whyUnreadable(settingsFolder());
    if (!why.isEmpty()) {
        qWarning("%s", qPrintable(why));
        return false;
    }
    if (!settings_) settings_ = std::make_unique<QSettings>();
    return true;
}

void Settings::setValue(const QString& key, const QVariant& value) {
    if (opened()) settings_->setValue(key, value);
}

void Settings::remove(const QString& key) {
    if (opened()) settings_->remove(key);
}

QString Settings::whyUnreadable(const QString& folder) {
    const QStringList folders = folder.isEmpty()
                                    ? QStandardPaths::standardLocations(QStandardPaths::GenericConfigLocation)
                                    : QStringList{folder};
    const QString named = QCoreApplication::organizationName();
    const QString organisation = named.isEmpty() ? QStringLiteral("Unknown Organization") : named;
    for (const QString& each : folders) {
        const QString all = each + '/' + organisation;
        const QString own = all + '/' + QCoreApplication::applicationName() + ".conf";
        // The locks are read to find out whose they are.
        const QString obstacle =
            obstacleInSettings({own, own + ".lock", own + changeLockSuffix, all + ".conf"});
        if (!obstacle.isEmpty())
            return tr("The settings cannot be read: %1. The studio uses the default settings, "
                      "and does not keep changes of them.")
                .arg(obstacle);
    }
    return {};
}

void Settings::setFolder(const QString& folder) {
    setSettingsFolder(folder);
}

AppearanceValues Settings::appearance() const {
    const QVariantMap kept = value("look").toMap();
    const auto number = [&kept](const char* key, double usual, double least, double most) {
        bool isNumber = false;
        const double value = kept.value(key).toDouble(&isNumber);
        return isNumber && value >= least && value <= most ? value : usual;
    };
    AppearanceValues appearance;
    constexpr auto usualMode = static_cast<int>(AppearanceMode::relief);
    constexpr auto lastMode = static_cast<int>(AppearanceMode::bits);
    appearance.mode = static_cast<AppearanceMode>(static_cast<int>(number("mode", usualMode, 0, lastMode)));
    appearance.map = kept.value("map", appearance.map).toString();
    appearance.reversed = kept.value("reversed").toBool();
    appearance.clipped = kept.value("clipped").toBool();
    appearance.lightDegrees = number("light", appearance.lightDegrees, 0, 360);
    appearance.height = number("height", appearance.height, 0.1, 100);
    return appearance;
}

void Settings::setAppearance(const AppearanceValues& appearance) {
    setValue("look", QVariantMap{{"mode", static_cast<int>(appearance.mode)},
                                 {"map", appearance.map},
                                 {"reversed", appearance.reversed},
                                 {"clipped", appearance.clipped},
                                 {"light", appearance.lightDegrees},
                                 {"height", appearance.height}});
}

QList<Settings::Recent> Settings::allRecent() const {
    QList<Recent> all;
    for (const QVariant& entry : value("recent").toList())
        all << fromMap(entry.toMap());
    return all;
}

QList<Settings::Recent> Settings::recent() const {
    QList<Recent> there = allRecent();
    there.removeIf([](const Recent& each) { return !QFileInfo::exists(each.file); });
    return there;
}

void Settings::addRecent(const QString& file, const QString& size, const QImage& picture, bool sketch) {
    QVariantList entries;
    Recent added{file, size, QDateTime::currentDateTime(), picture, sketch};
    for (const Recent& known : allRecent()) {
        if (known.file != file) {
            entries << toMap(known);
        } else if (picture.isNull()) {
            added.picture = known.picture;
            added.sketch = known.sketch;
        }
    }
    entries.prepend(toMap(added));
    setValue("recent", entries.mid(0, mostRecent));
}

void Settings::setRecentPicture(const QString& file, const QImage& picture) {
    QVariantList entries;
    for (Recent known : allRecent()) {
        if (known.file == file) {
            known.picture = picture;
            known.sketch = false;
        }
        entries << toMap(known);
    }
    setValue("recent", entries);
}

void Settings::clearRecent() {
    remove("recent");
}

QVariantMap Settings::ofDesign(const QString& list, const QString& design) const {
    for (const QVariant& entry : value(list).toList()) {
        const QVariantMap map = entry.toMap();
        if (!design.isEmpty() && map["design"].toString() == design) return map;
    }
    return {};
}

void Settings::setOfDesign(const QString& list, const QString& design, QVariantMap values) {
    if (design.isEmpty()) return;
    values["design"] = design;
    QVariantList entries{values};
    for (const QVariant& entry : value(list).toList()) {
        if (entry.toMap()["design"].toString() != design) entries << entry;
    }
    setValue(list, entries.mid(0, mostTargets));
}

std::optional<Settings::ExportTarget> Settings::exportTarget(const QString& design) const {
    const QVariantMap map = ofDesign("targets", design);
    return map.isEmpty() ? std::nullopt : std::optional(targetOf(map));
}

void Settings::setExportTarget(const QString& design, const ExportTarget& target) {
    setOfDesign("targets", design, toMap(target));
}

std::optional<Settings::Batch> Settings::batch(const QString& design) const {
    const QVariantMap map = ofDesign("batches", design);
    if (map.isEmpty()) return {};
    return Batch{map["table"].toString(),   targetOf(map),      map["region"].toMap(), map["packing"].toMap(),
                 map["keepGoing"].toBool(), map["ask"].toBool()};
}

void Settings::setBatch(const QString& design, const Batch& batch) {
    QVariantMap map = toMap(batch.target);
    map["table"] = batch.table;
    map["region"] = batch.region;
    map["packing"] = batch.packing;
    map["keepGoing"] = batch.keepGoing;
    map["ask"] = batch.ask;
    setOfDesign("batches", design, map);
}

QString Settings::imageFolder(const QString& design) const {
    const QStringList last = value("imageFolder").toStringList();
    return last.size() == 2 && last.front() == design ? last.back() : QString();
}

void Settings::setImageFolder(const QString& design, const QString& folder) {
    setValue("imageFolder", QStringList{design, folder});
}

bool Settings::roller(const QString& design) const {
    return !design.isEmpty() && value("rollers").toStringList().contains(design);
}

void Settings::setRoller(const QString& design, bool roller) {
    if (design.isEmpty()) return;
    QStringList rollers = value("rollers").toStringList();
    rollers.removeAll(design);
    if (roller) rollers.prepend(design);
    setValue("rollers", rollers.mid(0, mostRollers));
}

void Settings::takeOverOld() {
    QSettings settings;
    settings.setFallbacksEnabled(false);
    if (!settings.allKeys().isEmpty()) return;
    const QString old = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                        "/Unknown Organization/" + QCoreApplication::applicationName() + ".conf";
    if (!QFileInfo(old).isFile() || !obstacleInSettings({old}).isEmpty()) return;
    const QSettings before(old, QSettings::NativeFormat);
    for (const QString& key : before.allKeys())
        settings.setValue(key, before.value(key));
}

QList<MachineEntry> Settings::machines() const {
    QList<MachineEntry> all;
    const QByteArray text = value("machines").toString().toUtf8();
    for (const QJsonValue& entry : QJsonDocument::fromJson(text).array()) {
        const MachineEntry machine = machineOf(entry.toObject());
        if (!machine.name.isEmpty() || !machine.address.isEmpty()) all << machine;
    }
    return all;
}

std::optional<QList<MachineEntry>> Settings::changeMachines(
    const std::function<void(QList<MachineEntry>&)>& change) {
    if (!opened()) return {};
    // QSettings locks each reading and each writing, but does not keep its lock between them.
    QDir().mkpath(QFileInfo(file()).path());
    QLockFile lock(file() + changeLockSuffix);
    constexpr int patience = 2000;  // ms
    // A process that keeps the lock for so long does not run. Without a lock, nothing can be written either,
    // and QSettings would write the list later, over what other processes have written until then.
    const bool locked = lock.tryLock(patience) || lock.error() == QLockFile::LockFailedError;
    if (!locked || !settings_->isWritable()) return {};
    settings_->sync();
    QList<MachineEntry> changed = machines();
    change(changed);
    QJsonArray entries;
    for (const MachineEntry& machine : std::as_const(changed))
        entries << toJson(machine);
    settings_->setValue("machines", QString(QJsonDocument(entries).toJson(QJsonDocument::Compact)));
    settings_->sync();
    return changed;
}

}  // namespace burin::ui
