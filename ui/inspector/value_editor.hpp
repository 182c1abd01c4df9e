// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/kinds/description.hpp"
#include "ui/model/session.hpp"

#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <string>

namespace burin::ui {

/// What an editor may ask about the place of its value: a parameter of a node, or a part of one.
struct EditorPlace {
    Session session;
    QString node;
    std::string key;  ///< of the node's parameter
    /// The parameter's whole value where the part that is edited is this; nullptr: the part is the whole.
    std::function<YamlValue(YamlValue)> whole = nullptr;

    [[nodiscard]] double pitchUm() const;
    /// Where relative paths start.
    [[nodiscard]] QString folder() const;
    /// The checked value of another parameter of the node where it is a number.
    [[nodiscard]] std::optional<double> number(std::string_view parameter) const;
    /// What the kind would say of the parameter were the edited part `value`; nothing else is computed.
    [[nodiscard]] Diagnostics problemsWith(const YamlValue& value) const;
};

/// Edits one value of the file, as its description says. What it is about may change under it: setValue().
class ValueEditor : public QWidget {
    Q_OBJECT

  public:
    explicit ValueEditor(EditorPlace place, QWidget* parent = nullptr)
        : QWidget(parent), place_(std::move(place)) {}

    /// Shows the file's value, nullptr: it has none. What is being typed stays.
    virtual void setValue(const YamlValue* value) = 0;
    /// What stands in the heading of a wide editor, or nullptr. Belongs to the caller.
    [[nodiscard]] virtual QWidget* makeHead() { return nullptr; }
    /// What gets the keyboard when the parameter is gone to. No focus proxy: Tab would skip what stands
    /// before.
    [[nodiscard]] QWidget* first() const { return first_; }
    /// Whether the editor says itself what is wrong with its value.
    [[nodiscard]] virtual bool explains() const { return false; }

  signals:
    /// Nothing: the default. \param gesture  as Document::edit
    void edited(const std::optional<burin::YamlValue>& value, int gesture);
    /// What is wrong with what is typed and not yet taken; empty: nothing.
    void problemChanged(const QString& problem);

  protected:
    void setFirst(QWidget* first) { first_ = first; }
    [[nodiscard]] const EditorPlace& place() const { return place_; }
    [[nodiscard]] const Session& session() const { return place_.session; }
    [[nodiscard]] Document& document() const { return place_.session.document; }
    [[nodiscard]] const Theme& theme() const { return place_.session.theme; }

  private:
    EditorPlace place_;
    QWidget* first_ = nullptr;
};

/// The editor for a description. Descriptions live as long as the kinds.
[[nodiscard]] ValueEditor* makeEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);

/// Whether the editor takes the inspector's whole width, under a heading of its own.
[[nodiscard]] bool isWide(ParameterType type);

/// A value to start from where the file has none: the default, else the least that is right.
[[nodiscard]] YamlValue startValue(const ParameterDescription& wanted);

/// A text of a description in the user's language.
[[nodiscard]] QString kindText(std::string_view text);

/// What a parameter is called: its title, else its key.
[[nodiscard]] QString titleOf(const ParameterDescription& wanted);

/// The text of a scalar, else empty.
[[nodiscard]] QString scalarText(const YamlValue* value);

/// The default of a description; null where there is none.
[[nodiscard]] std::optional<YamlValue> fallbackOf(const ParameterDescription& wanted);

}  // namespace burin::ui
