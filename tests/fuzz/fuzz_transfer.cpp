// SPDX-License-Identifier: GPL-3.0-or-later
// Takes any bytes as messages of a sender, each preceded by its length in two bytes. At worst they are
// refused.
#include "core/machine/controller.hpp"
#include "core/remote/channel.hpp"
#include "core/remote/wire.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

namespace {

using namespace burin;

/// Iterates over the messages; the last one may be cut short.
class Messages {
  public:
    explicit Messages(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::optional<wire::SenderMessage> next() {
        if (bytes_.size() < 2) return {};
        const std::size_t wanted = bytes_[0] + std::size_t{256} * bytes_[1];
        const std::size_t length = std::min(wanted, bytes_.size() - 2);
        wire::SenderMessage message;
        const bool parsed = message.ParseFromArray(bytes_.data() + 2, static_cast<int>(length));
        bytes_ = bytes_.subspan(2 + length);
        if (!parsed) return wire::SenderMessage();
        return message;
    }

  private:
    std::span<const std::uint8_t> bytes_;
};

/// Invariants of every answer.
void check(const Controller::News& news) {
    const TransferStatus& s = news.status;
    if (s.executedBytes > s.receivedBytes || s.receivedBytes > news.credit || s.receivedBytes > s.totalBytes)
        std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    silenceGrpc();
    Controller::Settings settings;
    settings.machine.bufferBytes = 8192;
    Controller controller(settings);
    Controller::Time now{};
    std::uint64_t session = 0;
    Messages messages({data, size});
    while (const auto message = messages.next()) {
        now += std::chrono::milliseconds(1);
        if (message->has_begin()) {
            controller.leave(session);
            session = controller.admit(requestOf(message->begin())).session;
        } else if (message->has_slice() && session != 0) {
            const wire::Slice& slice = message->slice();
            controller.take(session, headOf(slice), std::as_bytes(std::span(slice.data())), now);
        } else if (message->has_command() && session != 0) {
            constexpr int commands = 3;
            controller.command(session, static_cast<Controller::Command>(
                                            static_cast<unsigned>(message->command()) % commands));
        }
        static_cast<void>(controller.engrave(now));
        if (session != 0) check(controller.waitForNews(session, std::chrono::milliseconds(0)));
    }
    return 0;
}
