// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/transfer_job.hpp"

#include <cstdint>

namespace burin {

/// A sender's request to a controller to engrave a job.
struct JobRequest {
    enum class Mode {
        start,   ///< refused if there is an unfinished job
        resume,  ///< resumes the unfinished job, or starts the job if there is none
        replace  ///< replaces any job
    };
    TransferJob job;
    Mode mode = Mode::start;
    std::uint64_t sender = 0;  ///< a sender keeps its number when it connects again
    bool allowMixed = false;   ///< resumes even a job that another backend or version began
    bool admitted = false;     ///< the sender was admitted to this job before
};

}  // namespace burin
