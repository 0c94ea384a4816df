import { synthesise } from '../../platform/audio/synth.js';

/** A synthesised stereo recording of a song with 16 or 24 bits. */
export interface Take {
  /** Selects the song; the same seed produces the same music. */
  seed: number;
  durationS: number;
  /** Drive into the limiter: below 1 a mix with headroom, above 1 a master. */
  drive: number;
  bits: 16 | 24;
  sampleRateHz: number;
  /** Without the melody. */
  instrumental?: boolean;
}

const HEADER_BYTES = 44;
const CHANNELS = 2;
/** Headroom of masters: −1 dBFS. */
const CEILING = 10 ** (-1 / 20);

/** Renders the take as a WAV file (RIFF, PCM). */
export function waveOf({ seed, durationS, drive, bits, sampleRateHz, instrumental }: Take): Buffer {
  const melody = instrumental ? ('absent' as const) : undefined;
  const sound = { kind: 'music', seed, durationS, sampleRateHz, channels: CHANNELS, frequencyHz: 0 } as const;
  const channels = synthesise(melody ? { ...sound, melody } : sound);
  const bytes = bits / 8;
  const frames = channels[0]!.length;
  const dataBytes = frames * CHANNELS * bytes;
  const file = Buffer.alloc(HEADER_BYTES + dataBytes);
  writeHeader(file, dataBytes, sampleRateHz, bits);
  const most = 2 ** (bits - 1) - 1;
  let at = HEADER_BYTES;
  for (let frame = 0; frame < frames; frame++) {
    for (const samples of channels) {
      const value = Math.round(CEILING * Math.tanh(drive * samples[frame]!) * most);
      file.writeIntLE(value, at, bytes);
      at += bytes;
    }
  }
  return file;
}

function writeHeader(file: Buffer, dataBytes: number, sampleRateHz: number, bits: number): void {
  const frameBytes = CHANNELS * (bits / 8);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(CHANNELS, 22);
  file.writeUInt32LE(sampleRateHz, 24);
  file.writeUInt32LE(sampleRateHz * frameBytes, 28);
  file.writeUInt16LE(frameBytes, 32);
  file.writeUInt16LE(bits, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
}
