#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# on_a_screen.sh COMMAND...: runs a test with windows on an invisible screen: the one that packaging/test.sh started, or a
# new one.
if [ -n "$BURIN_SCREEN" ]; then
    DISPLAY=$BURIN_SCREEN exec "$@"
fi
exec xvfb-run -a -s "-screen 0 1600x1000x24" "$@"
