// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "ui/export/dialog/field_group.hpp"

#include <QVariant>

#include <functional>
#include <optional>

class QComboBox;
class QLineEdit;

namespace burin::ui {

class Document;
class Theme;

/// Which region of the surface is exported, in samples.
class RegionFields : public FieldGroup {
    Q_OBJECT

  public:
    /// Returns the visible part of the surface's plane; nothing if the viewport shows another node.
    using View = std::function<std::optional<Rect>()>;

    RegionFields(const Theme& theme, const Document& document, QWidget* parent = nullptr);

    /// \param problem  set if the input is not a valid region
    [[nodiscard]] std::optional<Rect> region(QString& problem) const;

    /// Sets how to ask for the visible region. Without it that choice is not offered.
    void setView(View view);
    /// If the visible region is chosen, updates it to the present view.
    void lookAtView();
    /// Switches to "by numbers" and fills in the region.
    void setRegion(const Rect& region);
    /// The current choice, to be restored later.
    [[nodiscard]] QVariantMap choice() const;
    /// Restores a choice. The visible region becomes the present view.
    void choose(const QVariantMap& choice);
    /// Shows the size of the exported region; nothing: the size is not known.
    void showSize(const std::optional<Rect>& region);

  signals:
    /// The user changed something.
    void changed();

  private:
    /// The values are stored in the settings.
    enum class Part { whole, view, numbers };

    [[nodiscard]] Part part() const;
    [[nodiscard]] std::optional<Rect> typed(QString& problem) const;
    void fillNumbers(const Rect& region);
    void showRows();
    [[nodiscard]] QWidget* makeNumbers();

    const Document& document_;
    View view_;
    std::optional<Rect> seen_;  ///< the view when it was last asked
    QComboBox* part_;
    QLineEdit* x_;
    QLineEdit* y_;
    QLineEdit* width_;
    QLineEdit* height_;
    QWidget* numbers_;
    QLabel* size_;
};

}  // namespace burin::ui
