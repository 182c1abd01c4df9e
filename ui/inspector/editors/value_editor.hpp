// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/parameter_types.hpp"
#include "core/kinds/form/description.hpp"
#include "ui/model/workbench.hpp"
#include "ui/words/kind_text.hpp"

#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace burin::ui {

class Exposer;
class FormulaSpace;
class NotesFoot;

/// A node's key, then the keys and indices (from 0) of the maps and lists in its value.
using ValuePath = std::vector<std::string>;

/// The place of an editor's value: a parameter of a node, or a part of one.
struct EditorPlace {
    Workbench workbench;
    QString node;
    std::string key;  ///< the node's parameter
    /// Builds the parameter's whole value from the edited part; nullptr: the part is the whole.
    std::function<YamlValue(YamlValue)> whole = nullptr;
    /// The keys and indices (from 0) that lead from the parameter to the edited part.
    ValuePath path = {};
    Exposer* exposer = nullptr;              ///< nullptr if the value cannot become a parameter
    const FormulaSpace* formulas = nullptr;  ///< nullptr if formulas are not possible
    NotesFoot* notes = nullptr;  ///< shows hints and problems; nullptr: the editor shows them below the value
    bool compact = false;        ///< without sliders, in a narrow column
    std::string within = {};     ///< the node's map that has the key; empty: the node itself

    [[nodiscard]] double pitchUm() const;
    /// The checked value of another parameter of the node, if it is a number.
    [[nodiscard]] std::optional<double> number(std::string_view parameter) const;
    /// The checked value of another parameter of the node, if it is a text or a choice; otherwise empty.
    [[nodiscard]] std::string text(std::string_view parameter) const;
    /// The kind's problems with the parameter if the edited part were `value`. Nothing else is computed.
    [[nodiscard]] Diagnostics problemsWith(const YamlValue& value) const;
};

/// Edits one value of the file according to its description. The value may change from outside: setValue().
class ValueEditor : public QWidget {
    Q_OBJECT

  public:
    explicit ValueEditor(EditorPlace place, QWidget* parent = nullptr)
        : QWidget(parent), place_(std::move(place)) {}
    ~ValueEditor() override;

    /// Shows the file's value; nullptr: it has none. Text that is being typed stays.
    virtual void setValue(const YamlValue* value) = 0;
    /// A widget for the heading of a wide editor, or nullptr. The caller owns it.
    [[nodiscard]] virtual QWidget* makeHead() { return nullptr; }
    /// The widget that gets the focus when the parameter is revealed. Not a focus proxy, because Tab would
    /// skip the widgets before it.
    [[nodiscard]] QWidget* first() const { return first_; }
    /// Whether the editor shows itself what is wrong with its value.
    [[nodiscard]] virtual bool explains() const { return false; }
    /// Whether the editor shows and takes formulas itself. Otherwise a field takes its place.
    [[nodiscard]] virtual bool takesFormulas() const { return false; }

  signals:
    /// Emits the new value; nothing means the default. \param gesture  as for Document::edit
    void edited(const std::optional<burin::YamlValue>& value, int gesture);
    /// The error in typed text that is not applied; empty if there is none.
    void problemChanged(const QString& problem);

  protected:
    void setFirst(QWidget* first) { first_ = first; }
    [[nodiscard]] const EditorPlace& place() const { return place_; }
    [[nodiscard]] const Workbench& workbench() const { return place_.workbench; }
    [[nodiscard]] Document& document() const { return place_.workbench.document; }
    [[nodiscard]] const Theme& theme() const { return place_.workbench.theme; }

  private:
    EditorPlace place_;
    QWidget* first_ = nullptr;
};

/// Makes the editor for a description. Descriptions live as long as the kinds.
[[nodiscard]] ValueEditor* makeEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);

/// Whether the editor takes the full width of the inspector, under its own heading.
[[nodiscard]] bool isWide(const ParameterDescription& wanted);

/// The text of a scalar; otherwise empty.
[[nodiscard]] QString scalarText(const YamlValue* value);

}  // namespace burin::ui
