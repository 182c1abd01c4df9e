// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/controller.hpp"

#include "core/base/errors.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace burin {
namespace {

using State = TransferStatus::State;

/// Bytes that are engraved before other events are checked.
constexpr std::int64_t batchBytes = 1 << 20;
constexpr std::chrono::seconds syncInterval{1};
constexpr std::chrono::milliseconds idlePatience{500};
/// In this time a sender notices that its connection is lost, and connects again.
constexpr std::chrono::seconds farewellPatience{30};
/// A kept buffer begins with this mark, whose length keeps the samples aligned.
constexpr std::string_view bufferMark = "burin controller: the samples that the machine has received    \n";
static_assert(bufferMark.size() == 64);

std::filesystem::path bufferPath(const Controller::Settings& settings) {
    if (!settings.keepBuffer || settings.output.empty()) return {};
    return settings.output.string() + ".buffer";
}

Problem problemOf(const std::exception& error) {
    const auto* const known = dynamic_cast<const ProblemError*>(&error);
    return known != nullptr ? known->problem() : Problem{.reason = error.what()};
}

}  // namespace

Controller::Controller(Settings settings)
    : settings_(std::move(settings)),
      machine_(settings_.machine),
      store_(settings_.output),
      buffer_(bufferPath(settings_), settings_.machine.bufferBytes, bufferMark),
      mishaps_(settings_.mishaps) {
    if (store_.position().paused) {
        machine_.pause();
        say("the machine is still paused");
    }
    if (store_.job() && !store_.finished()) adoptJob();
    // A finished job still reports its lines.
    if (store_.finished()) machine_.begin(store_.job()->layout(), 0, store_.job()->layout().lines());
}

/// Takes over a job that an earlier process began. It resumes when a sender connects.
void Controller::adoptJob() {
    const JobStore::Position position = store_.position();
    const LineLayout layout = store_.job()->layout();
    machine_.begin(layout, 0, position.executedLines);
    limitTime();
    machine_.stop();  // stops until a sender says how to continue
    awaitsSender_ = !position.stopped;
    if (position.stopped) message_ = {.reason = "stopped before the controller was restarted"};
    doubtfulLine_ = position.doubtfulLine;
    const std::uint64_t least = machine_.received();
    if (buffer_.kept() && position.receivedBytes > least && position.receivedBytes <= machine_.credit() &&
        position.receivedBytes <= layout.bytes())
        machine_.receive(position.receivedBytes, {});
    recordReceived();
    say("job " + store_.job()->answeredId() + ": " + std::to_string(position.executedLines) + " of " +
        counted(static_cast<std::size_t>(layout.lines()), "line") + (layout.lines() == 1 ? " is" : " are") +
        " engraved" + (doubtfulLine_ ? "; line " + std::to_string(*doubtfulLine_) + " is in doubt" : ""));
    if (position.executedLines == layout.lines()) finishJob();
}

MachineDescription Controller::describe() const {
    const std::lock_guard lock(mutex_);
    MachineDescription machine = settings_.limits;
    machine.bufferBytes = settings_.machine.bufferBytes;
    machine.mostSliceBytes = std::min<std::size_t>(mostSliceBytes, machine.bufferBytes / 4);
    machine.bytesPerSecond = settings_.machine.bytesPerSecond;
    if (store_.job()) machine.jobId = store_.job()->answeredId();
    machine.status = status();
    return machine;
}

bool Controller::idleAfterDone(Time now) {
    const std::lock_guard lock(mutex_);
    if (!hasDoneJob_ || !store_.finished() || session_ != 0) {
        idleSince_.reset();
        return false;
    }
    if (!idleSince_) idleSince_ = now;
    return endHeard_ || now - *idleSince_ >= farewellPatience;
}

void Controller::endIsHeard() {
    const std::lock_guard lock(mutex_);
    endHeard_ = store_.finished();
}

TransferStatus Controller::status() const {
    TransferStatus s;
    s.bufferBytes = settings_.machine.bufferBytes;
    s.message = message_.text();
    s.state = store_.finished() ? State::done : State::stopped;
    if (!machine_.hasJob()) return s;
    const LineLayout& layout = machine_.layout();
    s.state = machine_.state();
    if (s.state == State::done && !store_.finished())
        s.state = machine_.failed() ? State::faulted : State::engraving;
    s.lines = layout.lines();
    s.executedLines = machine_.executed();
    s.executedSamples = layout.samplesBefore(s.executedLines);
    s.executedBytes = layout.offsetOf(s.executedLines);
    s.receivedBytes = machine_.received();
    s.totalBytes = layout.bytes();
    s.prefillBytes = machine_.prefillBytes();
    s.starvations = machine_.starvations();
    s.damagedSlices = damagedSlices_;
    s.doubtfulLine = doubtfulLine_;
    return s;
}

/// Decides whether a job is refused or already finished. Does not set the session.
Controller::Admission Controller::judged(const JobRequest& request) const {
    if (std::string problem = problemOf(request.job); !problem.empty())
        return {.refusal = Problem{.reason = "the header is malformed: %1", .details = {problem}}};
    MachineDescription limits = settings_.limits;
    limits.bufferBytes = settings_.machine.bufferBytes;
    if (const std::optional<Problem> why = misfit(limits, request.job))
        return {.refusal =
                    Problem{.reason = "the machine %1", .details = {why->text()}, .remedies = why->remedies}};
    if (!store_.job() || request.mode == JobRequest::Mode::replace) return {};
    const auto different =
        differences(journalHeader(*store_.job()), journalHeader(request.job), request.allowMixed);
    if (store_.finished()) {
        // The work piece may still be that of the other job, so only a person may begin this one again.
        if (request.admitted && !different.empty())
            return {.refusal =
                        Problem{.reason = "the machine has engraved another job since it took this one"}};
        return {.finished = request.mode == JobRequest::Mode::resume && different.empty()};
    }
    const bool known = request.sender == store_.position().sender && different.empty();
    if (request.mode == JobRequest::Mode::start && !known) {
        return {
            .refusal = Problem{
                .reason = "the machine has an unfinished job; %1 of %2 of its lines are engraved",
                .details = {std::to_string(machine_.executed()), std::to_string(machine_.layout().lines())},
                .remedies = {{Remedy::Way::resume}, {Remedy::Way::giveUpJob}}}};
    }
    if (different.empty()) return {};
    return {.refusal = Problem{.reason = "the machine's job cannot be resumed; it was begun with another %1",
                               .details = {differencesText(different)},
                               .remedies = {{Remedy::Way::giveUpJob}}}};
}

Controller::Admission Controller::admit(const JobRequest& request) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !storing_; });
    if (session_ != 0 && request.sender != store_.position().sender)
        return {.refusal = Problem{.reason = "the machine is receiving a job from another sender",
                                   .remedies = {{Remedy::Way::tryLater}}},
                .busy = true};
    Admission admission = judged(request);
    if (admission.refusal || admission.finished) return admission;
    try {
        takeJob(request);
    } catch (const std::exception& error) {
        admission.refusal = problemOf(error);
        return admission;
    }
    receiver_.emplace(machine_.layout(), request.job.compression, machine_.received());
    session_ = ++lastSession_;
    resend_.reset();
    dropped_ = false;
    refusal_.reset();
    changed();
    admission.session = session_;
    return admission;
}

/// \throws SinkError, UsageError if the job's files cannot be written
void Controller::takeJob(const JobRequest& request) {
    const bool unfinished = store_.job() && !store_.finished();
    const bool same =
        unfinished && request.sender == store_.position().sender && store_.job()->id() == request.job.id();
    if (unfinished && (same || request.mode != JobRequest::Mode::replace)) {
        resumeJob(request);
    } else {
        startJob(request);
    }
}

void Controller::startJob(const JobRequest& request) {
    store_.begin(request.job);
    store_.setSender(request.sender);
    machine_.begin(request.job.layout(), request.job.prefillBytes, 0);
    limitTime();
    damagedSlices_ = 0;
    doubtfulLine_.reset();
    lastSync_.reset();
    message_ = {};
    endHeard_ = false;
    awaitsSender_ = false;
    say("job " + request.job.answeredId() + " of " +
        counted(static_cast<std::size_t>(machine_.layout().lines()), "line") + " begins");
}

/// Resumes the job. Data that another sender put into the buffer are not trusted: only the engraved lines are
/// kept. A sender that was only disconnected does not undo a stop or a fault: it hears of it instead.
void Controller::resumeJob(const JobRequest& request) {
    if (request.sender != store_.position().sender) loseBuffer();
    store_.setSender(request.sender);
    store_.setIdOfSender(request.job.idOfSender);
    machine_.setPrefill(request.job.prefillBytes);
    if (!request.admitted || awaitsSender_) {
        machine_.recover();
        store_.setStopped(false);
        message_ = {};
    }
    awaitsSender_ = false;
    say("job " + request.job.answeredId() + " resumes at line " + std::to_string(machine_.executed()));
}

void Controller::leave(std::uint64_t session) {
    const std::lock_guard lock(mutex_);
    if (session != session_) return;
    session_ = 0;
    changed();
}

void Controller::take(std::uint64_t session, const SliceHead& head, std::span<const std::byte> data,
                      Time now) {
    const std::lock_guard lock(mutex_);
    if (session != session_ || dropped_ || refusal_) return;
    std::vector<std::byte> damaged;
    const std::int64_t last = machine_.layout().lineAt(machine_.received() + head.bytes);
    const auto mishap =
        head.sequence == receiver_->sequence() ? takeMishap(head.line, last, true) : std::nullopt;
    if (mishap) {
        if (mishap->kind == Mishap::Kind::drop) return dropSession();
        damaged.assign(data.begin(), data.end());
        if (!damaged.empty()) damaged[damaged.size() / 2] ^= std::byte{0x10};
        data = damaged;
    }
    const SliceReceiver::Verdict verdict = receiver_->check(head, data, machine_.credit());
    switch (verdict.kind) {
        case SliceReceiver::Verdict::Kind::accepted:
            accept(verdict, now);
            break;
        case SliceReceiver::Verdict::Kind::damaged:
            ++damagedSlices_;
            resend_ = receiver_->sequence();
            say(verdict.problem.text());
            break;
        case SliceReceiver::Verdict::Kind::ignored:
            return;
        case SliceReceiver::Verdict::Kind::refused:
            refusal_ = verdict.problem;
            say(verdict.problem.text());
            break;
    }
    changed();
}

void Controller::accept(const SliceReceiver::Verdict& verdict, Time now) {
    write(verdict.offset, verdict.samples);
    machine_.receive(receiver_->received(), now);
    recordReceived();
}

/// Records how much the kept buffer holds. If this controller does not keep its buffer, that is 0: a later
/// controller may find the file of an earlier one, which holds other data.
void Controller::recordReceived() {
    store_.setReceived(settings_.keepBuffer ? machine_.received() : 0);
}

/// The record comes first, because a pause that was reported must survive the end of the process.
void Controller::setPaused(bool paused) {
    store_.setPaused(paused);
    paused ? machine_.pause() : machine_.proceed();
}

void Controller::stop(const Problem& reason) {
    store_.setStopped(true);
    machine_.stop();
    message_ = reason;
    awaitsSender_ = false;
}

void Controller::loseBuffer() {
    machine_.loseBuffer();
    recordReceived();
}

void Controller::refuse(std::uint64_t session, const Problem& reason) {
    const std::lock_guard lock(mutex_);
    if (session != session_ || refusal_) return;
    refusal_ = reason;
    say(reason.text());
    changed();
}

void Controller::command(std::uint64_t session, Command command) {
    const std::lock_guard lock(mutex_);
    if (session != session_) return;
    if (command == Command::pause) setPaused(true);
    if (command == Command::proceed) setPaused(false);
    if (command == Command::stop) stop({.reason = "stopped by the sender"});
    changed();
}

Controller::News Controller::waitForNews(std::uint64_t session, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    const auto changes = [&] { return session != session_ || dropped_ || version_ != toldVersion_; };
    if (patience.count() > 0)
        changed_.wait_for(lock, patience, changes);  // even a wait of 0 s takes some time
    News news;
    if (session != session_) {
        news.end = End::refused;
        news.reason = {.reason = "the sender has connected again"};
        return news;
    }
    toldVersion_ = version_;
    news.status = status();
    news.credit = machine_.credit();
    news.resend = std::exchange(resend_, {});
    news.dropped = dropped_;
    news.reason = refusal_.value_or(message_);
    if (refusal_) {
        news.end = End::refused;
    } else if (news.status.state == State::done) {
        news.end = End::done;
    } else if (news.status.state == State::faulted) {
        news.end = End::fault;
    } else if (news.status.state == State::stopped) {
        news.end = End::stopped;
    }
    return news;
}

std::string Controller::operate(const std::string& word, Time now) {
    const std::lock_guard lock(mutex_);
    const auto mishap = parseMishap(word);
    if (mishap && mishap->onArrival()) {
        mishaps_.push_back(*mishap);
        mishaps_.back().line = -1;  // the mishap takes effect at once
    } else if (mishap) {
        apply(*mishap, now);
    } else if (word == "continue") {
        setPaused(false);
    } else if (word == "start") {
        machine_.start();
    } else if (word == "stop") {
        stop({.reason = "stopped at the machine"});
    } else if (word != "status") {
        return "pause, continue, stop, start, status, stall:SECONDS, fault, lose, drop or corrupt:TIMES is "
               "expected";
    }
    changed();
    const TransferStatus s = status();
    return stateText(s) + ", line " + std::to_string(s.executedLines) + " of " + std::to_string(s.lines);
}

/// The first mishap whose line lies in the range or was already passed.
std::optional<Mishap> Controller::takeMishap(std::int64_t first, std::int64_t last, bool onArrival) {
    for (auto it = mishaps_.begin(); it != mishaps_.end(); ++it) {
        if (it->onArrival() != onArrival || it->line > std::max(first, last)) continue;
        const Mishap mishap = *it;
        if (--it->times <= 0) mishaps_.erase(it);
        return mishap;
    }
    return {};
}

/// Limits how far time may run ahead of the engraved lines: by one batch, and never past a mishap. (Time also
/// passes when data arrive.) \pre the lock is held, and there is a job
void Controller::limitTime() {
    auto lines = static_cast<std::int64_t>(batchBytes / machine_.layout().longestLineBytes()) + 1;
    for (const Mishap& mishap : mishaps_) {
        if (!mishap.onArrival()) lines = std::min(lines, mishap.line - machine_.executed());
    }
    machine_.setMostAhead(std::max(lines, std::int64_t{0}));
}

void Controller::apply(const Mishap& mishap, Time now) {
    switch (mishap.kind) {
        case Mishap::Kind::stall:
            machine_.stall(now + std::chrono::nanoseconds(static_cast<std::int64_t>(mishap.seconds * 1e9)));
            break;
        case Mishap::Kind::pause:
            setPaused(true);
            break;
        case Mishap::Kind::fault:
            fail({.reason = "the machine reports a fault"});
            break;
        case Mishap::Kind::lose:
            loseBuffer();
            dropSession();
            break;
        default:
            dropSession();
    }
}

std::optional<Controller::Time> Controller::engrave(Time now) {
    std::unique_lock lock(mutex_);
    if (!machine_.hasJob()) return {};
    const State before = machine_.state();
    const std::int64_t first = machine_.executed();
    if (before == State::engraving || before == State::starved) {
        if (const auto mishap = takeMishap(first, first, false)) apply(*mishap, now);
    }
    limitTime();
    const std::int64_t due = machine_.advance(now);
    const std::int64_t lines = machine_.state() == State::faulted ? 0 : due;
    storing_ = true;
    lock.unlock();
    const std::optional<Problem> failure = store(first, lines, now);
    const std::int64_t stored = store_.position().executedLines - first;
    lock.lock();
    storing_ = false;
    machine_.engraved(stored);
    limitTime();
    if (machine_.lineUnderWay()) store_.beginLine(machine_.executed());
    if (failure) fail(*failure);
    if (machine_.state() == State::done && !machine_.failed()) finishJob();
    if (stored > 0 || failure || machine_.state() != before) changed();
    changed_.notify_all();
    if (stored > 0 && machine_.state() != State::done) return now;
    return machine_.nextChange();
}

/// Engraves lines, and syncs about once a second. \return the error, if there is one
std::optional<Problem> Controller::store(std::int64_t first, std::int64_t lines, Time now) {
    try {
        for (std::int64_t i = first; i < first + lines; ++i) {
            const LineLayout& layout = machine_.layout();
            store_.engrave(i, read(layout.offsetOf(i), layout.bytesOf(i)));
        }
        if (!lastSync_ || now - *lastSync_ >= syncInterval) {
            store_.sync();
            lastSync_ = now;
        }
    } catch (const std::exception& error) {
        return problemOf(error);
    }
    return {};
}

void Controller::finishJob() {
    if (store_.finished()) return;
    try {
        store_.finish();
        hasDoneJob_ = true;
        say("job " + store_.job()->answeredId() + " is done");
    } catch (const std::exception& error) {
        fail(problemOf(error));
    }
}

void Controller::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const std::optional<Time> next = engrave(std::chrono::steady_clock::now());
        std::unique_lock lock(mutex_);
        const std::uint64_t seen = version_;
        const Time latest = std::chrono::steady_clock::now() + idlePatience;
        changed_.wait_until(lock, stop, std::min(next.value_or(latest), latest),
                            [&] { return version_ != seen; });
    }
    lastSync_.reset();
    if (const auto failure = store(0, 0, std::chrono::steady_clock::now())) say(failure->text());
}

/// \pre the lock is held
void Controller::changed() {
    ++version_;
    changed_.notify_all();
}

void Controller::say(const std::string& line) const {
    if (settings_.log) settings_.log(printable(line));
}

void Controller::fail(const Problem& reason) {
    machine_.fail();
    message_ = reason;
    awaitsSender_ = false;
    say(reason.text());
}

void Controller::dropSession() {
    if (session_ == 0) return;
    dropped_ = true;
    say("the connection is dropped");
}

void Controller::write(std::uint64_t offset, std::span<const std::byte> samples) {
    const std::span<std::byte> ring = buffer_.bytes();
    const std::size_t at = offset % ring.size();
    const std::size_t head = std::min(samples.size(), ring.size() - at);
    std::copy_n(samples.begin(), head, ring.begin() + static_cast<std::ptrdiff_t>(at));
    std::copy(samples.begin() + static_cast<std::ptrdiff_t>(head), samples.end(), ring.begin());
}

/// Valid until the next call.
std::span<const std::byte> Controller::read(std::uint64_t offset, std::size_t bytes) {
    const std::span<const std::byte> ring = buffer_.bytes();
    const std::size_t at = offset % ring.size();
    if (at + bytes <= ring.size()) return ring.subspan(at, bytes);
    const std::size_t head = ring.size() - at;
    line_.assign(ring.begin() + static_cast<std::ptrdiff_t>(at), ring.end());
    line_.insert(line_.end(), ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(bytes - head));
    return line_;
}

}  // namespace burin
