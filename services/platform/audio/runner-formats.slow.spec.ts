import { describe } from '@jest/globals';
import { useRunner } from './runner.testing.js';

const { readsFormats, readsTruncated } = useRunner();

describe('formats', () => {
  readsFormats([
    ['8.wav', { format: 'wav', bits: 8 }, { container: 'wav', codec: 'pcm_u8', bitsStored: 8, bitsEffective: 8 }],
    ['32.wav', { format: 'wav', bits: 32 }, { codec: 'pcm_s32le', bitsStored: 32, bitsEffective: 32 }],
    ['f64.wav', { format: 'wav', bits: 64, float: true }, { codec: 'pcm_f64le', bitsStored: 64, float: true }],
    ['192.wav', { format: 'wav', bits: 24, sampleRateHz: 192000, durationS: 3 }, { sampleRateHz: 192000 }],
    ['384.wav', { format: 'wav', bits: 24, sampleRateHz: 384000, durationS: 3 }, { sampleRateHz: 384000 }],
    ['six.wav', { format: 'wav', channels: 6 }, { channels: 6 }],
    [
      'extensible.wav',
      { format: 'wav', bits: 24, channels: 6, wave: { extensible: { validBits: 0, mask: 0x3f } } },
      { codec: 'pcm_s24le', bitsStored: 24, channels: 6 },
    ],
    [
      '24in32.wav',
      { format: 'wav', bits: 24, wave: { extensible: { validBits: 24, mask: 3 } }, container: 32 },
      { codec: 'pcm_s32le', bitsStored: 24, bitsEffective: 24 },
    ],
    ['bw64.wav', { format: 'wav', bits: 24, wave: { form: 'BW64' } }, { container: 'rf64', bitsStored: 24 }],
    ['24.aif', { format: 'aiff', bits: 24, sampleRateHz: 48000 }, { codec: 'pcm_s24be', bitsStored: 24 }],
    ['sowt.aifc', { format: 'aifc', bits: 16 }, { container: 'aifc', codec: 'pcm_s16le', bitsStored: 16 }],
    ['sowt24.aifc', { format: 'aifc', bits: 24 }, { codec: 'pcm_s24le', bitsStored: 24, bitsEffective: 24 }],
    ['sowt32.aifc', { format: 'aifc', bits: 32, channels: 6 }, { codec: 'pcm_s32le', bitsStored: 32, channels: 6 }],
    ['fl32.aifc', { format: 'aifc', bits: 32, float: true }, { container: 'aifc', codec: 'pcm_f32be', float: true }],
    ['16.flac', { format: 'flac', bits: 16 }, { container: 'flac', codec: 'flac', bitsStored: 16, bitsEffective: 16 }],
    ['48.mp3', { format: 'mp3', sampleRateHz: 48000, channels: 1 }, { container: 'mp3', channels: 1 }],
  ]);
});

describe('bad files', () => {
  readsTruncated([
    ['aiff', 16],
    ['flac', 24],
    ['rf64', 24],
  ]);
});
