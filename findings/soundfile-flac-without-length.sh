#!/usr/bin/env bash
# Python's soundfile 0.12.1 (libsndfile 1.2.0) cannot read a FLAC whose header does not state its length, though libsndfile can.
#
# Encoders leave the length at 0 when they write into a pipe, as `flac -` and browsers do; 0 means unknown. libsndfile then counts
# the largest number of frames there is, and soundfile asks for an array of that many. Seen, for one second of silence: 'array is
# too big' for the file from the pipe; 44100 frames for the one with a length; sndfile-convert reads both.
# Needs Debian 12 (apt-get download) with its python3.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq flac libflac12 libogg0 sndfile-programs=1.2.0-1+deb12u1 libsndfile1=1.2.0-1+deb12u1 python3-soundfile=0.12.1-1 \
  python3-numpy python3-cffi-backend libblas3 liblapack3 libgfortran5 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu:root/usr/lib/x86_64-linux-gnu/blas:root/usr/lib/x86_64-linux-gnu/lapack
export PYTHONPATH=root/usr/lib/python3/dist-packages
head -c 176400 /dev/zero >silence.raw
raw=(--force-raw-format --endian=little --sign=signed --channels=2 --bps=16 --sample-rate=44100)
root/usr/bin/flac --silent "${raw[@]}" -o known.flac silence.raw
root/usr/bin/flac --silent --stdout "${raw[@]}" - <silence.raw 2>/dev/null | cat >piped.flac
cat >read.py <<'PY'
import sys, soundfile
try:
    print(len(soundfile.read(sys.argv[1])[0]))
except ValueError as error:
    print(str(error).split(';')[0])
PY
converts() { root/usr/bin/sndfile-convert "$1" out.wav >/dev/null 2>&1 && stat -c %s out.wav; }
seen="$(/usr/bin/python3 read.py known.flac) and $(/usr/bin/python3 read.py piped.flac); $(converts known.flac) and $(converts piped.flac) bytes"
echo "$seen"
[[ $seen == '44100 and array is too big; 176444 and 176444 bytes' ]] && echo 'As described.' || { echo 'This has changed.' && exit 1; }
