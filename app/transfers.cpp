// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/transfers.hpp"

#include "app/error_output.hpp"
#include "app/problem_words.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"

#include <fcntl.h>

#include <chrono>
#include <cstdio>
#include <variant>

namespace burin::app {
namespace {

void refuse(bool condition, const std::string& sink, const std::string& why) {
    if (condition) throw UsageError(sink, why);
}

SliceCompression compressionOf(const Arguments& arguments) {
    const std::string text = arguments.value("slice-compression", "none");
    if (text == "lz4") return SliceCompression::lz4;
    if (text == "none") return SliceCompression::none;
    throw wrongOption("slice-compression", text, "none or lz4 is expected");
}

TransferJob jobOf(const Arguments& arguments, const Design& design, const Root& root,
                  const SurfaceInfo& surface, const Scan& scan) {
    TransferJob job = transferJob(design, root, surface, scan);
    job.compression = compressionOf(arguments);
    job.prefillBytes = arguments.bytes("prefill").value_or(0);
    return job;
}

}  // namespace

std::vector<Option> credentialOptions() {
    return {{"certificate", "FILE", "this side's certificate, PEM"},
            {"key", "FILE", "its key"},
            {"ca", "FILE", "the authority that signs the other side's certificate"},
            {"token-file", "FILE",
             "bearer token; for a controller one token per line, each with its expiry if it has one"},
            {"insecure", nullptr, "allow an unencrypted connection to another computer"}};
}

Credentials credentialsOf(const Arguments& arguments) {
    for (const Option& option : credentialOptions()) {
        const auto file = arguments.find(option.name);
        if (option.argument == nullptr || !file) continue;
        const auto opened = openRegularFile(*file, O_RDONLY);
        if (const auto* const obstacle = std::get_if<FileProblem>(&opened))
            throw wrongOption(option.name, *file, obstacle->problem);
    }
    if (arguments.has("certificate") != arguments.has("key"))
        throw UsageError(arguments.has("key")
                             ? "--key needs --certificate, the certificate that it belongs to"
                             : "--certificate needs --key, the key that belongs to it");
    return {arguments.value("certificate", ""), arguments.value("key", ""), arguments.value("ca", ""),
            arguments.value("token-file", ""), arguments.has("insecure")};
}

std::vector<Option> transferOptions() {
    std::vector<Option> options = {
        {"prefill", "SIZE", "how much the machine buffers before it starts (default: its own choice)"},
        {"slice-compression", "none|lz4", "compression on the way to a machine (default none)"},
        {"retry-for", "TIME",
         "how long to try to connect to a machine (default 30min; 5s for the first connection)"}};
    for (const Option& option : credentialOptions())
        options.push_back(option);
    return options;
}

void refuseTransferOptions(const Arguments& arguments, const std::string& sink) {
    for (const Option& option : transferOptions())
        refuse(arguments.has(option.name), sink,
               "--" + std::string(option.name) + " is for burin://HOST:PORT");
}

void refuseFileOptions(const std::string& sink, const SinkOptions& options) {
    refuse(options.compression != Compression::none, sink,
           "--compression is for .tif; a machine takes --slice-compression");
    refuse(options.bigTiff, sink, "--bigtiff is for .tif");
    refuse(options.blocks != TiffBlocks::automatic, sink, "--layout is for .tif");
    refuse(options.policy.verify, sink, "--verify is for files; a machine checks the data that it receives");
    refuse(!options.shard.whole(), sink, "--shard is for uncompressed .tif and .raw");
}

std::unique_ptr<Sink> openMachine(const Arguments& arguments, const std::string& sink, const Design& design,
                                  const Root& root, const SurfaceInfo& surface, const SinkOptions& options,
                                  const ProgressDisplay& display) {
    refuseFileOptions(sink, options);
    TransferOptions transfer = transferOptionsOf(options);
    transfer.credentials = credentialsOf(arguments);
    transfer.firstRetry = arguments.duration("retry-for");
    transfer.retryFor = transfer.firstRetry.value_or(transfer.retryFor);
    transfer.waits = [display](const Problem& why) { display.say(problemWords(why) + "; trying again"); };
    transfer.remarks = [display](const Problem& what) { display.say(problemWords(what)); };
    return std::make_unique<TransferSink>(sink, jobOf(arguments, design, root, surface, options.scan),
                                          transfer);
}

}  // namespace burin::app
