#!/usr/bin/env bash
# cdrdao 1.2.4 refuses a whole cue sheet for one title of more than 80 bytes, or one that ends with a backslash.
#
# Both are texts that other programs write into cue sheets and read back. The backslash escapes the quote that ends the title. Seen,
# for one track of five seconds: a title of 80 letters gives the table of contents, one of 81 letters or 'C:\' a message and none.
# Needs Debian 12 (apt-get download).
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq cdrdao=1:1.2.4-3 2>/dev/null
dpkg -x cdrdao_*.deb root
python3 - <<'PY'
import wave
with wave.open('disc.wav', 'wb') as file:
    file.setnchannels(2)
    file.setsampwidth(2)
    file.setframerate(44100)
    file.writeframes(bytes(5 * 44100 * 4))
PY
reads() {
  printf 'FILE "disc.wav" WAVE\r\n  TRACK 01 AUDIO\r\n    TITLE "%s"\r\n    INDEX 01 00:00:00\r\n' "$1" >disc.cue
  root/usr/bin/cdrdao show-toc disc.cue 2>&1 | grep -q 'START' && echo read || echo refused
}
seen="80 letters: $(reads "$(printf 'x%.0s' {1..80})"), 81 letters: $(reads "$(printf 'x%.0s' {1..81})"), backslash: $(reads 'C:\')"
echo "$seen"
[[ $seen == '80 letters: read, 81 letters: refused, backslash: refused' ]] && echo 'As described.' || { echo 'This has changed.' && exit 1; }
