// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

#include <QPlainTextEdit>

class QCompleter;
class QLabel;
class QTimer;

namespace burin::ui {

class IconLabel;
class NameModel;

/// The text of an expression, with colours and completion. Its height follows the text.
class ExpressionText : public QPlainTextEdit {
    Q_OBJECT

  public:
    ExpressionText(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the function that lists the names allowed in the expression.
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
    void inputMethodEvent(QInputMethodEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

  private:
    void fitHeight();
    [[nodiscard]] qsizetype kept() const;
    int findNames();
    void showNames();
    void suggest();
    void insertCompletion(const QString& name);

    QCompleter* completer_;
    NameModel* names_;
    std::function<QStringList()> variables_;
};

/// An expression with messages below it. Valid text is applied while it is typed; any text is applied by
/// Enter or on leaving. All changes of one visit are one undo step.
class ExpressionField : public QWidget {
    Q_OBJECT

  public:
    /// \param known  names that the kind may accept; the field asks the kind for each of them
    ExpressionField(EditorPlace place, std::vector<std::string_view> known, QWidget* parent);

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// Sets the remarks shown on the left if nothing is wrong, and on the right.
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
    IconLabel* mark_;
    QLabel* said_;
    QLabel* aside_;
    QTimer* soon_;
    QString taken_;      ///< the text as it is in the file
    QString problem_;    ///< the problem of the current text
    bool empty_ = true;  ///< the expression is not set
    QString good_;
    int gesture_ = 0;
};

/// An editor that is one expression.
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
