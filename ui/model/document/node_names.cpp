// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/node_names.hpp"

#include "core/design/design_edit.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/scope.hpp"

#include <QCoreApplication>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr qsizetype longestNameBytes = 255;

}  // namespace

QString whyNoName(const QString& name) {
    if (name.toUtf8().size() > longestNameBytes)
        return QCoreApplication::translate("NodeNames", "A name may have at most 255 bytes.");
    const bool control =
        std::any_of(name.begin(), name.end(), [](QChar c) { return c.category() == QChar::Other_Control; });
    return control ? QCoreApplication::translate("NodeNames", "A name must not contain control characters.")
                   : QString();
}

QString whyNoNodeName(const Document& document, const QString& name) {
    if (name.isEmpty()) return QCoreApplication::translate("NodeNames", "A node needs a name.");
    if (document.scope().open() && name.startsWith('$'))
        return QCoreApplication::translate(
            "NodeNames", "In a group, $ marks the inputs. Begin the name with something else.");
    if (const QString why = whyNoName(name); !why.isEmpty()) return why;
    if (document.nodeText(name) != nullptr)
        return QCoreApplication::translate("NodeNames", "The name %1 is taken. Choose another name.").arg(name);
    if (DesignEdit::reservesName(name.toStdString()))
        return QCoreApplication::translate(
                   "NodeNames", "The name %1 is reserved for the editor's own data. Choose another name.")
            .arg(name);
    return {};
}

}  // namespace burin::ui
