// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"

#include <QFrame>
#include <QIcon>

#include <functional>
#include <span>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace burin::ui {

class Theme;

/// A popup that asks for a kind: typing narrows the list, arrow keys move in it, Enter chooses.
class AddPopup : public QFrame {
    Q_OBJECT

  public:
    explicit AddPopup(const Theme& theme, QWidget* parent);

    /// Opens near a screen position. \param kinds to choose from \param all also the kinds that do not fit.
    /// All of them must live until the popup is hidden
    void open(std::vector<const KindDescription*> kinds, std::vector<const KindDescription*> all,
              QPoint global);

    /// \param origin  returns the source of a pattern, shown behind its name
    void setOrigin(std::function<QString(const KindDescription&)> origin) { origin_ = std::move(origin); }

    /// \param pictures  returns a picture of a kind's result, or a null icon
    void setPictures(std::function<QIcon(const KindDescription&)> pictures) {
        pictures_ = std::move(pictures);
    }
    /// \param fate  returns what happens to a kind if it is chosen; shown below its help; may return nothing
    void setFate(std::function<QString(const KindDescription&)> fate) { fate_ = std::move(fate); }

  signals:
    void chosen(const burin::KindDescription* kind);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void fill(const QString& words);
    void take();
    void describe();

    const Theme& theme_;
    std::function<QString(const KindDescription&)> origin_;
    std::function<QIcon(const KindDescription&)> pictures_;
    std::function<QString(const KindDescription&)> fate_;
    std::vector<const KindDescription*> kinds_;
    std::vector<const KindDescription*> all_;
    std::vector<const KindDescription*> found_;
    QLineEdit* search_;
    QListWidget* list_;
    QLabel* help_;
};

}  // namespace burin::ui
