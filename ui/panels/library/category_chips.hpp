// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QButtonGroup>
#include <QList>

namespace burin::ui {

class Theme;

/// A chip: a name and a count. A count below 0 is not shown.
class CategoryChip : public QAbstractButton {
    Q_OBJECT

  public:
    CategoryChip(const Theme& theme, const QString& name, int count, QWidget* parent);
    void setCount(int count);

    [[nodiscard]] QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    [[nodiscard]] QString number() const { return count_ < 0 ? QString() : QString::number(count_); }

    const Theme& theme_;
    int count_;
};

/// Chips of categories. One of them is chosen. Each row is as wide as the widget.
///
/// If they need more than two rows, a last chip shows the others. The chosen chip, and chips that are marked
/// to be kept, are never hidden.
class CategoryChips : public QWidget {
    Q_OBJECT

  public:
    explicit CategoryChips(const Theme& theme, QWidget* parent);

    struct Choice {
        QString key;   ///< empty: all
        QString name;  ///< as shown
        int count;
        bool kept = false;  ///< never hides
    };
    /// Shows other categories. The chosen category stays chosen if it is among them; otherwise the first one
    /// is chosen.
    void set(const QList<Choice>& categories);
    [[nodiscard]] const QString& chosen() const { return chosen_; }
    void choose(const QString& key);

  signals:
    void chosenChanged();

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    /// The chips of each row for this width.
    [[nodiscard]] QList<QList<CategoryChip*>> rowsOf(const QList<CategoryChip*>& chips) const;
    /// Rows of chips before the others are hidden behind "More".
    [[nodiscard]] int foldedRows() const;
    /// The chips that fit into the rows of a folded widget, and the last one, which shows the others.
    [[nodiscard]] QList<CategoryChip*> folded();
    void setUnfolded(bool unfolded);
    void arrange();

    const Theme& theme_;
    QButtonGroup group_;
    QList<CategoryChip*> chips_;
    QList<bool> kept_;
    QStringList keys_;
    QString chosen_;
    CategoryChip* more_ = nullptr;  ///< made when it is needed
    bool unfolded_ = false;
};

}  // namespace burin::ui
