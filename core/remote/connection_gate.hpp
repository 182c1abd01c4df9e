// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/address.hpp"
#include "core/remote/peer.hpp"
#include "core/remote/server_limits.hpp"
#include "core/remote/sockets.hpp"

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

/// Listens for connections, and hands those that there is room for to somebody else, who closes them.
///
/// A connection on which nobody was let in or answered is a stranger's. It keeps its place for the time of a
/// handshake, also if it is reset at once: for so long the one who was handed it may keep memory for it. It
/// takes in little at a time, and is closed once it has sent more than anybody says who is let in. It is also
/// closed when the time of a handshake is over and no call has come, and when there is no call for the time
/// up to `begin`. When the
/// process runs out of files the newest strangers are closed; the listening socket never is.
///
/// Thread-safe. The thread of the gate accepts; nobody is accepted before `open`.
class ConnectionGate {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Log = std::function<void(const std::string&)>;

    /// \param address  port 0: any that is free
    /// \param log      gets a line a second at most about what was refused
    /// \throws UsageError where it cannot listen there
    ConnectionGate(const MachineAddress& address, const ServerLimits& limits, Log log);
    ConnectionGate(const ConnectionGate&) = delete;
    ConnectionGate& operator=(const ConnectionGate&) = delete;
    ~ConnectionGate() { close(); }

    [[nodiscard]] int port() const { return port_; }

    /// Starts to accept. \param handOver  takes a socket, which is its own from then on
    /// \param tick  called about ten times a second
    void open(std::function<void(int socket)> handOver, std::function<void()> tick);
    /// Neither is called after this has returned, and nothing listens any more.
    void close();

    /// A call that is being served, for as long as it lives.
    class Visit {
      public:
        Visit(ConnectionGate& gate, Peer peer);
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;
        ~Visit();
        /// Its question has been answered: the connection may send as much again for the next one.
        void answer();
        /// Its sender has been let in: the connection is no stranger's any more.
        void admit();
        [[nodiscard]] const Peer& peer() const { return peer_; }

      private:
        ConnectionGate& gate_;
        const Peer peer_;
        std::uint64_t inode_ = 0;
        bool admitted_ = false;
    };

    /// Connections that hold a place.
    [[nodiscard]] int connections() const;

  private:
    struct Connection {
        int socket = -1;          // its number with the one who owns it: to be compared, never to be used
        std::uint64_t inode = 0;  // by which that number still means this connection
        Peer peer;
        std::string network;
        Time since;
        Time lastCall;  // when a call began or ended
        bool called = false;
        int calls = 0;
        int admitted = 0;
        int unanswered = 0;               // calls since one was answered or its sender let in
        bool known = false;               // a call on it was answered, or its sender let in
        bool stopped = false;             // because it sent too much before
        std::uint64_t answeredBytes = 0;  // that had come when a call was answered last
    };
    enum class Verdict { welcome, tooMany, tooManyOfAddress, tooTalkative, noFiles };

    void run(const std::stop_token& stop);
    void acceptSome(int listener);
    void receive(Descriptor socket, const Peer& peer);
    void outOfFiles(int listener);
    void sweep(Time now);
    void forgetEnded(Time now);
    [[nodiscard]] bool isLate(const Connection& connection, Time now) const;
    [[nodiscard]] Verdict verdictOn(const std::string& network) const;
    void stopTalkers();
    void stop(Connection& connection);
    [[nodiscard]] Descriptor copyOf(const Connection& connection);
    void shutDown(const Connection& connection);
    void closeNewestStranger();
    void report(Time now);
    Connection* find(const Peer& peer);

    const ServerLimits limits_;
    const Log log_;
    std::vector<Descriptor> listeners_;
    int port_ = 0;
    int most_ = 0;      // connections, as far as there are files for them
    Descriptor spare_;  // a file to let go of when there are no more
    std::function<void(int)> handOver_;
    std::function<void()> tick_;

    mutable std::mutex mutex_;
    std::vector<Connection> connections_;  // the oldest first
    bool strangers_ = false;               // whether there may be some
    // What was refused since the last report, by why.
    struct Refusals {
        std::uint64_t count = 0;
        std::string network;
    };
    std::map<Verdict, Refusals> refusals_;
    Time lastReport_{};
    std::jthread thread_;
};

}  // namespace burin
