// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <future>
#include <stop_token>
#include <utility>

namespace burin::python {

/// Runs `work` on a thread of its own and waits for it without the lock of the interpreter, so that other
/// threads of Python run meanwhile.
///
/// Ctrl-C requests a stop, waits until the work has ended, and raises KeyboardInterrupt. Only Python's main
/// thread handles signals. \param work  called with a stop token; it must not touch objects of Python \pre
/// the calling thread holds the lock \throws what `work` throws
template <class Work>
auto computed(Work work) -> decltype(work(std::stop_token())) {
    constexpr std::chrono::milliseconds betweenSignals{50};
    std::stop_source stop;
    auto result = std::async(std::launch::async, [&] { return work(stop.get_token()); });
    while (true) {
        {
            const pybind11::gil_scoped_release unlocked;
            if (result.wait_for(betweenSignals) == std::future_status::ready) break;
        }
        if (PyErr_CheckSignals() == 0) continue;
        pybind11::error_already_set interrupted;
        stop.request_stop();
        {
            const pybind11::gil_scoped_release unlocked;
            result.wait();
        }
        throw interrupted;
    }
    return result.get();
}

}  // namespace burin::python
