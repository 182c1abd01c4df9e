// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/examples.hpp"
#include "ui/theme/theme.hpp"

#include <QButtonGroup>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QWidget>

namespace burin::ui {

/// The lines of an example's text on its card. \param width  of the card, px
[[nodiscard]] int linesOnCard(int width);

/// The examples as cards with pictures, filtered by category and words. Enter or a click opens one.
class ExampleGallery : public QWidget {
    Q_OBJECT

  public:
    ExampleGallery(const QList<Example>& examples, Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] const QList<Example>& shown() const { return examples_; }
    /// The design into which the menu of a card offers to insert it; empty: none.
    void setInsertsInto(const QString& title) { insertsInto_ = title; }

  signals:
    void opened(const Example& example);
    void insertWanted(const Example& example);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* head();
    void filter();
    void openMenu(QPoint at);
    [[nodiscard]] bool wanted(const Example& example) const;

    QList<Example> examples_;
    Theme& theme_;
    QStandardItemModel model_;
    QListView* view_;
    QWidget* title_ = nullptr;
    QWidget* hint_ = nullptr;
    QWidget* segments_ = nullptr;
    QComboBox* narrow_ = nullptr;  ///< the categories if the buttons do not fit
    QButtonGroup* categories_;
    QLineEdit* words_;
    QString insertsInto_;
};

}  // namespace burin::ui
