// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/value_editor.hpp"

#include <QPlainTextEdit>

class QCompleter;
class QLabel;
class QTimer;

namespace burin::ui {

/// The text of an expression: coloured, as high as it needs, with completion.
class ExpressionText : public QPlainTextEdit {
    Q_OBJECT

  public:
    ExpressionText(const Theme& theme, QWidget* parent = nullptr);

    /// Asked for when names are wanted: what may stand in the expression.
    void setVariables(std::function<QStringList()> variables) { variables_ = std::move(variables); }
    void complete();

  signals:
    void entered();
    void escaped();
    void left();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
    bool event(QEvent* event) override;

  private:
    void fitHeight();
    void insertCompletion(const QString& name);

    QCompleter* completer_;
    std::function<QStringList()> variables_;
};

/// An expression with what is said about it below. Taken as it is typed while it is right, and by Enter or
/// leaving it in any case; all of one visit is one step.
class ExpressionField : public QWidget {
    Q_OBJECT

  public:
    /// \param known  variables that its kind may know; those that it takes are found out by asking it
    ExpressionField(EditorPlace place, std::vector<std::string_view> known, QWidget* parent);

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// What is said on the left where nothing is wrong; and on the right.
    void setRemarks(const QString& good, const QString& aside);
    [[nodiscard]] ExpressionText* editor() const { return editor_; }

  signals:
    void entered(const QString& text, int gesture);

  private:
    void typed();
    void take();
    void check();
    [[nodiscard]] QStringList variables() const;
    void say();

    EditorPlace place_;
    std::vector<std::string_view> known_;
    ExpressionText* editor_;
    QLabel* mark_;
    QLabel* said_;
    QLabel* aside_;
    QTimer* soon_;
    QString taken_;      ///< as the file has it
    QString problem_;    ///< of the text as it stands
    bool empty_ = true;  ///< there is no expression
    QString good_;
    int gesture_ = 0;
};

/// An expression alone.
class ExpressionEditor : public ValueEditor {
    Q_OBJECT

  public:
    ExpressionEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;
    [[nodiscard]] bool explains() const override { return !field_->text().isEmpty(); }

  private:
    const ParameterDescription& wanted_;
    ExpressionField* field_;
};

}  // namespace burin::ui
