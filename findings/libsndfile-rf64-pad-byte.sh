#!/usr/bin/env bash
# libsndfile 1.2.0 does not open an RF64 with a chunk of an odd length in front of its sound: it skips no pad byte there.
#
# RIFF and RF64 pad odd chunks with one byte that their size does not count. libsndfile skips it in RIFF, and in RF64 behind the sound. In
# front of the sound of an RF64 it reads the next name one byte early and ends with 'No data chunk marker'. FFmpeg opens the file. Seen:
# an iXML of 9 bytes before 'data' opens in RIFF and not in RF64, one of 10 bytes opens in both, one of 9 bytes behind 'data' too.
# Needs Debian 12 (apt-get download).
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq sndfile-programs=1.2.0-1+deb12u1 libsndfile1=1.2.0-1+deb12u1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >make.py <<'PY'
import struct, sys

form, length, place, path = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
def chunk(name, body):
    return name + struct.pack('<I', len(body)) + body + bytes(len(body) % 2)

sound = bytes(range(200)) * 4
odd = chunk(b'iXML', b'x' * length)
body = chunk(b'fmt ', struct.pack('<HHIIHH', 1, 2, 44100, 176400, 4, 16)) + (odd if place == 'before' else b'')
if form == 'RIFF':
    body += chunk(b'data', sound)
else:
    body += b'data' + struct.pack('<I', 0xFFFFFFFF) + sound
body += odd if place == 'behind' else b''
size = 4 + len(body)
if form == 'RF64':
    body = chunk(b'ds64', struct.pack('<QQQI', size + 36, len(sound), len(sound) // 4, 0)) + body
    size = 0xFFFFFFFF
open(path, 'wb').write(form.encode() + struct.pack('<I', size) + b'WAVE' + body)
PY
opens() {
  python3 make.py "$1" "$2" "$3" in.wav
  LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu root/usr/bin/sndfile-convert in.wav out.wav >/dev/null 2>&1 && echo opens || echo refused
}
seen="RIFF 9: $(opens RIFF 9 before), RF64 9: $(opens RF64 9 before), RF64 10: $(opens RF64 10 before), RF64 9 behind: $(opens RF64 9 behind)"
echo "$seen"
[[ $seen == 'RIFF 9: opens, RF64 9: refused, RF64 10: opens, RF64 9 behind: opens' ]] && echo 'As described.' || { echo 'This has changed.' && exit 1; }
