// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/length.hpp"
#include "core/kinds/form/description.hpp"
#include "ui/inspector/editors/value_editor.hpp"

#include <utility>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace burin::ui {

class InputRow;

/// A socket of an instance, which one link of its trait feeds.
struct InputSocket {
    Trait trait = Trait::data;
    QString name;
    bool optional = false;
};

/// The links of a node in their order of reduction, to reorder, move and unlink.
class InputsList : public QWidget {
    Q_OBJECT

  public:
    /// \param traits  the traits under which the node reads children
    InputsList(EditorPlace place, std::vector<Trait> traits, QWidget* parent = nullptr);
    ~InputsList() override;

    /// Sets the sockets of an instance. The k-th link of a trait feeds the k-th socket of that trait, and
    /// shows the socket's name instead of the trait. Sockets without a link are listed below the links.
    void setSockets(std::vector<InputSocket> sockets) { sockets_ = std::move(sockets); }
    /// \param inputs  as in the file; nullptr: none
    void setInputs(const YamlValue* inputs);
    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    /// The heading above the columns of offsets. It is hidden while there are none.
    [[nodiscard]] QWidget* makeHead();
    void setProblems(const QStringList& problems);
    /// The first row, or nullptr.
    [[nodiscard]] QWidget* first() const;

  private:
    friend class InputRow;
    void showProblems();
    void move(std::size_t from, std::ptrdiff_t by);
    void unlink(std::size_t entry);
    void centre(std::size_t entry);
    void setTrait(std::size_t entry, Trait trait);
    void dragTo(std::size_t from, int y);
    void drop(std::size_t from, int y);
    [[nodiscard]] std::size_t placeAt(int y) const;

    EditorPlace place_;
    std::vector<Trait> traits_;
    std::vector<InputSocket> sockets_;
    QVBoxLayout* column_;
    QWidget* head_ = nullptr;
    QLabel* more_;  ///< how many inputs have no row
    QLabel* nothing_;
    QLabel* problem_;
    QStringList problems_;  ///< the problems that the design reports
    QWidget* mark_;         ///< shows the place that a dragged row would take
    std::vector<InputRow*> rows_;
};

}  // namespace burin::ui
