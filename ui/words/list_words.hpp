// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QAbstractItemView;

namespace burin::ui {

/// The words over an empty list: that it is empty, and how to fill it.
class ListWords : public QLabel {
  public:
    explicit ListWords(QAbstractItemView& list);

    /// \param words  empty: the list has rows
    void say(const QString& words);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace burin::ui
