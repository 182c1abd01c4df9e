// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document.hpp"

#include "core/design/file_paths.hpp"
#include "ui/model/write_file.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <filesystem>
#include <utility>

namespace burin::ui {

namespace {

std::filesystem::path pathOf(const QString& file) {
    return {QFile::encodeName(file).toStdString()};
}

QByteArray packed(const YamlValue& document) {
    return qCompress(QByteArray::fromStdString(writeYaml(document)), 1);
}

YamlValue unpacked(const QByteArray& text) {
    const QByteArray plain = qUncompress(text);
    return std::get<YamlValue>(parseYaml({plain.constData(), static_cast<std::size_t>(plain.size())}));
}

}  // namespace

/// One step: the texts before and after, packed, so that a long history of a large design stays small.
class Document::Step : public QUndoCommand {
  public:
    Step(Document& document, const QString& what, int gesture, YamlValue after)
        : QUndoCommand(what),
          document_(document),
          gesture_(gesture),
          before_(packed(document.design_->document)),
          after_(packed(after)),
          first_(std::move(after)) {}

    void redo() override { document_.take(first_ ? *std::exchange(first_, {}) : unpacked(after_)); }
    void undo() override { document_.take(unpacked(before_)); }
    [[nodiscard]] int id() const override { return gesture_ == 0 ? -1 : 1; }

    bool mergeWith(const QUndoCommand* later) override {
        const auto& step = static_cast<const Step&>(*later);
        if (step.gesture_ != gesture_) return false;
        after_ = step.after_;
        setObsolete(after_ == before_);
        return true;
    }

  private:
    Document& document_;
    const int gesture_;
    const QByteArray before_;
    QByteArray after_;
    std::optional<YamlValue> first_;  ///< the document after, until it has been taken
};

Document::Document(std::span<const Kind> kinds, QObject* parent) : QObject(parent), kinds_(kinds) {
    connect(&history_, &QUndoStack::cleanChanged, this, [this](bool clean) { emit modifiedChanged(!clean); });
    history_.setUndoLimit(1000);
    title_ = tr("Untitled");
    design_ = std::make_shared<Design>(reviseDesign(newDesign(), {}, {}, kinds_, nullptr));
}

const DesignNode* Document::node(const QString& name) const {
    const auto found = design_->find(name.toStdString());
    return found ? &design_->nodes[*found] : nullptr;
}

const YamlValue* Document::nodeText(const QString& name) const {
    const YamlValue* nodes = design_->document.find("nodes");
    return nodes == nullptr ? nullptr : nodes->find(name.toStdString());
}

QString Document::folder() const {
    return file_.isEmpty() ? QDir::currentPath() : QFileInfo(file_).absolutePath();
}

QString Document::title() const {
    return file_.isEmpty() ? title_ : QFileInfo(file_).fileName();
}

QString Document::text() const {
    return QString::fromStdString(saveDesign(*design_));
}

QStringList Document::files() const {
    QStringList files;
    for (const std::filesystem::path& file : filesOf(design_->document, kinds_, pathOf(folder())))
        files << QFile::decodeName(file.string().c_str());
    return files;
}

/// Makes `document` the design. An edit that the loader refuses as a file (too many nodes or links) is not
/// taken.
void Document::take(YamlValue document) {
    Design revised =
        reviseDesign(std::move(document), pathOf(folder()), pathOf(file_), kinds_, design_.get());
    if (revised.refused) return;
    design_ = std::make_shared<Design>(std::move(revised));
    emit changed();
}

void Document::edit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture) {
    DesignEdit edit(design_->document);
    change(edit);
    if (edit.document() == design_->document) return;
    history_.push(new Step(*this, what, gesture, edit.take()));
}

void Document::reset(YamlValue document, const QString& title) {
    history_.clear();
    file_.clear();
    title_ = title.isEmpty() ? tr("Untitled") : title;
    design_ =
        std::make_shared<Design>(reviseDesign(std::move(document), pathOf(folder()), {}, kinds_, nullptr));
    emit fileChanged();
    emit changed();
}

QString Document::adopt(Design loaded, const QString& file) {
    if (loaded.refused) return QString::fromStdString(loaded.diagnostics.front().text());
    history_.clear();
    file_ = file;
    if (file.isEmpty()) title_ = tr("Untitled");
    design_ = std::make_shared<Design>(std::move(loaded));
    emit fileChanged();
    emit changed();
    return {};
}

QString Document::open(const QString& file) {
    const QString absolute = QFileInfo(file).absoluteFilePath();
    return adopt(loadDesign(pathOf(absolute)), absolute);
}

QString Document::recover(const QString& text, const QString& file) {
    const QString absolute = file.isEmpty() ? file : QFileInfo(file).absoluteFilePath();
    const QString folder = file.isEmpty() ? QDir::currentPath() : QFileInfo(absolute).absolutePath();
    const QString problem =
        adopt(parseDesign(text.toStdString(), pathOf(folder), pathOf(absolute), kinds_), absolute);
    if (problem.isEmpty()) history_.resetClean();
    return problem;
}

QString Document::save(const QString& file) {
    const QString absolute = QFileInfo(file).absoluteFilePath();
    YamlValue document = design_->document;
    moveFiles(document, kinds_, pathOf(folder()), pathOf(QFileInfo(absolute).absolutePath()));
    const QString failure = writeFile(absolute, QByteArray::fromStdString(writeYaml(document)));
    if (!failure.isEmpty()) return tr("%1 could not be written: %2").arg(absolute, failure);
    history_.setClean();
    if (absolute == file_) return {};
    file_ = absolute;
    design_ = std::make_shared<Design>(
        reviseDesign(std::move(document), pathOf(folder()), pathOf(file_), kinds_, nullptr));
    emit fileChanged();
    emit changed();
    return {};
}

QString Document::reload() {
    if (!file_.isEmpty() && !modified()) {
        Design loaded = loadDesign(pathOf(file_));
        if (loaded.refused || loaded.document != design_->document) return adopt(std::move(loaded), file_);
    }
    design_ = std::make_shared<Design>(
        reviseDesign(design_->document, pathOf(folder()), pathOf(file_), kinds_, nullptr));
    emit changed();
    return {};
}

}  // namespace burin::ui
