// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "ui/export/dialog/field_group.hpp"

#include <functional>
#include <optional>

class QComboBox;
class QLineEdit;

namespace burin::ui {

class Document;
class Theme;

/// Which part of the surface is written, in samples.
class RegionFields : public FieldGroup {
    Q_OBJECT

  public:
    /// The part of the surface's plane that is looked at; nothing where something else is shown.
    using View = std::function<std::optional<Rect>()>;

    RegionFields(const Theme& theme, const Document& document, QWidget* parent = nullptr);

    /// \param problem  set where there is no such region
    [[nodiscard]] std::optional<Rect> region(QString& problem) const;

    /// Without one there is no region to be taken from it.
    void setView(View view);
    /// Where the region is that of the view, takes what that shows now.
    void lookAtView();
    /// Chooses a region by numbers.
    void setRegion(const Rect& region);
    /// Says how large that is which is going to be written; nothing: it is not known.
    void showSize(const std::optional<Rect>& region);

  signals:
    /// By hand.
    void changed();

  private:
    enum class Part { whole, view, numbers };

    [[nodiscard]] Part part() const;
    [[nodiscard]] std::optional<Rect> typed(QString& problem) const;
    void fillNumbers(const Rect& region);
    void showRows();

    const Document& document_;
    View view_;
    std::optional<Rect> seen_;  ///< the view, as it was last asked
    QComboBox* part_;
    QLineEdit* x_;
    QLineEdit* y_;
    QLineEdit* width_;
    QLineEdit* height_;
    QWidget* numbers_;
    QLabel* size_;
};

}  // namespace burin::ui
