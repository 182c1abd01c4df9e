// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_format.hpp"
#include "ui/export/dialog/field_group.hpp"

class QComboBox;

namespace burin::ui {

class Document;

/// The bits of a written sample. They belong to the design, so a choice is a step of its history.
class BitsField : public FieldGroup {
    Q_OBJECT

  public:
    explicit BitsField(Document& document, QWidget* parent = nullptr);

    /// Shows the bits of the design. Hidden for formats that decide themselves: layers and heights.
    void showFor(const ExportFormat& format);

  private:
    void choose();

    Document& document_;
    QComboBox* bits_;
};

}  // namespace burin::ui
