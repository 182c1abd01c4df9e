// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/address.hpp"
#include "core/remote/server_limits.hpp"
#include "core/server/peer.hpp"
#include "core/server/sockets.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace burin {

/// The bytes that a sender gets before its connection is closed; empty for none.
struct GateNotices {
    std::string noRoom{};   ///< sent to some of the connections that find no room
    std::string tooMuch{};  ///< sent to a stranger that has sent too much
};

/// Listens for connections, and hands over those that it has room for. Their new owner closes them.
///
/// A connection on which no sender has been admitted or answered is a stranger's. It keeps its place for the
/// time of a handshake even if it is reset at once, because its owner may hold memory for it that long. It
/// can receive only little at a time. It is closed if it has sent more than a sender sends before admission,
/// if no call arrives within the time of a handshake, or if it is without a call for the time up to `begin`.
/// If the process runs out of files, the newest strangers are closed, but never the listening socket.
///
/// Thread-safe. The gate's own thread accepts connections; none is accepted before `open`.
class ConnectionGate {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Log = std::function<void(const std::string&)>;

    /// \param address  with port 0, any free port is used
    /// \param log      receives at most one line a second about refused connections
    /// \throws UsageError if it cannot listen there
    ConnectionGate(const MachineAddress& address, const ServerLimits& limits, Log log,
                   GateNotices notices = {});
    ConnectionGate(const ConnectionGate&) = delete;
    ConnectionGate& operator=(const ConnectionGate&) = delete;
    ~ConnectionGate() { close(); }

    [[nodiscard]] int port() const { return port_; }

    /// Starts to accept. \param handOver  receives a socket and owns it from then on
    /// \param tick  called about ten times a second
    void open(std::function<void(int socket)> handOver, std::function<void()> tick);
    /// Closes connections whose time has run out, and forgets those that have ended. The gate's thread calls
    /// this at each tick with the time of the steady clock; a test can pass a later time instead of waiting.
    void sweep(Time now);
    /// After it returns, neither function is called again and nothing listens any more.
    void close();

    /// Exists while a call is served.
    class Visit {
      public:
        Visit(ConnectionGate& gate, Peer peer);
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;
        ~Visit();
        /// The question of the call has been answered: the connection may again send as many bytes for its
        /// next call.
        void answer();
        /// The call's sender was admitted: the connection is no longer a stranger's.
        void admit();
        [[nodiscard]] const Peer& peer() const { return peer_; }

      private:
        ConnectionGate& gate_;
        const Peer peer_;
        std::uint64_t inode_ = 0;
        bool admitted_ = false;
    };

    /// Number of connections that hold a place.
    [[nodiscard]] int connections() const;

  private:
    struct Connection {
        int socket = -1;          // the owner's descriptor number: for comparison only
        std::uint64_t inode = 0;  // confirms that the number still belongs to this connection
        Peer peer;
        std::string network;
        Time since;
        Time lastCall;  // when the last call began or ended
        bool called = false;
        int calls = 0;
        int admitted = 0;
        int unanswered = 0;               // calls since the last answered one, or since an admission
        bool known = false;               // a call on it was answered or its sender was admitted
        bool stopped = false;             // closed because it sent too much before that
        std::uint64_t answeredBytes = 0;  // received when the last call was answered
    };
    enum class Verdict { welcome, tooMany, tooManyOfAddress, tooTalkative, noFiles };

    void run(const std::stop_token& stop);
    void acceptSome(int listener);
    void receive(Descriptor socket, const Peer& peer);
    void turnAway(Descriptor socket);
    void outOfFiles(int listener);
    void heed(std::uint64_t inode);
    [[nodiscard]] bool watch(int descriptor, std::uint32_t what, std::uint64_t inode) const;
    [[nodiscard]] bool watchStranger(const Connection& connection) const;
    void forgetEnded(Time now);
    [[nodiscard]] bool isLate(const Connection& connection, Time now) const;
    [[nodiscard]] Verdict verdictOn(const std::string& network) const;
    void stopTalker(std::uint64_t inode);
    void stop(Connection& connection);
    [[nodiscard]] Descriptor copyOf(const Connection& connection);
    void shutDown(const Connection& connection, const std::string& lastWords = {});
    void closeNewestStranger();
    void report(Time now);
    Connection* find(const Peer& peer);

    const ServerLimits limits_;
    const Log log_;
    const GateNotices notices_;
    int turnedAway_ = 0;  // connections closed with a notice since the last tick
    std::vector<Descriptor> listeners_;
    int port_ = 0;
    int most_ = 0;       // connections, limited by the number of files
    Descriptor events_;  // epoll of listeners, data of strangers, and the end
    Descriptor end_;     // becomes readable when the thread is to end
    Descriptor spare_;   // a file that is closed if no other descriptors are left
    std::function<void(int)> handOver_;
    std::function<void()> tick_;

    mutable std::mutex mutex_;
    std::vector<Connection> connections_;  // oldest first
    // Refusals since the last report, by reason.
    struct Refusals {
        std::uint64_t count = 0;
        std::string network;
    };
    std::map<Verdict, Refusals> refusals_;
    Time lastReport_{};
    std::jthread thread_;
};

}  // namespace burin
