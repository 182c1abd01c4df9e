// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_plan.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "core/batch/target_pattern.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/region.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/remote/transfer_sink.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace burin {

namespace {

using Use = BatchColumn::Use;

std::shared_ptr<const Graph> boundGraph(const Design& design, Diagnostics& errors,
                                        const std::stop_token& stop) {
    if (!design.root) {
        errors = design.diagnostics;
        return nullptr;
    }
    BoundGraph bound = bindGraph(design, *design.root, {.everyItem = true, .stop = stop});
    errors = std::move(bound.errors);
    return bound.graph ? std::make_shared<const Graph>(std::move(*bound.graph)) : nullptr;
}

/// Whether a problem concerns the node that a setting names, or a node inside this node if it is an instance.
bool concerns(const Diagnostic& diagnostic, const Setting& setting) {
    if (!diagnostic.group.empty()) return false;
    if (setting.node.empty()) return diagnostic.parameter == "pixel";
    return diagnostic.node == setting.node || diagnostic.node.starts_with(setting.node + '/');
}

/// The problem of a setting. The table names the setting by its place.
Problem withoutSubject(Problem problem) {
    problem.subject.clear();
    return problem;
}

/// Why a text cannot be the name of a job; nothing if it can.
std::optional<Problem> whyNotAName(const std::string& name) {
    if (firstControl(name)) return Problem{.reason = "has a control character"};
    if (auto why = whyInvisible(name)) return why;
    const std::string plain = plainLooking(name);
    if (!plain.starts_with(' ') && !plain.ends_with(' ')) return {};
    return Problem{.reason = "%1 begins or ends with a blank",
                   .details = {quotedForMessage(name)},
                   .advice = "remove it"};
}

}  // namespace

std::string defaultJobName(std::size_t row) {
    char text[24];
    std::snprintf(text, sizeof text, "%05zu", row);
    return text;
}

BatchPlan::BatchPlan(BatchTable table, Design design, BatchOptions options)
    : table_(std::move(table)),
      design_(std::make_shared<const Design>(std::move(design))),
      options_(std::move(options)),
      folder_(std::filesystem::absolute(table_.file()).parent_path()) {}

TableProblems BatchPlan::columnProblems() const {
    TableProblems problems;
    for (std::size_t i = 0; i < table_.columns().size(); ++i) {
        const BatchColumn& column = table_.columns()[i];
        if (column.use != Use::setting) continue;
        YamlValue document = design_->document;
        Setting filled = column.setting;
        filled.ready = yamlScalar("0");  // stands for the values of the rows, which may replace other keys
        if (const auto problem = applySettings(document, {&filled, 1}, kinds(), folder_))
            problems.push_back(table_.problemOfColumn(i, withoutSubject(*problem)));
        for (const Setting& setting : options_.settings) {
            if (!setSameKey(setting, filled) && !isReplaced(document, setting, filled)) continue;
            problems.push_back(table_.problemOfColumn(i, {.reason = "the same key is set by %1",
                                                          .details = {quotedForMessage(setting.text)},
                                                          .advice = "set it once"}));
        }
    }
    return problems;
}

std::variant<std::string, TableProblem> BatchPlan::targetOf(const CsvRecord& record, std::size_t row,
                                                            const std::string& name) const {
    std::string text = options_.each.target;
    const auto own = table_.column(Use::to);
    const bool ofRow = own && !record.cells[*own].blank();
    if (ofRow) text = record.cells[*own].text;
    const auto place = ofRow ? own : std::nullopt;
    const auto wrong = [&](std::optional<std::size_t> column, std::string reason,
                           std::vector<std::string> details = {}) {
        return table_.problemAt(record, column, {.reason = std::move(reason), .details = std::move(details)});
    };
    if (text.empty()) return wrong(own, "names no target, and the batch has none");
    auto parsed = TargetPattern::parse(text);
    if (auto* why = std::get_if<Problem>(&parsed)) {
        why->subject = quotedForMessage(text);
        return table_.problemAt(record, place, std::move(*why));
    }
    const auto& pattern = std::get<TargetPattern>(parsed);
    std::optional<TableProblem> problem;
    std::string target = pattern.filledIn([&](const std::string& word) {
        if (word == "row") return std::to_string(row);
        const auto column = table_.column(word);
        if (!column && word != "name") {
            problem = wrong(place,
                            "%1: the table has no column %2; use {name}, {row} or a column's title in braces",
                            {quotedForMessage(text), quotedForMessage(word)});
            return std::string();
        }
        const std::string& value = word == "name" ? name : record.cells[*column].text;
        if (auto why = whyNotInTarget(value); why && !problem)
            problem = table_.problemAt(record, column, std::move(*why));
        return value;
    });
    if (problem) return std::move(*problem);
    if (firstControl(target)) return wrong(place, "%1 has a control character", {quotedForMessage(target)});
    if (target == "-") return wrong(place, "a batch does not write to standard output");
    if (options_.targetFolder.empty() || target == "null:" || isMachine(target)) return target;
    return (options_.targetFolder / target).lexically_normal().string();
}

TableProblem BatchPlan::problemOf(const CsvRecord& record, const Diagnostic& diagnostic) const {
    std::optional<std::size_t> sameNode;
    for (std::size_t i = 0; i < table_.columns().size(); ++i) {
        const BatchColumn& column = table_.columns()[i];
        if (column.use != Use::setting || record.cells[i].blank()) continue;
        if (!concerns(diagnostic, column.setting)) continue;
        sameNode = i;
        if (column.setting.path.front() == diagnostic.parameter) break;
    }
    const bool ofKey = sameNode && table_.columns()[*sameNode].setting.path.front() == diagnostic.parameter;
    if (!ofKey) return table_.problemAt(record, sameNode, {.reason = "%1", .details = {diagnostic.text()}});
    return table_.problemAt(record, sameNode, diagnostic.problem);
}

TableProblems BatchPlan::setDesign(const CsvRecord& record, const BatchJob* before, BatchJob& job,
                                   const std::stop_token& stop) const {
    TableProblems problems;
    bool set = false;
    for (std::size_t i = 0; i < table_.columns().size(); ++i) {
        if (table_.columns()[i].use != Use::setting) continue;
        const std::string& text = record.cells[i].text;
        set = set || !record.cells[i].blank();
        job.settings += std::to_string(text.size()) + ':' + text;
    }
    if (before != nullptr && before->design && before->settings == job.settings) {
        job.design = before->design;
        job.graph = before->graph;
        return {};
    }
    job.design = design_;
    if (set) {
        YamlValue document = design_->document;
        std::vector<std::pair<std::size_t, Setting>> parts;  // parts of maps that are set, by their columns
        for (std::size_t i = 0; i < table_.columns().size(); ++i) {
            const BatchColumn& column = table_.columns()[i];
            if (column.use != Use::setting || record.cells[i].blank()) continue;
            const auto wrong = [&](const Problem& why) {
                problems.push_back(table_.problemAt(record, i, withoutSubject(why)));
            };
            const auto parsed = parseSetting(column.title + '=' + record.cells[i].text);
            if (const auto* why = std::get_if<Problem>(&parsed)) {
                wrong(*why);
            } else if (const auto refused =
                           applySettings(document, {&std::get<Setting>(parsed), 1}, kinds(), folder_)) {
                wrong(*refused);
            } else {
                const auto& setting = std::get<Setting>(parsed);
                for (const auto& [other, earlier] : parts) {
                    if (!isReplaced(document, earlier, setting)) continue;
                    wrong({.reason = "column %1 (%2) sets the same key",
                           .details = {std::to_string(other + 1), table_.columns()[other].title},
                           .advice = "fill only one of the two cells"});
                }
                if (setting.path.size() > 1) parts.emplace_back(i, setting);
            }
        }
        if (!problems.empty()) return problems;
        const Design& similar = before != nullptr && before->design ? *before->design : *design_;
        job.design = std::make_shared<const Design>(reviseDesign(
            std::move(document), design_->file.parent_path(), design_->file, kinds(), &similar, stop));
    }
    Diagnostics errors;
    job.graph = boundGraph(*job.design, errors, stop);
    if (job.graph) return {};
    for (const Diagnostic& error : errors) {
        if (error.severity == Severity::error) problems.push_back(problemOf(record, error));
    }
    if (problems.empty())
        problems.push_back(table_.problemAt(record, {}, {.reason = "the design has errors"}));
    return problems;
}

std::variant<BatchJob, TableProblems> BatchPlan::job(std::size_t row, const BatchJob* before,
                                                     const std::stop_token& stop) const {
    if (stop.stop_requested()) throw Cancelled();
    const CsvRecord record = table_.record(row - 1);
    const auto cell = [&](Use use) -> const std::string* {
        const auto column = table_.column(use);
        return column && !record.cells[*column].blank() ? &record.cells[*column].text : nullptr;
    };
    BatchJob job;
    job.row = row;
    const std::string* name = cell(Use::name);
    job.name = name == nullptr ? defaultJobName(row) : *name;
    if (auto why = whyNotAName(job.name))
        return TableProblems{table_.problemAt(record, table_.column(Use::name), std::move(*why))};
    if (const std::string* skip = cell(Use::skip)) {
        job.skipped = *skip == "true" || *skip == "TRUE";
        if (!job.skipped && *skip != "false" && *skip != "FALSE") {
            return TableProblems{table_.problemAt(
                record, table_.column(Use::skip),
                {.reason = "%1 is neither true nor false", .details = {quotedForMessage(*skip)}})};
        }
        if (job.skipped) return job;
    }
    auto target = targetOf(record, row, job.name);
    if (auto* problem = std::get_if<TableProblem>(&target)) return TableProblems{std::move(*problem)};
    job.target = std::move(std::get<std::string>(target));
    if (TableProblems problems = setDesign(record, before, job, stop); !problems.empty()) return problems;
    job.region = job.graph->top().extent.rect();
    const std::string* region = cell(Use::region);
    if (region == nullptr && options_.region.empty()) return job;
    const auto part =
        regionIn(region == nullptr ? options_.region : *region, job.design->pixelUm, job.region);
    if (const auto* why = std::get_if<Problem>(&part)) {
        const auto column = region == nullptr ? std::nullopt : table_.column(Use::region);
        return TableProblems{table_.problemAt(
            record, column,
            {.reason = region == nullptr ? "the region %1" : "%1", .details = {why->text()}})};
    }
    job.region = std::get<Rect>(part);
    return job;
}

ExportRequest BatchPlan::request(const BatchJob& job, const EarlierResults& earlier) const {
    ExportRequest request = options_.each;
    request.target = job.target;
    request.region = job.region;
    request.sink.inputs = filesRead(*job.design, kinds());
    request.sink.inputs.push_back(table_.file());
    ResumePolicy& policy = request.sink.policy;
    const bool again = !again_.empty() && again_[job.row - 1];
    if (job.target == "null:" || again) policy.resume = policy.verify = false;
    if (isMachine(job.target)) policy.resume = policy.resume && earlier.mayBeBegun(job.row);
    const std::uint32_t repeat = repeats_.empty() || !isMachine(job.target) ? 0 : repeats_[job.row - 1];
    request.sinkHash = [repeat](const std::string& hash) {
        return repeat == 0 ? hash : hash + " repeat " + std::to_string(repeat);
    };
    return request;
}

}  // namespace burin
