// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/manual.hpp"

#include "core/kinds/listing.hpp"

#include <QStringList>

namespace burin::ui {

namespace {

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// A cell of a table: what would end it is escaped.
QString cell(std::string_view view) {
    return text(view).replace('|', "\\|");
}

QString linkRow(const LinkDescription& link) {
    QString number = link.maximum < 0               ? QString("any number")
                     : link.minimum == link.maximum ? QString::number(link.minimum)
                                                    : QString("%1 to %2").arg(link.minimum).arg(link.maximum);
    if (link.maximum < 0 && link.minimum > 0) number = QString("at least %1").arg(link.minimum);
    if (link.first) number += ", first";
    return QString("| %1 | %2 | %3 |\n").arg(text(traitName(link.trait)), number, cell(link.help));
}

QString parameterRow(const ParameterDescription& parameter) {
    const QString fallback = parameter.required           ? QString("required")
                             : parameter.fallback.empty() ? QString()
                                                          : '`' + cell(parameter.fallback) + '`';
    return QString("| %1 | `%2` | %3 | %4 | %5 |\n")
        .arg(cell(parameter.title.empty() ? parameter.key : parameter.title), text(parameter.key),
             cell(valueText(parameter)), fallback, cell(parameter.help));
}

QString sizeText(SizeRule rule) {
    switch (rule) {
        case SizeRule::required:
            return "It needs a width and a height.";
        case SizeRule::none:
            return "Its size is that of its file.";
        case SizeRule::optional:
            break;
    }
    return "With a width and a height it is bounded; without them it answers any region.";
}

}  // namespace

QString manualPage(const KindDescription& kind) {
    QString page = QString("# %1\n\n`kind: %2`\n\n%3\n\n%4\n")
                       .arg(text(kind.title), text(kind.name), text(kind.help), sizeText(kind.size));
    if (!kind.links.empty()) {
        page +=
            "\n## Inputs\nReduced in the order in which they are listed.\n\n| trait | number | what it does "
            "|\n"
            "| --- | --- | --- |\n";
        for (const LinkDescription& link : kind.links)
            page += linkRow(link);
    }
    if (!kind.parameters.empty()) {
        page +=
            "\n## Parameters\n| parameter | key | value | default | what it does |\n"
            "| --- | --- | --- | --- | --- |\n";
        for (const ParameterDescription& parameter : kind.parameters)
            page += parameterRow(parameter);
    }
    return page;
}

QString kindsPage(std::span<const Kind> kinds) {
    QString page = "# Kinds of nodes\n\n| kind | what it does |\n| --- | --- |\n";
    for (const Kind& kind : kinds) {
        const KindDescription& d = kind.description;
        page += QString("| [%1](%2.md) | %3 |\n").arg(text(d.title), text(d.name), cell(d.help));
    }
    return page;
}

}  // namespace burin::ui
