// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QAbstractItemView;

namespace burin::ui {

/// What an empty list says: that it is empty, and what fills it. The words cover the rows.
class ListWords : public QLabel {
  public:
    explicit ListWords(QAbstractItemView& list);

    /// \param words  empty: the list has rows
    void say(const QString& words);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace burin::ui
