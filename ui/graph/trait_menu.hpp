// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"

#include <QMenu>

#include <functional>
#include <vector>

namespace burin::ui {

class Theme;

/// A menu that asks under which trait a link is read, and how it is combined with others. It deletes itself
/// when it is closed.
class TraitMenu : public QMenu {
    Q_OBJECT

  public:
    /// \param caption  names both ends of the link  \param traits  at least one  \param likely  is
    /// preselected, so that Enter takes it
    TraitMenu(const Theme& theme, const QString& caption, const std::vector<Trait>& traits, Trait likely,
              const std::function<void(Trait)>& use, QWidget* parent);

    /// Offers the choices of a parameter. \param now  the present one
    void offerBlend(const QString& heading, const ParameterDescription& parameter, const QString& now,
                    const std::function<void(const QString&)>& use);
    /// Adds a line that cannot be chosen.
    void addNote(const QString& words);

  signals:
    /// The menu was closed without a choice.
    void declined();

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    QAction* likely_ = nullptr;
    bool chosen_ = false;
};

}  // namespace burin::ui
