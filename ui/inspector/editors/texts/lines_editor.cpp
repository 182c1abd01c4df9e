// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/texts/lines_editor.hpp"

#include "core/design/yaml_tools.hpp"
#include "ui/inspector/editors/texts/own_look.hpp"
#include "ui/inspector/fields/lines_field.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QFont>
#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <string>
#include <utility>

namespace burin::ui {

namespace {

constexpr int lookPx = 13;  ///< the height of the text in the field, as in other fields

/// The first place in a text that differs from item to item of a series; empty if there is none.
/// \param columns  whether it may also name a column of a table
QString placeOfSeries(const QString& text, bool columns) {
    static const QRegularExpression number(R"(\{\{|(\{(?:n(?::0[0-9]+)?|i|j)\}))");
    static const QRegularExpression any(R"(\{\{|(\{[^{}\n]{1,20}\}))");
    for (auto each = (columns ? any : number).globalMatch(text); each.hasNext();) {
        const QString found = each.next().captured(1);
        if (!found.isEmpty()) return found;
    }
    return {};
}

}  // namespace

LinesEditor::LinesEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent),
      wanted_(wanted),
      field_(new LinesField(this)),
      count_(new QLabel(this)),
      series_(new QLabel(this)) {
    const QString name = kindText(wanted.key);
    field_->setObjectName("field." + name);
    field_->setContextMenuPolicy(Qt::NoContextMenu);  // the menu is that of the value
    count_->setObjectName("lines." + name);
    series_->setObjectName("series." + name);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(0, 4, 0, 0);
    below->setSpacing(6);
    for (QLabel* label : {count_, series_}) {
        label->setFont(theme().font(11));
        label->setProperty("quiet", true);
        label->setTextFormat(Qt::PlainText);
    }
    below->addWidget(count_);
    below->addStretch(1);
    below->addWidget(series_);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(field_);
    all->addLayout(below);
    setFirst(field_);
    connect(field_, &QPlainTextEdit::textChanged, this, &LinesEditor::say);
    connect(field_, &LinesField::finished, this, &LinesEditor::apply);
    say();
}

void LinesEditor::setValue(const YamlValue* value) {
    const QString text = scalarText(value);
    // A refused text differs from the text in the file, but the field no longer counts as edited.
    const bool refused = !field_->edited() && !field_->isReadOnly() && field_->text() != text;
    if (text != shown_ || refused) {
        shown_ = text;
        const bool whole = field_->setText(text);
        field_->setToolTip(whole ? QString()
                                 : tr("The text is too long for this field; edit it in the design's file."));
    }
    say();
    dress();
}

/// A font that the node does not accept changes nothing. Fonts of a collection after the first one are not
/// shown in their own look, because Qt reads only the first.
void LinesEditor::dress() {
    const DesignNode* node = document().node(place().node);
    if (node == nullptr || !node->sound) return;
    const std::string font = place().number("index").value_or(0) == 0 ? place().text("font") : std::string();
    if (font == font_) return;
    font_ = font;
    field_->setFont(ownLook(font, pathOf(document().file()), lookPx).value_or(QFont()));
}

void LinesEditor::apply() {
    if (!field_->edited()) return;
    shown_ = field_->take();
    if (shown_.isEmpty() && !wanted_.required) return emit edited({}, 0);
    emit edited(yamlScalar(shown_.toStdString(), shown_.isEmpty()), 0);
}

void LinesEditor::say() {
    const int lines = field_->document()->blockCount();
    count_->setText(lines == 1 ? tr("1 line") : tr("%n lines", nullptr, lines));
    const YamlValue* node = document().nodeText(place().node);
    const bool series = node != nullptr && node->find("series") != nullptr;
    const QString filled = placeOfSeries(field_->text(), series);
    series_->setText(filled.isEmpty() ? QString()
                     : series         ? tr("%1 comes from Series").arg(filled)
                                      : tr("%1 needs Series").arg(filled));
}

}  // namespace burin::ui
