// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/library_files.hpp"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>

#include <functional>

class QPushButton;

namespace burin::ui {

class Theme;

/// Asks for the name, the category, a sentence and words of a pattern that is saved to the library, and shows
/// its picture. It stays open if the pattern could not be saved, and until the saved picture no longer
/// improves. If it is closed before that, the pattern keeps the picture that it has.
class SavePatternDialog : public QDialog {
    Q_OBJECT

  public:
    /// \param notes  initial values  \param categories  to choose from  \param picture  may be null
    SavePatternDialog(const Theme& theme, const PatternNotes& notes, const QStringList& categories,
                      const QImage& picture, QWidget* parent);

    /// The result of the attempt to save.
    enum class Saved {
        no,     ///< the dialog stays as it is
        rough,  ///< the picture will get better
        whole
    };
    /// Sets the function that saves the pattern with notes(). Without it, the dialog only closes.
    void setSave(std::function<Saved()> save) { saving_ = std::move(save); }

    [[nodiscard]] PatternNotes notes() const;
    /// \param words  which group is saved
    void setSubject(const QString& words);
    /// \param picture  may be null
    void setPicture(const QImage& picture);
    /// \param why  the reason why the pattern cannot be saved; shown until something else is typed
    void setProblem(const QString& why);
    /// Whether the pattern is saved and waits for a better picture.
    [[nodiscard]] bool waits() const { return waits_; }

    void accept() override;

  private:
    void check();
    void reservePlaces();
    void showProblem(const QString& why);
    void wait();

    std::function<Saved()> saving_;
    bool waits_ = false;

    QLabel* subject_;
    QLineEdit* title_;
    QComboBox* category_;
    QLineEdit* help_;
    QLineEdit* words_;
    QLabel* picture_;
    QLabel* hint_;
    QLabel* problem_;
    QPushButton* save_;
    QPushButton* cancel_;
};

}  // namespace burin::ui
