// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/document.hpp"

#include "core/base/cancelled.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/layout/yaml_file.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/model/threads/off_thread.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QUndoCommand>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace burin::ui {

namespace {

QByteArray packed(const QByteArray& text) {
    return qCompress(text, 1);
}

std::variant<YamlValue, Diagnostic> parsed(const QByteArray& text) {
    return parseYaml({text.constData(), static_cast<std::size_t>(text.size())});
}

/// Empty if the design is refused. Thread-safe; takes about as long as parsing it.
QByteArray textOfDesign(const Design& design) {
    return design.refused ? QByteArray() : QByteArray::fromStdString(keptYaml(design.document));
}

}  // namespace

/// A compressed text of the design, so that a long history of a large design stays small, and the folder that
/// its relative paths refer to.
struct Document::State {
    QByteArray text;
    DesignFolders folders;
    friend bool operator==(const State&, const State&) = default;
};

/// The result of reading a file or a state of the history.
struct Document::Loaded {
    Design design;
    FileStamp stamp;
    QByteArray text;  ///< bytes() of the design; empty if it is refused
};

/// One step of the history: the states before and after.
class Document::Step : public QUndoCommand {
  public:
    /// \param after  in the document's folder, and accepted by the loader \param text  its bytes()
    /// \param kept  a copy of its document for redo, or null
    /// \param reading  0; if the step reads what another program has written, the number of that reading
    Step(Document& document, const QString& what, int gesture, Design after, const Text& text,
         std::shared_ptr<const YamlValue> kept, int reading = 0)
        : QUndoCommand(what),
          document_(document),
          gesture_(gesture),
          reading_(reading),
          before_(document.state()),
          after_{text.packed, before_.folders},
          first_(std::move(after)),
          firstText_(text) {
        document_.parsedStates_.keep(after_.text, std::move(kept), text.plain.size());
    }

    void redo() override {
        if (!first_) return document_.take(after_);
        document_.install(*std::exchange(first_, {}), std::exchange(firstText_, {}));
    }
    void undo() override { document_.take(before_); }
    [[nodiscard]] const State& before() const { return before_; }
    [[nodiscard]] const State& after() const { return after_; }
    [[nodiscard]] int reading() const { return reading_; }
    [[nodiscard]] int id() const override { return gesture_ == 0 ? -1 : 1; }

    bool mergeWith(const QUndoCommand* later) override {
        const auto& step = static_cast<const Step&>(*later);
        if (step.gesture_ != gesture_) return false;
        // The history no longer leads to the state between the two edits. If kept, this state would displace
        // others.
        if (after_.text != step.after_.text) document_.parsedStates_.drop(after_.text);
        after_ = step.after_;
        setText(step.text());
        setObsolete(after_ == before_);
        return true;
    }

  private:
    Document& document_;
    const int gesture_;
    const int reading_;
    const State before_;
    State after_;
    std::optional<Design> first_;  ///< the new design, until it is installed
    Text firstText_;               ///< its text
};

Document::Document(std::span<const Kind> kinds, QObject* parent) : QObject(parent), kinds_(kinds) {
    connect(&history_, &QUndoStack::cleanChanged, this, [this](bool clean) { emit modifiedChanged(!clean); });
    history_.setUndoLimit(1000);
    title_ = tr("Untitled");
    design_ = std::make_shared<Design>(reviseDesign(newDesign(), {}, {}, kinds_, nullptr));
}

const DesignNode* Document::node(const QString& name) const {
    if (nodeText(name) == nullptr) return nullptr;
    const auto& nodes = scope_.nodes()->design->nodes;
    const auto found =
        std::find_if(nodes.begin(), nodes.end(),
                     [wanted = name.toStdString()](const DesignNode& node) { return node.name == wanted; });
    return found == nodes.end() ? nullptr : &*found;
}

const YamlValue* Document::nodeText(const QString& name) const {
    const YamlValue* text = scope_.nodes()->text;
    const YamlValue* nodes = text == nullptr ? nullptr : text->find("nodes");
    return nodes == nullptr ? nullptr : nodes->find(name.toStdString());
}

QString Document::folder() const {
    return QFile::decodeName(DesignFolders::of(pathOf(file_)).target.c_str());
}

QString Document::title() const {
    return file_.isEmpty() ? title_ : QFileInfo(file_).fileName();
}

bool Document::missing() const {
    return !file_.isEmpty() && !QFileInfo::exists(file_);
}

void Document::lookAtFile() {
    if (modified() || missing() || !stamp_.changed()) return;
    const int opened = opened_;
    const bool refused = offThread([file = file_] {
        try {
            return read(file).design.refused;
        } catch (const std::exception&) {  // out of memory
            return true;
        }
    });
    if (opened_ == opened) refusedOthers_ = refused;
}

QByteArray Document::bytes() const {
    if (written_.design != design_)
        written_ = {design_, {QByteArray::fromStdString(keptYaml(design_->document)), {}}};
    return written_.text.plain;
}

QStringList Document::files() const {
    const DesignFolders folders = DesignFolders::of(pathOf(file_));
    QStringList files;
    const auto addFrom = [&](const std::filesystem::path& folder) {
        for (const std::filesystem::path& file : filesOf(design_->document, kinds_, folder))
            files << QFile::decodeName(file.string().c_str());
    };
    addFrom(folders.folder);
    if (folders.target != folders.folder) addFrom(folders.target);
    files.removeDuplicates();
    return files;
}

Document::State Document::state() const {
    const QByteArray text = bytes();
    if (written_.text.packed.isEmpty()) {
        written_.text.packed = packed(text);
        ++packedTexts_;
    }
    return {written_.text.packed, DesignFolders::of(pathOf(file_))};
}

/// \param text  of the design, if it is known
void Document::install(Design design, const Text& text) {
    design_ = std::make_shared<Design>(std::move(design));
    written_ = text.plain.isEmpty() ? Written() : Written{design_, text};
    const bool scopeMoved = scope_.update();
    emit changed();
    if (scopeMoved) emit scope_.changed();
}

/// Shows the design of another file. \param text  of the design, if it is known
void Document::replace(Design design, const QByteArray& text) {
    const bool scopeMoved = scope_.open();
    scope_.close();
    ++opened_;
    design_ = std::make_shared<Design>(std::move(design));
    written_ = text.isEmpty() ? Written() : Written{design_, {text, {}}};
    emit fileChanged();
    emit changed();
    if (scopeMoved) emit scope_.changed();
}

/// Goes to a state of the history, or passes it on the way to another one.
void Document::take(const State& state) {
    if (!target_) {
        Loaded there = loaded(state, nullptr);
        if (there.design.refused) return refuseStep(there.design);
        return install(std::move(there.design), {there.text, {}});
    }
    if (target_->state != &state) return;
    Target target = std::move(*target_);
    target_.reset();
    install(std::move(target.design), {target.text, {}});
}

/// The design of a state of the history; it is refused if its text cannot be read again. Parsing or writing a
/// text of some MiB takes about a second, so another thread does it, and the documents of the last states are
/// kept. \throws Cancelled if `notice` stops it
Document::Loaded Document::loaded(const State& state, SlowNotice* notice) {
    const std::shared_ptr<const YamlValue> kept = parsedStates_.find(state.text);
    auto [made, copied, textBytes] = offThread(
        [state, kept, before = design_, file = pathOf(file_), kinds = kinds_](const std::stop_token& stop) {
            const QByteArray text = qUncompress(state.text);
            auto read = kept ? std::variant<YamlValue, Diagnostic>(*kept) : parsed(text);
            if (auto* problem = std::get_if<Diagnostic>(&read)) {
                Loaded result;
                result.design.refused = true;
                result.design.diagnostics.push_back(std::move(*problem));
                return std::tuple(std::move(result), std::shared_ptr<const YamlValue>(), qint64{0});
            }
            YamlValue document = std::get<YamlValue>(std::move(read));
            std::shared_ptr<const YamlValue> copy;
            if (!kept && text.size() <= parsedBytes) copy = std::make_shared<const YamlValue>(document);
            if (stop.stop_requested()) throw Cancelled();
            const DesignFolders folders = DesignFolders::of(file);
            const bool moved = state.folders != folders;
            if (moved) moveFiles(document, kinds, state.folders, folders);
            Loaded result;
            result.design =
                reviseDesign(std::move(document), folders.folder, file, kinds, before.get(), stop);
            result.text = moved ? textOfDesign(result.design) : text;
            return std::tuple(std::move(result), std::move(copy), static_cast<qint64>(text.size()));
        },
        notice);
    if (!kept && !made.design.refused) {
        ++parsedAgain_;
        parsedStates_.keep(state.text, std::move(copied), textBytes);
    }
    Loaded there = std::move(made);
    return there;
}

/// Says why a step of the history cannot be reached.
void Document::refuseStep(const Design& design) {
    emit refused(tr("The design of this step cannot be read again"), problemText(design.diagnostics.front()));
}

QString Document::edit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture) {
    try {
        return tryEdit(what, change, gesture);
    } catch (const Cancelled&) {
        const QString why = tr("The change was stopped. The design has not changed.");
        emit refused(what, why);
        return why;
    }
}

QString Document::tryEdit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture) {
    const std::string group = scope_.group().toStdString();
    const auto refuse = [&](const QString& why) {
        emit refused(what, why);
        return why;
    };
    for (const int opened = opened_;;) {
        const std::shared_ptr<const Design> before = design_;
        DesignEdit edit(before->document, group);
        change(edit);
        if (edit.document() == before->document) return {};
        auto make = [document = edit.take(), before, file = pathOf(file_),
                     kinds = kinds_](const std::stop_token& stop) mutable {
            const std::filesystem::path folder = DesignFolders::of(file).folder;
            Design made = reviseDesign(std::move(document), folder, file, kinds, before.get(), stop);
            Text written{textOfDesign(made), {}};
            written.packed = packed(written.plain);
            std::shared_ptr<const YamlValue> copy;
            if (written.plain.size() <= parsedBytes) copy = std::make_shared<const YamlValue>(made.document);
            return std::tuple(std::move(made), std::move(written), std::move(copy));
        };
        auto [after, text, kept] = atOnce_ ? make({}) : offThread(std::move(make), notice_);
        ++packedTexts_;
        if (opened_ != opened) return refuse(tr("Another design was opened while a file was read."));
        if (design_ != before) continue;
        if (after.refused) return refuse(problemText(after.diagnostics.front()));
        static_assert(largestDesign == 67'108'864, "the words name the limit");
        if (text.plain.size() > static_cast<qint64>(largestDesign))
            return refuse(tr("The design would be larger than 64 MiB, so it could not be opened again."));
        push(new Step(*this, what, gesture, std::move(after), text, std::move(kept)));
        return {};
    }
}

/// A new step takes the place of those that were undone.
void Document::push(Step* step) {
    theirsDropped_ = undoneTheirs() && step->reading() == 0;
    history_.push(step);
}

bool Document::undoneTheirs() const {
    if (theirsDropped_) return true;
    for (int i = history_.index(); i < history_.count(); ++i) {
        if (static_cast<const Step&>(*history_.command(i)).reading() > settled_) return true;
    }
    return false;
}

/// The file was read or written.
void Document::setStamp(const FileStamp& stamp) {
    stamp_ = stamp;
    recovered_ = false;
}

/// The file no longer holds what another program had written and was read here.
void Document::settleTheirs() {
    settled_ = readings_;
    theirsDropped_ = false;
}

void Document::handOverAtOnce() {
    const QScopedValueRollback ending(atOnce_, true);
    // No window is shown any more, so a dialog would wait for ever.
    const QSignalBlocker quiet(this);
    const QSignalBlocker quietScope(scope_);
    const QSignalBlocker quietHistory(history_);
    pending_.handOver();
}

void Document::undo() {
    pending_.handOver();
    go([this] { return history_.index() - 1; });
}

void Document::redo() {
    pending_.handOver();
    go([this] { return history_.index() + 1; });
}

void Document::goTo(int step) {
    pending_.handOver();
    go([step] { return step; });
}

/// Goes to another index of the history. Loading the design there may let other events through, and the
/// history must not change while it moves. So the design is loaded first.
/// \param wanted  is asked again if the design changes meanwhile
void Document::go(const std::function<int()>& wanted) {
    for (;;) {
        const int to = wanted();
        const bool back = to < history_.index();
        if (to < 0 || to > history_.count() || to == history_.index()) return;
        // The last step of the move ends in the wanted state.
        const auto& step = static_cast<const Step&>(*history_.command(back ? to : to - 1));
        const State& state = back ? step.before() : step.after();
        const std::shared_ptr<const Design> before = design_;
        Loaded there;
        try {
            there = loaded(state, notice_);
        } catch (const Cancelled&) {
            return;
        }
        if (design_ != before) continue;
        if (there.design.refused) return refuseStep(there.design);
        target_ = Target{&state, std::move(there.design), there.text};
        history_.setIndex(to);
        return target_.reset();
    }
}

void Document::reset(YamlValue document, const QString& title) {
    Design design = offThread(
        [&] { return reviseDesign(std::move(document), pathOf(QDir::currentPath()), {}, kinds_, nullptr); });
    forgetHistory();
    file_.clear();
    setStamp({});
    title_ = title.isEmpty() ? tr("Untitled") : title;
    replace(std::move(design));
}

void Document::forgetHistory() {
    reading_.stop();
    history_.clear();
    parsedStates_.clear();
    settleTheirs();
    refusedOthers_ = false;
}

QString Document::adopt(Loaded loaded, const QString& file) {
    if (loaded.design.refused) return QString::fromStdString(loaded.design.diagnostics.front().text());
    forgetHistory();
    file_ = file;
    setStamp(loaded.stamp);
    if (file.isEmpty()) title_ = tr("Untitled");
    replace(std::move(loaded.design), loaded.text);
    return {};
}

/// The design in a file, and the content of the file. If another program writes meanwhile, either both belong
/// to the same moment or the stamp is outdated.
Document::Loaded Document::read(const QString& file) {
    constexpr int tries = 3;
    Loaded loaded;
    for (int i = 0; i < tries; ++i) {
        loaded.stamp = FileStamp::of(file);
        loaded.design = loadDesign(pathOf(file));
        if (!loaded.stamp.changed()) break;
    }
    loaded.text = textOfDesign(loaded.design);
    return loaded;
}

/// A name with bytes that are not UTF-8 holds the replacement character in their places, and no longer leads
/// to the file.
QString Document::open(const QString& file) {
    const QString absolute = QFileInfo(file).absoluteFilePath();
    if (absolute.contains(QChar::ReplacementCharacter) && !QFileInfo::exists(absolute))
        return tr("%1 cannot be opened: the studio needs names in UTF-8; rename the file or its folder")
            .arg(absolute);
    return adopt(offThread([&absolute] { return read(absolute); }), absolute);
}

QString Document::recover(const QByteArray& text, const QString& file, const QByteArray& base, bool undone) {
    const QString absolute = file.isEmpty() ? file : QFileInfo(file).absoluteFilePath();
    const QString folder = file.isEmpty() ? QDir::currentPath() : QFileInfo(absolute).absolutePath();
    const QString problem =
        adopt(offThread([&] {
                  const FileStamp stamp = absolute.isEmpty() ? FileStamp()
                                          : base.isEmpty()   ? FileStamp::of(absolute)
                                                             : FileStamp::ofChecksum(absolute, base);
                  Design design =
                      parseDesign(std::string_view(text.constData(), static_cast<std::size_t>(text.size())),
                                  pathOf(folder), pathOf(absolute), kinds_);
                  QByteArray written = textOfDesign(design);
                  return Loaded{std::move(design), stamp, std::move(written)};
              }),
              absolute);
    if (!problem.isEmpty()) return problem;
    theirsDropped_ = undone;
    recovered_ = true;
    history_.resetClean();
    return {};
}

QString Document::save(const QString& file, const std::optional<FileStamp>& over) {
    const QString absolute = QFileInfo(file).absoluteFilePath();
    overtaken_ = false;
    FileStamp expected = over.value_or(stamp_);
    if (!over && absolute != file_) expected = offThread([&] { return FileStamp::of(absolute); });
    const DesignFolders from = DesignFolders::of(pathOf(file_));
    const DesignFolders to = DesignFolders::of(pathOf(absolute));
    const bool moves = to != from;
    const std::shared_ptr<const Design> shown = design_;
    const int opened = opened_;
    YamlFile saved = offThread([&] {
        YamlValue document = shown->document;
        if (moves) moveFiles(document, kinds_, from, to);
        return yamlForFile(document);
    });
    if (saved.problem) return tr("%1 was not written: %2").arg(absolute, problemText(*saved.problem));
    const QByteArray text = QByteArray::fromStdString(saved.text);
    const QString failure = writeFile(absolute, text, [&] {
        overtaken_ = expected.changed();
        return !overtaken_;
    });
    if (!failure.isEmpty()) return tr("%1 could not be written: %2").arg(absolute, failure);
    if (overtaken_) return tr("%1 was not written, because another program has changed it.").arg(absolute);
    if (opened_ != opened) return {};  // this design is saved, but another one was opened meanwhile
    const FileStamp written(absolute, text);
    keptLines_ = saved.keptLines;
    const bool another = absolute != file_;
    if (another) {
        reading_.stop();
    } else {
        setStamp(written);
        refusedOthers_ = false;
        if (undoneTheirs()) settleTheirs();
    }
    // The next save keeps the lines of this one. If the paths keep their meaning, bound nodes can be reused.
    Design design = offThread([&] {
        return reviseDesign(std::move(saved.document), to.folder, pathOf(absolute), kinds_,
                            moves ? nullptr : shown.get());
    });
    if (opened_ != opened) return {};
    if (design_ != shown) return save(absolute, written);  // edited meanwhile
    // A design that leaves its file is of that file until here: the next save may fail.
    if (another) {
        setStamp(written);
        refusedOthers_ = false;
        settleTheirs();
    }
    design_ = std::make_shared<Design>(std::move(design));
    parsedStates_.clear();  // their messages name lines of the previous file
    written_ = {design_, {text, {}}};
    const QString before = std::exchange(file_, absolute);
    history_.setClean();
    if (another) emit renamed(before);
    emit changed();
    return {};
}

void Document::reload(Reload what) {
    const bool file = !file_.isEmpty() && (what == Reload::theirs || !modified());
    reading_.start([this, what, file, name = file_, folders = DesignFolders::of(pathOf(file_)),
                    design = design_, kinds = kinds_](const std::stop_token& stop) {
        Loaded loaded;
        try {
            loaded =
                file ? read(name)
                     : Loaded{reviseDesign(design->document, folders.folder, pathOf(name), kinds, nullptr),
                              {},
                              {}};
        } catch (const std::exception& error) {  // out of memory
            loaded.design.refused = true;
            Problem problem{.reason = "%1", .details = {error.what()}};
            loaded.design.diagnostics.push_back(
                {Severity::error, name.toStdString(), {}, "", "", std::move(problem)});
        }
        // Only the interface thread cancels reading, so this check is reliable there.
        inbox_.postUnless(stop, [this, what, file, loaded = std::move(loaded)]() mutable {
            takeReloaded(std::move(loaded), what, file);
        });
    });
}

/// The read images go to the current design, which may have been edited meanwhile. The read design replaces
/// the current one if no change is lost or if the user asked for it.
/// \param file  whether the file of the design was read, and not only the images
void Document::takeReloaded(Loaded loaded, Reload what, bool file) {
    Design& design = loaded.design;
    if (file) refusedOthers_ = design.refused;
    const int opened = opened_;
    if (design.refused) return emit reloaded(QString::fromStdString(design.diagnostics.front().text()));
    const bool read = !loaded.stamp.checksum().isEmpty();
    const bool takes = read && (what == Reload::theirs || !modified());
    if (takes) setStamp(loaded.stamp);
    if (takes && loaded.text != bytes()) {  // comments count too
        ++packedTexts_;
        push(new Step(*this, tr("Read %1 again").arg(title()), 0, std::move(design),
                      {loaded.text, packed(loaded.text)}, nullptr, ++readings_));
        history_.setClean();
    } else {
        if (takes) history_.setClean();
        if (takes && undoneTheirs()) settleTheirs();
        const auto images = std::make_shared<const Design>(std::move(design));
        std::shared_ptr<const Design> before;
        std::optional<Design> after;
        while (before != design_) {
            before = design_;
            after = offThread(
                [document = before->document, images, file = pathOf(file_), kinds = kinds_]() mutable {
                    const std::filesystem::path folder = DesignFolders::of(file).folder;
                    return reviseDesign(std::move(document), folder, file, kinds, images.get());
                });
            if (opened_ != opened) return;
        }
        // The text has not changed, and writing it again may take a second.
        install(std::move(*after), written_.design == before ? written_.text : Text());
    }
    emit reloaded({});
}

}  // namespace burin::ui
