// SPDX-License-Identifier: GPL-3.0-or-later

// Writes an export as a Slurm job array. The scripts are meant to be read, and they also run without Slurm.

#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/exporting.hpp"
#include "app/progress_display.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/output_file.hpp"
#include "core/export/scan.hpp"
#include "core/remote/address.hpp"
#include "core/render/graph.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/open_sink.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

namespace burin::app {

namespace {

namespace fs = std::filesystem;

struct Farm {
    fs::path program;
    fs::path design;
    fs::path file;
    long shards = 0;
    std::string options;  ///< options of each export, quoted, each preceded by a blank
    bool allowMixed = false;
    /// relative paths of settings start in this folder; empty without settings
    fs::path cwd = {};

    [[nodiscard]] fs::path folder() const { return file.string() + ".farm"; }
};

/// `text` quoted as a single word of bash. It may hold any characters.
std::string quoted(const std::string& text) {
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

/// Checks the export now, so that mistakes are found before a thousand jobs start.
void checkExport(const Arguments& arguments, long shards) {
    checkEngineOptions(arguments);
    ExportRequest request = exportRequest(arguments);
    request.sink.shard = {0, shards};
    request.sink.policy = {.resume = true,
                           .allowMixed = true};  // the hosts of the jobs may differ from this one
    const Design design = loadChecked(arguments);
    const BoundGraph bound =
        bindGraph(design, rootIndex(design),
                  {.everyItem = true, .itemProgress = ProgressDisplay("auto").itemCallback()});
    if (!bound.graph) {
        for (const Diagnostic& d : bound.errors)
            printMessage(d.text());
        throw UsageError("the design has errors; nothing was written");
    }
    const Rect whole = bound.graph->top().extent.rect();
    const auto region = arguments.find("region");
    request.region = region ? parseRegion(*region, design.pixelUm, whole) : whole;
    checkRequest(request, design);
    const SurfaceInfo surface = request.infoOf(*bound.graph, "cpu", designHash(*bound.graph));
    static_cast<void>(openSink(request.target, surface, request.sink));
    warnOfMuted(design, &printMessage);
}

std::string passedOn(const Arguments& arguments) {
    std::vector<Option> options = layoutOptions();
    const std::vector<Option> engine = engineOptions();
    options.insert(options.end(), engine.begin(), engine.end());
    std::string text;
    for (const Option& option : options) {
        const auto value = arguments.find(option.name);
        if (!value) continue;
        text += " --" + std::string(option.name);
        if (option.argument != nullptr) text += " " + quoted(*value);
    }
    for (const std::string& setting : arguments.all("set"))
        text += " --set " + quoted(setting);
    return text;
}

std::string shardScript(const Farm& farm) {
    const std::string mixed = farm.allowMixed ? " --allow-mixed" : "";
    return R"bash(#!/usr/bin/env bash
#SBATCH --job-name=burin-shard
#SBATCH --output=shard-%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --array=0-)bash" +
           std::to_string(farm.shards - 1) + R"bash(
# Computes one shard, that of SLURM_ARRAY_TASK_ID. If it is run again, it resumes where it stopped; with
# --force after the name of the script it starts again.
set -euo pipefail
)bash" + (farm.cwd.empty() ? "" : "cd " + quoted(farm.cwd) + "  # paths in --set start here\n") +
           "exec " + quoted(farm.program) + " export " + quoted(farm.design) + " --to " + quoted(farm.file) +
           farm.options + mixed + R"bash( \
    --shard "${SLURM_ARRAY_TASK_ID:?says which shard}/)bash" +
           std::to_string(farm.shards) + R"bash(" "${1:---resume}"
)bash";
}

std::string joinScript(const Farm& farm) {
    const std::string verify = quoted(farm.program) + " verify --join" +
                               (farm.allowMixed ? " --allow-mixed " : " ") + quoted(farm.file);
    return R"bash(#!/usr/bin/env bash
#SBATCH --job-name=burin-join
#SBATCH --output=join.log
#SBATCH --open-mode=append
# Reads all shards back and gives the complete file its name. If shards are missing or broken, it lists them
# instead, each with the command that computes this shard again.
set -uo pipefail
folder=)bash" +
           quoted(farm.folder()) + "\nsaid=$(" + verify + R"bash( 2>&1)
code=$?
printf '%s\n' "$said"
((code)) || exit 0

bad=$(sed -nE 's/^shard ([0-9]+) of .*/\1/p; s/.*\.([0-9]+)-of-[0-9]+\.journal: is .*/\1/p' \
    <<<"$said" | sort -nu)
[[ -n $bad ]] || printf 'all shards again: bash %q\n' "$folder/submit.sh"
for shard in $bad; do
    # A shard that is missing or unfinished resumes; one that is broken starts again.
    how=' --force'
    if grep -qE "^shard $shard of [0-9]+: is (missing|not finished)" <<<"$said"; then how=; fi
    printf 'shard %s alone: sbatch --chdir=%q --array=%s %q%s\n' \
        "$shard" "$folder" "$shard" "$folder/shard.sh" "$how"
    printf '  without Slurm: SLURM_ARRAY_TASK_ID=%s bash %q%s\n' "$shard" "$folder/shard.sh" "$how"
done
[[ -z $bad ]] || printf 'and then: bash %q\n' "$folder/join.sh"
exit $code
)bash";
}

std::string submitScript(const Farm& farm) {
    return R"bash(#!/usr/bin/env bash
# Submits the shards, and the join, which starts when all of them have ended, whether they succeeded or not.
# Options of sbatch given here go to the shards: --partition=..., --gres=gpu:1, or --array=7 for one shard alone.
set -euo pipefail
folder=)bash" +
           quoted(farm.folder()) + R"bash(
if ! command -v sbatch >/dev/null; then
    echo "sbatch was not found: jobs cannot be submitted to Slurm from this host" >&2
    exit 1
fi
job=$(sbatch --parsable --chdir="$folder" "$@" "$folder/shard.sh")
join=$(sbatch --parsable --chdir="$folder" --dependency="afterany:${job%%;*}" "$folder/join.sh")
echo "submitted: shards ${job%%;*}, join ${join%%;*}; they write their logs to $folder"
)bash";
}

void writeScript(const fs::path& path, const std::string& text) {
    overwrite(path, text);
    fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec, fs::perm_options::add);
}

int farm(const Arguments& arguments) {
    const auto to = arguments.find("to");
    if (!to) throw UsageError("farm needs --to FILE, such as --to surface.tif");
    requireSink(arguments);
    if (isMachine(*to) || !keepsDesignHash(*to))
        throw wrongOption("to", *to, "shards are for uncompressed %1", {suffixesOf(&FormatInfo::shards)});
    const auto shards = arguments.number("shards", 2, mostShards);
    if (!shards) throw UsageError("farm needs --shards N, such as --shards 16");
    checkExport(arguments, *shards);
    const Farm farm{fs::read_symlink("/proc/self/exe"),
                    fs::absolute(arguments.operands()[0]),
                    fs::absolute(*to),
                    *shards,
                    passedOn(arguments),
                    arguments.has("allow-mixed"),
                    arguments.has("set") ? fs::current_path() : fs::path()};
    const fs::path folder = farm.folder();
    if (const auto obstacle = obstacleAt(folder / "submit.sh")) throw UsageError(obstacle->about(folder));
    std::error_code error;
    if (fs::exists(folder, error) && !arguments.has("force")) {
        throw UsageError(folder.string(),
                         "exists; submit it with its submit.sh, or write it again with --force");
    }
    fs::create_directories(folder, error);
    if (error) throw UsageError({folder.string(), "cannot be made: %1", {error.message()}});
    writeScript(folder / "shard.sh", shardScript(farm));
    writeScript(folder / "join.sh", joinScript(farm));
    const fs::path submit = folder / "submit.sh";
    writeScript(submit, submitScript(farm));
    if (!arguments.has("submit")) {
        std::printf("bash %s\n", quoted(submit).c_str());
        std::fputs("written; the line above submits it\n", stderr);
        return exitDone;
    }
    execlp("bash", "bash", submit.c_str(), nullptr);
    throw std::runtime_error("bash was not found; it is needed to run " + submit.string());
}

}  // namespace

Command farmCommand() {
    std::vector<Option> options = {
        {"to", "FILE", "an uncompressed .tif or .raw in a folder that all hosts share"},
        {"shards", "N", "how many jobs share the work"},
        setOption(),
        {"submit", nullptr, "call sbatch; without this option, only print the command"},
        {"force", nullptr, "overwrite existing scripts instead of refusing them"},
        {"allow-mixed", nullptr, "let different backends or versions compute the shards"},
    };
    for (const Option& o : layoutOptions())
        options.push_back(o);
    for (const Option& o : engineOptions())
        options.push_back(o);
    return {"farm",
            "DESIGN",
            "writes a job array for Slurm with its join step: shard.sh, join.sh and submit.sh in FILE.farm",
            options,
            1,
            1,
            &farm};
}

}  // namespace burin::app
