// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QLineEdit;

namespace burin::ui {

/// Gives a plain text field the keys of other fields: Escape takes back what was typed, and Undo and Redo act
/// on the design's history unless a text is being typed. Without typed text, Escape is left to the parent.
class PlainKeys : public QObject {
  public:
    /// \param field  becomes the owner
    explicit PlainKeys(QLineEdit& field);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QLineEdit& field_;
    QString before_;  ///< the text without what was typed
};

}  // namespace burin::ui
