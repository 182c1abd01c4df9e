/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The protocol between a sender (core/remote/transfer_client.cpp, core/protocol/send_window.cpp and
 * report_receiver.cpp), the network, and the reference controller (core/machine/controller.cpp, machine.cpp,
 * job_store.cpp, core/protocol/slice.cpp). Names are those of the code. docs/protocol-model.md says what is modelled and what is
 * not; test_model.sh explores every behaviour.
 *
 * Offsets are slices. A position that the code counts in lines is counted in lines here.
 */

#ifndef FAULTS
#define FAULTS 3
#endif
#ifndef LINES
#define LINES 3
#endif
#ifndef LINE
#define LINE 1                   /* slices of a line */
#endif
#ifndef BUFFER
#define BUFFER 2                 /* slices; the machine takes lines of up to half of its buffer */
#endif
#ifndef PREFILL
#define PREFILL BUFFER           /* slices; the most that can be asked for */
#endif
#ifndef SENDERS
#define SENDERS 2
#endif
#ifndef KEEP_BUFFER
#define KEEP_BUFFER 0            /* --keep-buffer */
#endif
#define SLICES (LINE * LINES)    /* of the job */
#define WINDOW 2                 /* slices in a SendWindow */
#define MOST_DAMAGES 3

mtype:mode = { START, RESUME, REPLACE };
mtype:halt = { running, stopped, faulted };
mtype:phase = { off, connecting, begun, streaming, done, failed };
mtype:word = { begin, slice, stop };      /* from the sender */
mtype:answer = { finishedBefore, refused };
mtype:storing = { idle, lineBegun, lineEngraved };

/* ---- the network: messages on their way to the controller, with their connections ---- */

chan up[SENDERS] = [2] of { mtype:word, byte, byte, byte };               /* what, link, sequence, offset */
byte link[SENDERS];              /* the sender's connection; messages of three earlier ones are told apart */

/* ---- the sender: TransferClient, SendWindow, ReportReceiver ---- */

mtype:phase phase[SENDERS];
mtype:mode mode[SENDERS];
byte sender[SENDERS];            /* the random number of the process */
bit admitted[SENDERS];
bit stopping[SENDERS];
byte windowBegin[SENDERS];       /* everything before it is received, says the last report */
byte cursor[SENDERS];            /* the next slice to be sent */
byte sent[SENDERS];
byte base[SENDERS];              /* the slice that has the number 0 on this connection */
byte heardExecuted[SENDERS];
byte resent[SENDERS];            /* number of the slice last requested again, + 1 */
byte resends[SENDERS];           /* how often in a row */

/* ---- the controller: what a killed process leaves behind (JobStore) ---- */

bit hasJob;
bit finished;
byte storedSender;
byte begunLines;
byte executedLines;
byte storedReceived;             /* with KEEP_BUFFER */
bit paused;

/* ---- the controller: what a killed process loses: Controller, Machine, SliceReceiver ---- */

bit controllerUp = 1;
byte session;                    /* a sender's index + 1; 0: nobody is connected */
byte sessionLink;
bit greeted;                     /* it was told `accepted` */
bit refusal;
bit dropped;
bit changed;
byte resendAsked;                /* the number + 1 */
byte expected;                   /* SliceReceiver: the next sequence */
byte damagedInARow;
byte received;
byte timed;                      /* lines whose time has passed */
byte executed;
bit filled;
mtype:halt halt = running;
mtype:storing storing = idle;

/* ---- outside of the code: the work piece, and what is allowed ---- */

bit engraved[LINES];             /* and not in doubt */
bit own[SENDERS];                /* the controller's job is the one that the sender was admitted to */
bit ownDone[SENDERS];            /* that job is engraved, stored and published */
bit replaced[SENDERS];           /* that job was restarted by another sender */
byte faultsLeft = FAULTS;
bit away;                        /* the controller does not come back */

#define offsetOf(line) (LINE * (line))
#define machineCredit (offsetOf(executed) + BUFFER)
#define credit(s) (offsetOf(heardExecuted[s]) + BUFFER)
#define connected(s) (phase[s] == begun || phase[s] == streaming)
#define isSession(s, l) (session == (s) + 1 && sessionLink == (l))
#define sessionLives (session != 0 && connected(session - 1) && link[session - 1] == sessionLink)
#define held (paused || halt != running)
#define fault() (faultsLeft > 0) -> faultsLeft--
#define over(s) (phase[s] == off || phase[s] == done || phase[s] == failed)

inline fill() {
    if
    :: received - offsetOf(timed) >= PREFILL || received == SLICES -> filled = 1
    :: else
    fi
}

inline loseBuffer() {
    received = offsetOf(timed);
    filled = 0
}

/* ======================================================================================================= */

inline end(s, how) {
    phase[s] = how;
    windowBegin[s] = 0; cursor[s] = 0; sent[s] = 0; base[s] = 0; resent[s] = 0; resends[s] = 0;
    heardExecuted[s] = 0; admitted[s] = 0; stopping[s] = 0; mode[s] = RESUME;
    replaced[s] = 0; own[s] = 0; ownDone[s] = 0
}

/* A job is reported done: every line of it is engraved and stored, and the file has its name. */
inline believeDone(s) {
    assert(ownDone[s]);
    end(s, done)
}

/* The connection has ended, and the sender notices. */
inline lose(s) {
    if
    :: stopping[s] -> end(s, failed)   /* a stopping sender does not reconnect */
    :: else ->
       phase[s] = connecting;
       windowBegin[s] = 0; cursor[s] = 0; sent[s] = 0; base[s] = 0; resent[s] = 0; resends[s] = 0
    fi
}

/* A message of the controller is received in the step in which it is sent: receiving it later is like sending it
 * later, and losing it is like losing the connection before. */

/* TransferClient::admit, ReportReceiver::connect, SendWindow::restart; slices that are no longer held are computed
 * again */
inline hearAccepted(s, r, e) {
    if
    :: replaced[s] && e < heardExecuted[s] -> end(s, failed)   /* lines would be engraved twice */
    :: else ->
       assert(r <= SLICES && e <= LINES && r >= offsetOf(e));
       assert(e >= heardExecuted[s]);
       windowBegin[s] = r;
       cursor[s] = r;
       sent[s] = r;
       base[s] = r;
       heardExecuted[s] = e;
       replaced[s] = 0;
       admitted[s] = 1;
       mode[s] = RESUME;
       phase[s] = streaming
    fi
}

/* ReportReceiver::report: an honest controller is always believed. TransferClient::update */
inline hearReport(s, r, e) {
    assert(r <= SLICES && e <= LINES && r >= offsetOf(e));
    assert(e >= heardExecuted[s]);
    assert(r >= windowBegin[s] && r <= sent[s]);
    heardExecuted[s] = e;
    windowBegin[s] = r
}

/* ReportReceiver::resend, SendWindow::resend */
inline hearResend(s, sequence) {
    if
    :: resent[s] == sequence + 1 -> resends[s]++
    :: else -> assert(resent[s] <= sequence); resent[s] = sequence + 1; resends[s] = 1
    fi;
    assert(resends[s] < MOST_DAMAGES);
    assert(base[s] + sequence >= windowBegin[s] && base[s] + sequence <= cursor[s]);   /* it is held */
    cursor[s] = base[s] + sequence
}

/* ReportReceiver::complete */
inline hearComplete(s) {
#ifndef BREAK_COMPLETE
    assert(heardExecuted[s] == LINES);
#endif
    believeDone(s)
}

/* Numbers are used again as soon as nothing is left of the connections that had them. */
inline nextLink(s) {
    if
    :: session != s + 1 && len(up[s]) == 0 -> link[s] = 0
    :: else -> link[s] = (link[s] + 1) % 4
    fi
}

proctype Sender(byte s) {
endSender:
    do
    /* converse: connects and begins */
    :: atomic { phase[s] == connecting && controllerUp && nfull(up[s]) ->
           nextLink(s);
           phase[s] = begun;
           if
           :: admitted[s] || mode[s] == RESUME -> up[s]!begin(link[s], sender[s], 1)
           :: !admitted[s] && mode[s] == REPLACE -> up[s]!begin(link[s], sender[s], 2)
           :: else -> up[s]!begin(link[s], sender[s], 0)
           fi
       }
    /* send, if there is room for another slice, and speak: SendWindow::next */
    :: atomic { phase[s] == streaming && cursor[s] < credit(s) && cursor[s] < SLICES &&
                cursor[s] - windowBegin[s] < WINDOW && nfull(up[s]) ->
           up[s]!slice(link[s], cursor[s] - base[s], cursor[s]);
           cursor[s]++;
           if
           :: sent[s] < cursor[s] -> sent[s] = cursor[s]
           :: else
           fi
       }
    /* Patience: the controller stays away. No other wait needs it: see the end of Trouble. */
#ifndef BREAK_PATIENCE
    :: atomic { away && phase[s] == connecting -> end(s, failed) }
#endif
#ifdef BREAK_REFUSAL
    :: atomic { phase[s] == failed -> phase[s] = connecting }    /* tries again after a refusal */
#endif
    od
}

/* ======================================================================================================= */

/* Controller::admit; JobStore::begin with startJob */
inline startJob(id) {
    own[0] = 0; own[SENDERS - 1] = 0;
    replaced[0] = admitted[0]; replaced[SENDERS - 1] = admitted[SENDERS - 1];
    hasJob = 1;
    finished = 0;
    storedSender = id;
    begunLines = 0;
    executedLines = 0;
    storedReceived = 0;
    timed = 0;
    executed = 0;
    received = 0;
    filled = 0;
    halt = running;
    n = 0;
    do
    :: n < LINES -> engraved[n] = 0; n++
    :: else -> break
    od;
    n = 0
}

inline resumeJob(id) {
    if
    :: id != storedSender -> loseBuffer()
    :: else
    fi;
    storedSender = id;
    halt = running;
    fill()
}

/* how: 0 START, 1 RESUME, 2 REPLACE, as Begin.mode */
inline admit(s, l, id, how) {
    if
    :: session != 0 && id != storedSender -> answer(s, l, refused)
    :: else ->
       if
       :: hasJob && finished && how == 1 -> answer(s, l, finishedBefore)
       :: hasJob && !finished && how == 0 && id != storedSender -> answer(s, l, refused)
       :: else ->
          if
          :: !(hasJob && !finished && (id == storedSender || how != 2)) && fault();   /* the disk is full */
#ifdef BREAK_CLEAR
             finished = 0;
#endif
             assert(hasJob == 0 || finished || how == 2);   /* nothing that was there is touched */
             answer(s, l, refused)
          :: true ->
             if
             :: hasJob && !finished && (id == storedSender || how != 2) -> resumeJob(id)
             :: else -> startJob(id)
             fi;
             session = s + 1;
             sessionLink = l;
             greeted = 0;
             own[s] = 1;
             ownDone[s] = 0;
             expected = 0;
             damagedInARow = 0;
             resendAsked = 0;
             dropped = 0;
             refusal = 0;
             changed = 1
          fi
       fi
    fi
}

/* The last message on a connection that is not admitted, if the sender still holds it. */
inline answer(s, l, what) {
    if
    :: phase[s] == begun && link[s] == l && what == refused -> end(s, failed)
    :: phase[s] == begun && link[s] == l && what == finishedBefore -> own[s] = 1; ownDone[s] = 1; believeDone(s)
    :: else
    fi
}

/* SliceReceiver::check: `sequence` and `offset` are those of an honest sender */
inline take(s, l, sequence, offset) {
    if
    :: !isSession(s, l) || dropped || refusal
    :: else ->
       if
#ifndef BREAK_IGNORED
       :: damagedInARow > 0 && sequence > expected   /* was under way when a damaged one was sent back */
#endif
       :: else ->
          assert(sequence == expected && offset == received && offset < machineCredit);
          if
          :: fault();                            /* the slice is damaged */
             damagedInARow++;
             if
             :: damagedInARow < MOST_DAMAGES -> resendAsked = expected + 1
             :: else -> refusal = 1
             fi
          :: damagedInARow = 0;
             expected++;
             received++;
             storedReceived = received * KEEP_BUFFER;
             fill()
          fi;
          changed = 1
       fi
    fi
}

proctype Controller() {
    byte s, l, n, o;
endController:
    do
    /* a sender's first word; admit waits for the engraving thread */
    :: atomic { controllerUp && storing == idle && up[0]?[begin] -> up[0]?begin(l, n, o) ->
           admit(0, l, n, o);
           l = 0; n = 0; o = 0
       }
    :: atomic { controllerUp && storing == idle && up[SENDERS - 1]?[begin] -> up[SENDERS - 1]?begin(l, n, o) ->
           admit(SENDERS - 1, l, n, o);
           l = 0; n = 0; o = 0
       }
    :: atomic { controllerUp && up[0]?[slice] -> up[0]?slice(l, n, o) ->
           take(0, l, n, o);
           l = 0; n = 0; o = 0
       }
    :: atomic { controllerUp && up[SENDERS - 1]?[slice] -> up[SENDERS - 1]?slice(l, n, o) ->
           take(SENDERS - 1, l, n, o);
           l = 0; n = 0; o = 0
       }
    :: atomic { controllerUp && up[0]?[stop] -> up[0]?stop(l, n, o) ->
           if
           :: isSession(0, l) -> halt = stopped; changed = 1
           :: else
           fi;
           l = 0; n = 0; o = 0
       }
    /* Conversation::accept */
    :: atomic { controllerUp && sessionLives && !greeted ->
           s = session - 1;
           greeted = 1;
           hearAccepted(s, received, executed);
           s = 0
       }
    /* Conversation::tell, and waitForNews; reports are merged, the last one counts */
    :: atomic { controllerUp && sessionLives && greeted && changed ->
           s = session - 1;
           changed = 0;
           if
           :: dropped -> lose(s)
           :: else ->
              if
              :: resendAsked -> hearResend(s, resendAsked - 1); resendAsked = 0
              :: else
              fi;
              hearReport(s, received, executed);
              if
              :: refusal -> end(s, failed)
#ifdef BREAK_COMPLETE
              :: !refusal && received == SLICES -> hearComplete(s)
#else
              :: !refusal && finished -> hearComplete(s)
#endif
              :: !refusal && !finished && halt != running -> end(s, failed)
              :: else
              fi
           fi;
           s = 0
       }
    /* the connection's end is noticed: leave */
    :: atomic { controllerUp && session != 0 && !sessionLives ->
           s = session - 1;
           do                           /* later messages on it are ignored */
           :: up[s]?[slice, eval(sessionLink)] -> up[s]?slice(_, _, _)
           :: up[s]?[stop, eval(sessionLink)] -> up[s]?stop(_, _, _)
           :: else -> break
           od;
           session = 0; sessionLink = 0; expected = 0; damagedInARow = 0; resendAsked = 0; dropped = 0; refusal = 0;
           greeted = 0; changed = 0; s = 0
       }
    od
}

/* Controller::engrave: the engraving thread, with JobStore::engrave. Between two steps the process may be killed. */
proctype Engraving() {
endEngraving:
    do
    :: atomic { controllerUp && hasJob && !finished && storing == idle && timed == executed && timed < LINES &&
                filled && !held && offsetOf(timed + 1) <= received ->
           timed++;
           storing = lineBegun;
#ifndef BREAK_DOUBT
           begunLines = executed + 1
#else
           skip
#endif
       }
    /* a line that could not be stored before the job was resumed */
    :: atomic { controllerUp && storing == idle && timed > executed && halt != faulted ->
           storing = lineBegun;
           begunLines = executed + 1
       }
    :: atomic { controllerUp && storing == lineBegun ->
           if
           :: fault(); storing = idle; halt = faulted; changed = 1      /* the disk is full */
           :: assert(!engraved[executed]);   /* only a line in doubt is engraved twice */
              engraved[executed] = 1;
              storing = lineEngraved
           fi
       }
    :: atomic { controllerUp && storing == lineEngraved ->
#ifdef BREAK_POSITION
           executed++;
           begunLines = executed;
           storing = idle;
           changed = 1
       }
    :: atomic { controllerUp && storing == idle && executedLines < executed ->
           executedLines = executed
       }
#else
           executedLines = executed + 1;
           executed++;
           storing = idle;
           changed = 1
       }
#endif
    /* finishJob */
    :: atomic { controllerUp && hasJob && !finished && storing == idle && executed == LINES && timed == LINES &&
                halt != faulted ->
           if
           :: fault(); halt = faulted                                  /* the disk is full */
           :: finished = 1; ownDone[0] = ownDone[0] || own[0]; ownDone[SENDERS - 1] = ownDone[SENDERS - 1] || own[SENDERS - 1];
              paused = 0; halt = running
           fi;
           changed = 1
       }
    od
}

/* ======================================================================================================= */

inline drain(s) {
    do
    :: up[s]?_, _, _, _
    :: empty(up[s]) -> break
    od
}

/* What the sender has sent may still arrive. */
inline cut(s) {
    if
    :: connected(s) -> lose(s)
    :: else
    fi;
    if
    :: drain(s)
    :: nempty(up[s])
    fi
}

/* Controller: adoptJob */
inline adoptJob() {
    controllerUp = 1;
    if
    :: hasJob && !finished ->
       executed = executedLines;
       timed = executedLines;
       received = offsetOf(executedLines);
       halt = stopped;                  /* until a sender says how to continue */
       if
       :: begunLines > executedLines -> engraved[executedLines] = 0   /* doubtfulLine: it may be engraved twice */
       :: else
       fi;
       if
       :: storedReceived > received && storedReceived <= machineCredit -> received = storedReceived
       :: else
       fi;
       fill()
    :: hasJob && finished -> executed = LINES; timed = LINES; received = SLICES
    :: else
    fi
}

inline kill() {
    controllerUp = 0;
    cut(0);
    cut(SENDERS - 1);
    drain(0);
    drain(SENDERS - 1);
    session = 0; sessionLink = 0; greeted = 0; refusal = 0; dropped = 0; changed = 0; resendAsked = 0; expected = 0;
    damagedInARow = 0; received = 0; timed = 0; executed = 0; filled = 0; halt = running; storing = idle
}

inline newProcess(s, how) {
    end(s, connecting);
    sender[s] = sender[s] + SENDERS;     /* a new number */
    mode[s] = how
}

proctype Trouble() {
endTrouble:
    do
    :: atomic { faultsLeft > 0 -> faultsLeft = 0 }
    :: atomic { faultsLeft > 0 ->
           faultsLeft--;
           if
           :: connected(0) -> cut(0)
           :: connected(SENDERS - 1) && SENDERS > 1 -> cut(SENDERS - 1)
           :: controllerUp && hasJob && !finished ->        /* the buffer is lost */
              loseBuffer();
              if
              :: session != 0 -> dropped = 1; changed = 1
              :: else
              fi
           :: controllerUp -> kill()
           :: phase[0] != off && phase[0] != done -> cut(0); newProcess(0, RESUME)
           :: phase[SENDERS - 1] == off ->                  /* a second sender */
              if
              :: newProcess(SENDERS - 1, START)
              :: newProcess(SENDERS - 1, RESUME)
              :: newProcess(SENDERS - 1, REPLACE)
              fi
           :: controllerUp && hasJob && !finished && halt == running -> halt = stopped; changed = 1
           :: phase[0] == streaming && len(up[0]) < 2 -> stopping[0] = 1; up[0]!stop(link[0], 0, 0)
           :: controllerUp && hasJob && !finished && !paused -> paused = 1; changed = 1
           :: else                                          /* nothing can be harmed */
           fi
       }
    :: atomic { controllerUp && paused -> paused = 0; changed = 1 }     /* somebody resumes it */
    :: atomic { !controllerUp && !away -> adoptJob() }
    :: atomic { !controllerUp && !away -> away = 1; faultsLeft = 0 }
    /* Nothing can happen any more, so no process may be waiting. */
    :: atomic { timeout && faultsLeft == 0 -> assert(over(0) && over(SENDERS - 1)); break }
    od
}

init {
    atomic {
        sender[0] = 1;
        sender[SENDERS - 1] = SENDERS;
        phase[SENDERS - 1] = off;
        phase[0] = connecting;
        mode[0] = START;
        run Controller();
        run Engraving();
        run Sender(0);
        run Sender(SENDERS - 1);
        run Trouble()
    }
}
