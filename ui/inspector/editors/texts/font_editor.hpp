// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

class QLineEdit;
class QMenu;

namespace burin::ui {

/// A font: one of the program, chosen from a list, or a file. The field takes the path of a file and the name
/// of a built-in font.
class FontEditor : public ValueEditor {
    Q_OBJECT

  public:
    FontEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void fill(QMenu& menu);
    void apply();
    void enter(const QString& font);
    void choose();

    const ParameterDescription& wanted_;
    QLineEdit* field_;
    QString font_;   ///< the font in the file, or the default
    QString shown_;  ///< the text that the field shows
};

}  // namespace burin::ui
