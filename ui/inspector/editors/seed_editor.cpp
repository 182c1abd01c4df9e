// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/seed_editor.hpp"

#include "core/design/yaml_tools.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"

#include <QPushButton>
#include <QRandomGenerator>

namespace burin::ui {

SeedEditor::SeedEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : NumberEditor(wanted, std::move(place), parent), renew_(new QPushButton(tr("New seed"), this)) {
    renew_->setObjectName("renew." + kindText(wanted.key));
    renew_->setProperty("small", true);
    renew_->setIcon(theme().icon("dice", Role::text));
    renew_->setIconSize({16, 16});
    if (this->place().compact) {
        renew_->setText({});
        renew_->setFixedWidth(28);
    }
    replaceSlider(renew_);
    connect(renew_, &QPushButton::clicked, this, &SeedEditor::renew);
}

void SeedEditor::setValue(const YamlValue* value) {
    NumberEditor::setValue(value);
    const QString text = field().written();
    const bool formula = place().formulas != nullptr && meansFormula(text);
    const QString parameter = formula ? place().formulas->seedOf(text) : QString();
    renew_->setEnabled(!formula || !parameter.isEmpty());
    renew_->setToolTip(!formula              ? tr("Write another random seed")
                       : parameter.isEmpty() ? tr("The formula uses no seed.")
                                             : tr("Change the parameter %1").arg(parameter));
}

void SeedEditor::renew() {
    const QString text = field().written();
    if (place().formulas == nullptr || !meansFormula(text)) return emit edited(anotherSeed(), 0);
    const FormulaSpace& formulas = *place().formulas;
    const QString parameter = formulas.seedOf(text);
    document().edit(tr("New seed: %1").arg(parameter),
                    [&](DesignEdit& edit) { formulas.setParameter(edit, parameter, anotherSeed()); });
}

YamlValue anotherSeed() {
    constexpr quint32 seeds = 65536;
    return yamlScalar(std::to_string(QRandomGenerator::global()->bounded(1U, seeds)));
}

}  // namespace burin::ui
