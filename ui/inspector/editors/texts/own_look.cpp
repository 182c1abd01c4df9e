// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/texts/own_look.hpp"

#include "core/base/files.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/form/description.hpp"
#include "core/outlines/lettering/builtin_fonts.hpp"

#include <QByteArray>
#include <QFontDatabase>
#include <QRawFont>
#include <QStringList>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <variant>

namespace burin::ui {

namespace {

/// Added fonts stay in memory.
constexpr std::size_t mostFontBytes = std::size_t{32} << 20U;

QByteArray fileOf(const std::string& font, const std::filesystem::path& design) {
    if (font.starts_with(builtinPrefix)) {
        const auto bytes = builtinFont(std::string_view(font).substr(builtinPrefix.size()));
        if (!bytes) return {};
        return QByteArray::fromRawData(bytes->data(), static_cast<qsizetype>(bytes->size()));
    }
    const auto read = readRegularFile(DesignFolders::of(design).resolved(font), mostFontBytes + 1);
    const auto* bytes = std::get_if<std::string>(&read);
    if (bytes == nullptr || bytes->size() > mostFontBytes) return {};
    return {bytes->data(), static_cast<qsizetype>(bytes->size())};
}

}  // namespace

std::optional<QFont> ownLook(const std::string& font, const std::filesystem::path& design, int px) {
    const QByteArray file = fileOf(font, design);
    const QRawFont face(file, px);
    QString family = face.isValid() ? face.familyName() : QString();
    if (family.isEmpty()) return {};
    if (!QFontDatabase::styles(family).contains(face.styleName())) {
        const int added = QFontDatabase::addApplicationFontFromData(file);
        const QStringList families = QFontDatabase::applicationFontFamilies(added);
        if (families.isEmpty()) return {};
        if (!families.contains(family)) family = families.first();
    }
    QFont look;
    look.setFamilies({family});  // as a whole: a constructor would split it at commas
    look.setPixelSize(px);
    look.setWeight(static_cast<QFont::Weight>(std::clamp(face.weight(), 1, 1000)));
    look.setStyle(face.style());
    look.setStyleName(face.styleName());
    return look;
}

}  // namespace burin::ui
