// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/description.hpp"
#include "ui/inspector/value_editor.hpp"

#include <vector>

class QLabel;
class QVBoxLayout;

namespace burin::ui {

class InputRow;

/// The links of a node in their order of reduction: to be reordered, moved and taken away.
class InputsList : public QWidget {
    Q_OBJECT

  public:
    /// \param traits  as which the node reads children
    InputsList(EditorPlace place, std::vector<Trait> traits, QWidget* parent = nullptr);

    /// \param inputs  as the file says them; nullptr: none
    void setInputs(const YamlValue* inputs);
    /// What stands above the columns of offsets.
    [[nodiscard]] QWidget* makeHead();
    void setProblems(const QStringList& problems);
    /// The first row, or nullptr.
    [[nodiscard]] QWidget* first() const;

  private:
    friend class InputRow;
    void move(std::size_t from, std::ptrdiff_t by);
    void unlink(std::size_t entry);
    void setTrait(std::size_t entry, Trait trait);
    void setOffset(std::size_t entry, const QString& x, const QString& y, int gesture);
    void dragTo(std::size_t from, int y);
    void drop(std::size_t from, int y);
    [[nodiscard]] std::size_t placeAt(int y) const;

    EditorPlace place_;
    std::vector<Trait> traits_;
    QVBoxLayout* column_;
    QLabel* nothing_;
    QLabel* problem_;
    QWidget* mark_;  ///< where a dragged row would go
    std::vector<InputRow*> rows_;
};

}  // namespace burin::ui
