// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/library_files.hpp"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>

class QPushButton;

namespace burin::ui {

class Theme;

/// Asks for the name, the category, a sentence and words of a pattern that is saved to the library, and shows
/// its picture.
class SavePatternDialog : public QDialog {
    Q_OBJECT

  public:
    /// \param notes  initial values  \param categories  to choose from  \param picture  may be null
    SavePatternDialog(const Theme& theme, const PatternNotes& notes, const QStringList& categories,
                      const QImage& picture, QWidget* parent);

    [[nodiscard]] PatternNotes notes() const;
    /// \param picture  may be null
    void setPicture(const QImage& picture);

  private:
    void check();

    QLineEdit* title_;
    QComboBox* category_;
    QLineEdit* help_;
    QLineEdit* words_;
    QLabel* picture_;
    QLabel* hint_;
    QLabel* problem_;
    QPushButton* save_;
};

}  // namespace burin::ui
