import { suggest } from '../../services/engine/suggest.js';
import { SLOT_TYPES, type SuggestFile, type SuggestTrack } from '../../services/engine/types.js';

const WORDS =
  'amber river stone letter winter garden paper lantern hollow silver morning harbour copper signal velvet orchard distant falling electric quiet'.split(
    ' ',
  );
const VERSIONS = [
  '24-48',
  '24-96',
  '16-44',
  '(Instrumental)',
  '(Clean)',
  'VINYL',
  'TV Mix',
  'v2',
  'REF',
  'demo',
  'Acapella',
  'MASTER_R02',
  'rough mix',
];

let seed = 1;
const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
const noise = (): Int32Array => Int32Array.from({ length: 960 }, () => (random() * 2 ** 32) | 0);
const degrade = (print: Int32Array): Int32Array =>
  print.map((item) => (random() < 0.5 ? item ^ (1 << Math.floor(random() * 32)) : item));

const originals = Array.from({ length: 40 }, noise);
const tracks = (sound: boolean): SuggestTrack[] =>
  originals.map((print, i) => ({
    id: `t${i}`,
    trackNumber: i + 1,
    title: `${WORDS[i % 20]} ${WORDS[(i * 7 + 3) % 20]} ${i % 3 === 0 ? WORDS[(i + 11) % 20] : ''}`.trim(),
    isrc: null,
    notes: null,
    durationS: 150 + i * 3.7,
    slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
    references: sound ? [print] : [],
  }));
const files = (sound: boolean): SuggestFile[] =>
  Array.from({ length: 500 }, (_, i) => {
    const t = i % 40;
    const title = tracks(false)[t]?.title ?? '';
    return {
      id: `f${i}`,
      name: `Studio - ${String(t + 1).padStart(2, '0')} ${title} ${VERSIONS[Math.floor(i / 40)] ?? ''}.wav`,
      sampleRateHz: 48000,
      bitDepth: 24,
      channels: 2,
      durationS: 150 + t * 3.7 + random() * 0.4,
      fingerprint: sound ? degrade(originals[t] ?? noise()) : null,
    };
  });

/** Prints the processor time of 500 files against 40 tracks, with and without fingerprints. */
export function printSpeed(): void {
  for (const sound of [false, true]) {
    const [t, f] = [tracks(sound), files(sound)];
    const times = Array.from({ length: 5 }, () => {
      const started = process.cpuUsage().user;
      suggest({ title: 'Speed', artist: 'Nobody' }, t, f);
      return (process.cpuUsage().user - started) / 1000;
    });
    console.log(
      `500 files, 40 tracks, ${sound ? 'with' : 'without'} fingerprints: processor time first ${times[0]?.toFixed(0)} ms, median ${times.sort((a, b) => a - b)[2]?.toFixed(0)} ms`,
    );
  }
}
