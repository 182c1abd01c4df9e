// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/texts/font_editor.hpp"

#include "core/design/yaml_tools.hpp"
#include "core/outlines/lettering/builtin_fonts.hpp"
#include "ui/inspector/editors/choose_file.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/pasted_text.hpp"
#include "ui/words/text.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <string_view>
#include <utility>

namespace burin::ui {

namespace {

/// The name of a built-in font as a design writes it.
QString builtinOf(std::string_view name) {
    return textOf(builtinPrefix) + textOf(name);
}

/// A font as the field shows it.
QString fontWords(const QString& font) {
    for (const std::string_view name : builtinFontNames()) {
        if (font == builtinOf(name)) return FontEditor::tr("%1, built in").arg(textOf(name));
    }
    return font;
}

/// The font that a typed text means: the name of a built-in one, or a path.
QString fontMeant(const QString& typed) {
    const QString text = typed.trimmed();
    for (const std::string_view name : builtinFontNames()) {
        const QString font = builtinOf(name);
        for (const QString& spelling : {textOf(name), fontWords(font), font}) {
            if (text.compare(spelling, Qt::CaseInsensitive) == 0) return font;
        }
    }
    return typed;
}

}  // namespace

FontEditor::FontEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(std::move(place), parent), wanted_(wanted), field_(new QLineEdit(this)) {
    const QString name = kindText(wanted.key);
    field_->setObjectName("field." + name);
    field_->setPlaceholderText(tr("Choose a font"));
    field_->setContextMenuPolicy(Qt::NoContextMenu);  // the menu is that of the value
    field_->installEventFilter(this);
    takeWholeTexts(*field_);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    line->addWidget(field_, 1);
    setFirst(field_);
    connect(field_, &QLineEdit::editingFinished, this, &FontEditor::apply);
    const auto addButton = [&](const char* part, const char* icon, const QString& tip) {
        auto* button = new QToolButton(this);
        button->setObjectName(part + name);
        button->setToolTip(tip);
        button->setIconSize({16, 16});
        button->setIcon(theme().icon(icon, Role::secondary));
        button->setProperty("beside", true);
        line->addWidget(button);
        return button;
    };
    QToolButton* const list = addButton("fonts.", "chevron", tr("Choose a built-in font"));
    auto* menu = new QMenu(list);
    fill(*menu);
    list->setMenu(menu);
    list->setPopupMode(QToolButton::InstantPopup);
    connect(addButton("choose.", "folder", tr("Choose a file")), &QToolButton::clicked, this,
            &FontEditor::choose);
}

/// The built-in fonts, the present one with a mark, and the way to a file.
void FontEditor::fill(QMenu& menu) {
    for (const std::string_view name : builtinFontNames()) {
        QAction* const action = menu.addAction(textOf(name));
        const QString font = builtinOf(name);
        action->setCheckable(true);
        connect(&menu, &QMenu::aboutToShow, action,
                [this, action, font] { action->setChecked(font == font_); });
        connect(action, &QAction::triggered, this, [this, font] { enter(font); });
    }
    menu.addSeparator();
    QAction* const other = menu.addAction(tr("Other file..."));
    connect(other, &QAction::triggered, this, &FontEditor::choose);
}

void FontEditor::setValue(const YamlValue* value) {
    const auto fallback = fallbackOf(wanted_);
    font_ = scalarText(value == nullptr && fallback ? &*fallback : value);
    const QString words = fontWords(font_);
    if (field_->isModified() && words == shown_) return;
    shown_ = words;
    field_->setToolTip(showText(*field_, words)
                           ? font_
                           : tr("The text is too long for this field; edit it in the design's file."));
}

void FontEditor::apply() {
    if (!field_->isModified() || field_->text() == shown_) return;
    const QString typed = field_->text();
    if (!typed.isEmpty()) return enter(fontMeant(typed));
    field_->setModified(false);
    emit edited({}, 0);
}

void FontEditor::enter(const QString& font) {
    field_->setModified(false);
    emit edited(yamlScalar(font.toStdString()), 0);
}

bool FontEditor::eventFilter(QObject* watched, QEvent* event) {
    if (takeDroppedFile(this, *event, document(), [this](const QString& file) { enter(file); })) return true;
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        field_->isModified()) {
        field_->setText(shown_);
        return true;
    }
    return ValueEditor::eventFilter(watched, event);
}

void FontEditor::choose() {
    const bool file = !font_.startsWith(textOf(builtinPrefix));
    chooseFile(this, place(), file ? font_ : QString(), [this](const QString& chosen) { enter(chosen); });
}

}  // namespace burin::ui
