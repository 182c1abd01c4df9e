// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/connection_gate.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <utility>

namespace burin {
namespace {

using namespace std::chrono_literals;

constexpr int tickMs = 100;
/// How often it is looked what strangers have sent, while there are any.
constexpr int lookMs = 1;
constexpr std::chrono::seconds reportInterval{1};
/// For how long the memory of a stranger that has ended is expected to be held, once a call has come.
constexpr std::chrono::seconds afterlife{2};
/// Files that are left to the job, its tokens and its log.
constexpr int filesForTheJob = 48;
/// Connections of one listener that are accepted before anything else is looked at.
constexpr int acceptsAtOnce = 256;

Descriptor spareFile() {
    return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

}  // namespace

ConnectionGate::ConnectionGate(const MachineAddress& address, const ServerLimits& limits, Log log)
    : limits_(limits), log_(std::move(log)) {
    MachineAddress where = address;
    listeners_ = listenAt(where);
    port_ = where.port;
    spare_ = spareFile();
    most_ = std::clamp(filesLeft() - filesForTheJob, 1, std::max(1, limits_.connections));
}

void ConnectionGate::open(std::function<void(int socket)> handOver, std::function<void()> tick) {
    handOver_ = std::move(handOver);
    tick_ = std::move(tick);
    if (most_ < limits_.connections && log_) {
        log_("at most " + std::to_string(most_) +
             " connections are served, because of the limit of open files (ulimit -n)");
    }
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void ConnectionGate::close() {
    thread_ = {};
    listeners_.clear();
}

int ConnectionGate::connections() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(connections_.size());
}

void ConnectionGate::run(const std::stop_token& stop) {
    std::vector<pollfd> polled;
    for (const Descriptor& listener : listeners_)
        polled.push_back({listener.number(), POLLIN, 0});
    Time nextTick{};
    while (!stop.stop_requested()) {
        static_cast<void>(::poll(polled.data(), polled.size(), strangers_ ? lookMs : tickMs));
        for (const pollfd& listener : polled) {
            if (listener.revents != 0) acceptSome(listener.fd);
        }
        stopTalkers();
        const Time now = std::chrono::steady_clock::now();
        if (now < nextTick) continue;
        nextTick = now + std::chrono::milliseconds(tickMs);
        sweep(now);
        tick_();
        report(now);
    }
}

void ConnectionGate::acceptSome(int listener) {
    for (int i = 0; i < acceptsAtOnce; ++i) {
        sockaddr_storage address{};
        socklen_t size = sizeof address;
        Descriptor socket(
            ::accept4(listener, reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (socket.isOpen()) {
            receive(std::move(socket), peerOf(reinterpret_cast<const sockaddr&>(address)));
            continue;
        }
        if (errno == EAGAIN) return;
        if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
            return outOfFiles(listener);
        // What else goes wrong is the fault of that one connection.
    }
}

void ConnectionGate::receive(Descriptor socket, const Peer& peer) {
    if (isGone(socket.number())) return resetConnection(std::move(socket));
    const Time now = std::chrono::steady_clock::now();
    const std::string network = peer.network();
    {
        const std::lock_guard lock(mutex_);
        Verdict verdict = verdictOn(network);
        if (verdict != Verdict::welcome) {
            forgetEnded(now);
            verdict = verdictOn(network);
        }
        if (verdict != Verdict::welcome) {
            ++refusals_[verdict].count;
            refusals_[verdict].network = network;
            return resetConnection(std::move(socket));
        }
        connections_.push_back({socket.number(), inodeOf(socket.number()), peer, network, now, now});
        strangers_ = true;
    }
    handOver_(socket.release());
}

/// Nothing can be accepted: a stranger is closed, and the one who waits is sent away in the place of the
/// spare file.
void ConnectionGate::outOfFiles(int listener) {
    closeNewestStranger();
    spare_.reset();
    Descriptor socket(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (socket.isOpen()) {
        const std::lock_guard lock(mutex_);
        ++refusals_[Verdict::noFiles].count;
        resetConnection(std::move(socket));
    } else {
        std::this_thread::sleep_for(1ms);  // until others have closed theirs
    }
    spare_ = spareFile();
}

ConnectionGate::Verdict ConnectionGate::verdictOn(const std::string& network) const {
    if (connections_.size() >= static_cast<std::size_t>(most_)) return Verdict::tooMany;
    const auto ofAddress = std::count_if(connections_.begin(), connections_.end(),
                                         [&](const Connection& c) { return c.network == network; });
    return ofAddress >= limits_.connectionsOfAddress ? Verdict::tooManyOfAddress : Verdict::welcome;
}

/// Connections that have ended, but for those of strangers that may still take memory.
void ConnectionGate::forgetEnded(Time now) {
    std::erase_if(connections_, [&](const Connection& c) {
        const bool settled = c.known || now - c.since >= (c.called || c.stopped ? afterlife : limits_.handshake);
        return settled && c.calls == 0 && inodeOf(c.socket) != c.inode;
    });
}

bool ConnectionGate::isLate(const Connection& c, Time now) const {
    if (!c.called) return now - c.since >= limits_.handshake;
    return c.calls == 0 && now - c.lastCall >= limits_.begin;
}

void ConnectionGate::sweep(Time now) {
    const std::lock_guard lock(mutex_);
    if (!spare_.isOpen()) spare_ = spareFile();
    forgetEnded(now);
    for (const Connection& connection : connections_) {
        if (isLate(connection, now)) shutDown(connection);
    }
}

/// Ends strangers that have sent more than somebody who says only `begin`.
void ConnectionGate::stopTalkers() {
    const std::lock_guard lock(mutex_);
    strangers_ = false;
    for (Connection& connection : connections_) {
        if (connection.admitted > 0 || connection.stopped) continue;
        if (inodeOf(connection.socket) != connection.inode) continue;
        strangers_ = true;
        if (receivedBytes(connection.socket) - connection.answeredBytes > limits_.strangersBytes)
            stop(connection);
    }
}

void ConnectionGate::stop(Connection& connection) {
    connection.stopped = true;
    shutDown(connection);
    ++refusals_[Verdict::tooTalkative].count;
    refusals_[Verdict::tooTalkative].network = connection.network;
}

/// The copy keeps the number from meaning another connection between the question and the answer.
/// \return not open where it means another one already
Descriptor ConnectionGate::copyOf(const Connection& connection) {
    Descriptor copy(::fcntl(connection.socket, F_DUPFD_CLOEXEC, 0));
    if (!copy.isOpen() && errno == EMFILE) {
        spare_.reset();
        copy = Descriptor(::fcntl(connection.socket, F_DUPFD_CLOEXEC, 0));
    }
    if (copy.isOpen() && inodeOf(copy.number()) != connection.inode) copy.reset();
    return copy;
}

/// As if the other side had hung up; its owner closes it then.
void ConnectionGate::shutDown(const Connection& connection) {
    const Descriptor copy = copyOf(connection);
    if (copy.isOpen()) ::shutdown(copy.number(), SHUT_RDWR);
}

void ConnectionGate::closeNewestStranger() {
    const std::lock_guard lock(mutex_);
    const auto newest = std::find_if(connections_.rbegin(), connections_.rend(), [](const Connection& c) {
        return c.admitted == 0 && inodeOf(c.socket) == c.inode;
    });
    if (newest != connections_.rend()) shutDown(*newest);
}

void ConnectionGate::report(Time now) {
    std::map<Verdict, Refusals> refused;
    {
        const std::lock_guard lock(mutex_);
        if (refusals_.empty() || now - lastReport_ < reportInterval) return;
        refused.swap(refusals_);
    }
    lastReport_ = now;
    for (const auto& [verdict, refusals] : refused) {
        std::string line = std::to_string(refusals.count) + " connections are refused";
        if (!refusals.network.empty()) line += ", the last one from " + refusals.network;
        if (verdict == Verdict::tooMany)
            line += ": at most " + std::to_string(most_) + " are served (--most-connections)";
        if (verdict == Verdict::tooManyOfAddress)
            line += ": at most " + std::to_string(limits_.connectionsOfAddress) +
                    " of one address are served (--most-of-address)";
        if (verdict == Verdict::tooTalkative)
            line += ": they say more than a sender does before it is let in";
        if (verdict == Verdict::noFiles) line += ": no more files can be opened (ulimit -n)";
        if (log_) log_(line);
    }
}

/// The newest one: a port is used again once its connection has ended.
ConnectionGate::Connection* ConnectionGate::find(const Peer& peer) {
    const auto newest = std::find_if(connections_.rbegin(), connections_.rend(),
                                     [&](const Connection& c) { return c.peer == peer; });
    return newest == connections_.rend() ? nullptr : &*newest;
}

ConnectionGate::Visit::Visit(ConnectionGate& gate, Peer peer) : gate_(gate), peer_(std::move(peer)) {
    const std::lock_guard lock(gate_.mutex_);
    Connection* const connection = gate_.find(peer_);
    if (connection == nullptr) return;
    inode_ = connection->inode;
    connection->called = true;
    ++connection->calls;
    if (++connection->unanswered > gate_.limits_.strangersCalls && !connection->stopped)
        gate_.stop(*connection);
}

ConnectionGate::Visit::~Visit() {
    const std::lock_guard lock(gate_.mutex_);
    Connection* const connection = gate_.find(peer_);
    if (connection == nullptr || connection->inode != inode_) return;
    --connection->calls;
    connection->lastCall = std::chrono::steady_clock::now();
    if (admitted_) --connection->admitted;
}

void ConnectionGate::Visit::answer() {
    const std::lock_guard lock(gate_.mutex_);
    Connection* const connection = gate_.find(peer_);
    if (connection == nullptr || connection->inode != inode_) return;
    connection->known = true;
    connection->unanswered = 0;
    connection->answeredBytes = receivedBytes(connection->socket);
}

void ConnectionGate::Visit::admit() {
    const std::lock_guard lock(gate_.mutex_);
    Connection* const connection = gate_.find(peer_);
    if (connection == nullptr || connection->inode != inode_ || admitted_) return;
    admitted_ = true;
    ++connection->admitted;
    connection->known = true;
    connection->unanswered = 0;
    const Descriptor copy = gate_.copyOf(*connection);
    if (copy.isOpen()) widen(copy.number());
}

}  // namespace burin
