#!/usr/bin/env bash
# libburn 1.5.4 (cdrskin) refuses CD-Text of 99 tracks, which a CD may have; of 98 it reads everything.
#
# The last track is in the sizes (packs 8F) and in the packs of the titles. Seen with one title for each track and right checksums:
# 98 tracks give a sheet with 98 titles, 99 tracks 'CD-TEXT with illegal track range 1 to 99' and no sheet.
# Needs Debian 12 (apt-get download).
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq cdrskin=1.5.4-1 libburn4=1.5.4-1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >make.py <<'PY'
import sys

def crc(pack):
    value = 0
    for byte in pack:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1) ^ 0x1021 if value & 0x8000 else value << 1
        value &= 0xFFFF
    return value ^ 0xFFFF

def packs(kind, first, payload):
    """Packs of one kind; `first` gives track and position of each byte."""
    return [(kind, *first(at), payload[at:at + 12].ljust(12, b'\0')) for at in range(0, len(payload), 12)]

def cdtext(tracks):
    texts = [b'Album'] + [b'Song %d' % number for number in range(1, tracks + 1)]
    payload = b''.join(text + b'\0' for text in texts)
    places = [(track, at) for track, text in enumerate(texts) for at in range(len(text) + 1)]
    all_packs = packs(0x80, lambda at: places[at], payload)
    counts = bytearray(16)
    counts[0], counts[15] = len(all_packs), 3
    sizes = bytes([0, 1, tracks, 0]) + bytes(counts) + bytes([len(all_packs) + 2]) + bytes(7) + bytes([9]) + bytes(7)
    all_packs += packs(0x8F, lambda at: (at // 12, 0), sizes)
    for number, (kind, track, position, text) in enumerate(all_packs):
        pack = bytes([kind, track, number, min(position, 15)]) + text
        yield pack + crc(pack).to_bytes(2, 'big')

sys.stdout.buffer.write(b''.join(cdtext(int(sys.argv[1]))))
PY
sheet() { python3 make.py "$1" >"$1.bin" && LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu root/usr/bin/cdrskin "textfile_to_v07t=$1.bin" 2>&1 || true; }
few="$(sheet 98 | grep -c '^Track [0-9]* Title' || true)"
many="$(sheet 99 | grep -o 'CD-TEXT with illegal track range 1 to 99' || true)"
echo "98 tracks: $few titles; 99 tracks: ${many:-read}"
[[ $few == 98 && -n $many ]] && echo 'As described.' || { echo 'This has changed.' && exit 1; }
