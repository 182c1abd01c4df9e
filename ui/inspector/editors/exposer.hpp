// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/model/workbench.hpp"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace burin::ui {

/// The values of one node that one parameter is to drive. The first is the parameter's default; the others
/// keep their proportion to it.
using Knob = std::vector<ValuePath>;

/// A value that can become a parameter, for lists to choose from.
struct Exposure {
    QString node;
    QString title;  ///< the title of the value, such as "Vary: Gain"
    QString value;  ///< the value in a few words
    std::vector<Knob> knobs;
};

/// Makes values of the open group's nodes parameters of the group.
class Exposer : public QObject {
    Q_OBJECT

  public:
    explicit Exposer(Workbench workbench, QObject* parent = nullptr)
        : QObject(parent), workbench_(workbench) {}

    /// The knobs for a value: a single one for a number, a text, or two equal numbers; otherwise one for each
    /// number. The pitch of a lattice, `pitch`, is such a value: its knobs drive the numbers of `u` and `v`.
    [[nodiscard]] std::vector<Knob> knobsOf(const QString& node, const ValuePath& path) const;
    /// The knobs for the width and height of a node: one if both are equal or keep their proportions.
    [[nodiscard]] std::vector<Knob> sizeKnobs(const QString& node, bool proportional) const;
    /// Why none of the knobs is possible, in a few words; empty if at least one is.
    [[nodiscard]] QString whyNot(const QString& node, const std::vector<Knob>& knobs) const;
    /// Adds a parameter for each knob that is possible, in one step.
    void expose(const QString& node, const std::vector<Knob>& knobs);
    /// The parameters of the open group that all knobs can follow.
    [[nodiscard]] QStringList leaders(const QString& node, const std::vector<Knob>& knobs) const;
    /// Makes the values of the knobs follow a parameter of the open group, in proportion to its default.
    void follow(const QString& node, const std::vector<Knob>& knobs, const QString& parameter);
    /// All values of the group's nodes that can become parameters, node by node.
    [[nodiscard]] QList<Exposure> all() const;

  signals:
    /// \param parameter  the last one that was added  \param said  what was done, in a few words
    void exposed(const QString& parameter, const QString& said);

  private:
    [[nodiscard]] std::vector<Knob> pairKnobs(const QString& node, const ValuePath& first,
                                              const ValuePath& second, bool proportional) const;
    [[nodiscard]] std::vector<Knob> pitchKnobs(const QString& node) const;
    [[nodiscard]] DesignEdit trial(const QString& node) const;
    void addInstance(QList<Exposure>& list, const QString& node, const YamlValue& body) const;
    void addExposures(QList<Exposure>& list, const QString& node, const YamlValue& body) const;

    Workbench workbench_;
};

}  // namespace burin::ui
