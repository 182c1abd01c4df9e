// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problem_words.hpp"

#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/export/samples_done.hpp"
#include "core/tile/memory_budget.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <new>
#include <system_error>

namespace burin::app {
namespace {

/// The options that remedy a problem; the detail of the remedy replaces `%1`.
const std::map<Remedy::Way, const char*> optionsOf = {
    {Remedy::Way::overwrite, "overwrite it with --force"},
    {Remedy::Way::resume, "resume it with --resume"},
    {Remedy::Way::startAgain, "start again with --force"},
    {Remedy::Way::startShardAgain, "start again with --force --shard %1"},
    {Remedy::Way::removeAndResume, "remove %1, then export again with --resume"},
    {Remedy::Way::exportShard, "export it with --shard %1"},
    {Remedy::Way::join, "join it with --join"},
    {Remedy::Way::leaveOut, "leave out --%1"},
    {Remedy::Way::scanRows, "use --scan rows"},
    {Remedy::Way::scanSwaths, "use --scan swaths:W"},
    {Remedy::Way::moreMemory, "give more --memory"},
    {Remedy::Way::giveUpJob, "discard it with --force"},
    {Remedy::Way::tryLater,
     "if that sender has vanished, the machine notices it within a minute: try again then, or use --resume, "
     "which waits for it"},
    {Remedy::Way::waitLonger,
     "if that sender has vanished, the machine notices it within a minute: wait for it with "
     "--retry-for 1min"},
    {Remedy::Way::identify, "identify yourself with --certificate and --key"},
    {Remedy::Way::presentToken, "identify yourself with --token-file"},
    {Remedy::Way::renewCertificate, "check --certificate"},
    {Remedy::Way::trustAuthority, "check --ca"},
    {Remedy::Way::connectPlain, "connect without any protection with --insecure"},
    {Remedy::Way::encrypt, "encrypt with --certificate and --key"},
    {Remedy::Way::askForCertificate, "ask for a client certificate with --ca"},
    {Remedy::Way::askForToken, "ask for a token with --token-file"},
    {Remedy::Way::listenPlain, "listen without any protection with --insecure"}};

/// How far an export came, and how to resume it.
std::string doneWords(double share, Sink::Sequel sequel, const std::optional<TransferStatus>& machine) {
    if (sequel == Sink::Sequel::lost || sequel == Sink::Sequel::begins)
        return ". " + sequelWords(sequel, machine);
    char text[64];
    std::snprintf(text, sizeof text, machine ? "; %.1f %% is engraved. " : "; %.1f %% is written. ",
                  100.0 * share);
    return text + sequelWords(sequel, machine);
}

std::string doneWords(const Export& exporting) {
    const Sink& sink = exporting.sink();
    if (sink.sequel() == Sink::Sequel::none) return {};
    const auto machine = sink.transfer();
    const double done =
        machine ? static_cast<double>(machine->executedLines) : static_cast<double>(samplesDone(sink));
    const double total = machine ? static_cast<double>(machine->lines)
                                 : static_cast<double>(samplesOf(sink.grid(), sink.range()));
    const ExportState state = exporting.together({done / std::max(1.0, total), sink.sequel()});
    return doneWords(state.share, state.sequel, machine);
}

}  // namespace

std::string problemWords(const Problem& problem) {
    std::string text = problem.text();
    if (!problem.advice.empty()) text += "; " + problem.adviceText();
    if (!problem.remedies.empty()) text += "; " + remedyWords(problem.remedies);
    return text;
}

std::string remedyWords(const std::vector<Remedy>& remedies) {
    std::string text;
    for (const Remedy& remedy : remedies)
        text += (text.empty() ? "" : ", or ") + filledIn(optionsOf.at(remedy.way), {remedy.detail});
    return text;
}

std::string problemWords(const ExportError& error) {
    // The amount that is already written does not matter if the export has to start again.
    if (error.sequel == Sink::Sequel::none && !error.problem().remedies.empty())
        return problemWords(error.problem());
    return problemWords(error.problem()) + doneWords(error.share, error.sequel, error.machine);
}

UnfinishedExport::UnfinishedExport(const std::exception& cause, const Export& exporting)
    : std::runtime_error(failureWords(cause) + doneWords(exporting)) {}

std::string failureWords(const std::exception& error) {
    if (const auto* failed = dynamic_cast<const ExportError*>(&error)) return problemWords(*failed);
    if (const auto* shortage = dynamic_cast<const OutOfMemory*>(&error); shortage && !shortage->refused)
        return problemWords(shortage->problem()) + "; give more --memory (on a card: --gpu-memory)";
    if (const auto* problem = dynamic_cast<const ProblemError*>(&error))
        return problemWords(problem->problem());
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return "the system has no memory left; give a smaller --memory";
    if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
        return file->path1().string() + (file->path1().empty() ? "" : ": ") + file->code().message();
    const auto* refused = dynamic_cast<const std::system_error*>(&error);
    if (refused != nullptr && refused->code() == std::errc::resource_unavailable_try_again)
        return "the system can start no more threads; give fewer --threads, or raise its limits (ulimit -u, "
               "ulimit -v)";
    if (refused != nullptr && refused->code() == std::errc::too_many_files_open)
        return "the system can open no more files; raise its limit (ulimit -n)";
    return error.what();
}

std::string sequelWords(Sink::Sequel sequel, const std::optional<TransferStatus>& machine) {
    if (sequel == Sink::Sequel::none) return {};
    if (sequel == Sink::Sequel::lost)
        return "The written part is lost; to make it again, run the same command with --resume.";
    if (sequel == Sink::Sequel::begins)
        return "Nothing is written; to start again, run the same command with --resume.";
    if (sequel == Sink::Sequel::startsAgain)
        return "This format cannot be resumed; the same command with --resume starts it from the beginning.";
    std::string kept = "The part that was written is kept";
    if (machine) {
        kept = "The machine has engraved " + std::to_string(machine->executedLines) + " of " +
               counted(static_cast<std::size_t>(machine->lines), "line");
        if (machine->doubtfulLine)
            kept += ", line " + std::to_string(*machine->doubtfulLine) + " is in doubt";
    }
    return kept + "; to continue, run the same command with --resume.";
}

}  // namespace burin::app
