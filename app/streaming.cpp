// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/streaming.hpp"

#include "app/error_output.hpp"
#include "app/problem_words.hpp"
#include "core/base/errors.hpp"

#include <chrono>
#include <cstdio>

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

StreamJob jobOf(const Arguments& arguments, const Design& design, const Root& root,
                const SurfaceInfo& surface, const Scan& scan) {
    StreamJob job = streamJob(design, root, surface, scan);
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
    return {arguments.value("certificate", ""), arguments.value("key", ""), arguments.value("ca", ""),
            arguments.value("token-file", ""), arguments.has("insecure")};
}

std::vector<Option> streamOptions() {
    std::vector<Option> options = {
        {"prefill", "SIZE", "what the machine buffers before it starts (default: its own choice)"},
        {"slice-compression", "none|lz4", "compression on the way to a machine (default none)"},
        {"retry-for", "TIME", "how long to try to reconnect to a lost machine (default 30min)"}};
    for (const Option& option : credentialOptions())
        options.push_back(option);
    return options;
}

void refuseStreamOptions(const Arguments& arguments, const std::string& sink) {
    for (const Option& option : streamOptions())
        refuse(arguments.has(option.name), sink,
               "--" + std::string(option.name) + " is for burin://HOST:PORT");
}

void refuseFileOptions(const std::string& sink, const SinkOptions& options) {
    refuse(options.compression != Compression::none, sink,
           "--compression is for .tif; a machine takes --slice-compression");
    refuse(options.bigTiff, sink, "--bigtiff is for .tif");
    refuse(options.blocks != TiffBlocks::automatic, sink, "--layout is for .tif");
    refuse(options.policy.verify, sink, "--verify is for files; a machine checks what it is sent");
    refuse(!options.shard.whole(), sink, "--shard is for uncompressed .tif and .raw");
}

std::unique_ptr<Sink> openMachine(const Arguments& arguments, const std::string& sink, const Design& design,
                                  const Root& root, const SurfaceInfo& surface, const SinkOptions& options) {
    refuseFileOptions(sink, options);
    StreamOptions stream = streamOptionsOf(options);
    stream.credentials = credentialsOf(arguments);
    stream.retryFor = arguments.duration("retry-for").value_or(stream.retryFor);
    stream.waits = [](const Problem& why) { printMessage(problemWords(why) + "; trying again"); };
    stream.remarks = [](const Problem& what) { printMessage(problemWords(what)); };
    return std::make_unique<StreamSink>(sink, jobOf(arguments, design, root, surface, options.scan), stream);
}

}  // namespace burin::app
