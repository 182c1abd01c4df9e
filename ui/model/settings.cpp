// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/settings.hpp"

#include <QBuffer>
#include <QFileInfo>

namespace burin::ui {

namespace {

QVariantMap toMap(const Settings::Recent& recent) {
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    recent.picture.save(&buffer, "PNG");
    return {{"file", recent.file}, {"size", recent.size}, {"used", recent.used}, {"picture", png}};
}

Settings::Recent fromMap(const QVariantMap& map) {
    return {map["file"].toString(), map["size"].toString(), map["used"].toDateTime(),
            QImage::fromData(map["picture"].toByteArray(), "PNG")};
}

}  // namespace

QList<Settings::Recent> Settings::recent() const {
    QList<Recent> all;
    for (const QVariant& entry : settings_.value("recent").toList()) {
        const Recent recent = fromMap(entry.toMap());
        if (QFileInfo::exists(recent.file)) all << recent;
    }
    return all;
}

void Settings::addRecent(const QString& file, const QString& size, const QImage& picture) {
    QVariantList entries;
    Recent added{file, size, QDateTime::currentDateTime(), picture};
    for (const Recent& known : recent()) {
        if (known.file != file) {
            entries << toMap(known);
        } else if (picture.isNull()) {
            added.picture = known.picture;
        }
    }
    entries.prepend(toMap(added));
    settings_.setValue("recent", entries.mid(0, mostRecent));
}

void Settings::clearRecent() {
    settings_.remove("recent");
}

}  // namespace burin::ui
