#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# compiler_cache.sh CCACHE COMPILER ARGUMENT...: compiles with the compiler cache. ccache counts an older precompiled
# header among what a compiler reads, even where it is about to be replaced, and would never find the one that it has:
# so remove it first.
case " $* " in
*" -x c++-header "*)
    previous=
    for argument; do
        [ "$previous" != -o ] || rm -f "$argument"
        previous=$argument
    done
    ;;
esac
exec "$@"
