// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace burin::ui {

class Theme;

/// Shows the hints of empty fields in the quiet colour of the theme.
///
/// A style sheet that sets the colour of a field's text makes Qt show the hint in that colour at half
/// opacity, which is too faint in the light theme. Style sheets of Qt 6.4 cannot set the colour of the hint.
class QuietHints : public QObject {
  public:
    explicit QuietHints(Theme* theme);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    const Theme& theme_;
};

}  // namespace burin::ui
