#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# compiler_cache.sh CCACHE COMPILER ARGUMENT...: compiles with the compiler cache. If a precompiled header exists already,
# ccache counts it among the files that the compiler reads, although the compiler replaces it, and never finds its own
# copy of the result. The header is therefore removed first. The compiler also compares the text of each file with that of
# the precompiled header, comments included, so ccache must not find a header with other comments. ccache therefore has to
# compare the files themselves: by default it compares the preprocessed text, which has no comments.
case " $* " in
*" -x c++-header "*)
    previous=
    for argument; do
        [ "$previous" != -o ] || rm -f "$argument"
        previous=$argument
    done
    export CCACHE_DEPEND=1
    ;;
esac
exec "$@"
