import { createHash } from 'node:crypto';
import type { AudioContainer } from '../../audio-headers/containers.js';
import type { SlotType } from '../../platform/domain-words.js';
import type { TestApp } from '../../testing/app.js';
import { heardFacts } from '../../testing/audio/heard-facts.js';
import { build } from '../../testing/build.js';
import { Slot } from '../tracks/slot.entity.js';

/** Stereo samples of 16 bits that differ from each other. */
export function noise(samples: number, seed: number): Buffer {
  const bytes = Buffer.alloc(samples * 4);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeInt32LE(((at + seed * 77) * 2_654_435_761) | 1, at);
  return bytes;
}

/** A WAV of 16 bits and 44.1 kHz unless other values are given, with a chunk after the samples. */
export function waveOf(samples: Buffer, { rate = 44_100, bits = 16, channels = 2 } = {}): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length + 12, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE((rate * channels * bits) / 8, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples, Buffer.from('note\x04\0\0\0abcd')]);
}

/** The same samples as AIFF. */
export function aiffOf(samples: Buffer): Buffer {
  const head = Buffer.alloc(54);
  head.write('FORM', 0);
  head.writeUInt32BE(46 + samples.length, 4);
  head.write('AIFFCOMM', 8);
  head.writeUInt32BE(18, 16);
  head.writeUInt16BE(2, 20);
  head.writeUInt32BE(samples.length / 4, 22);
  head.writeUInt16BE(16, 26);
  Buffer.from('400eac44000000000000', 'hex').copy(head, 28);
  head.write('SSND', 38);
  head.writeUInt32BE(8 + samples.length, 42);
  return Buffer.concat([head, Buffer.from(samples).swap16()]);
}

export interface Master {
  trackId: string;
  fileId: string;
  objectKey: string;
}

/** Adds a track whose master for a slot is released. */
export async function addMaster(
  app: TestApp,
  projectId: string,
  title: string,
  file: Buffer,
  container: AudioContainer = 'wav',
  slotType: SlotType = 'cd_master',
): Promise<Master> {
  const { track, slots } = await build(app).track({ projectId, title });
  const sha256 = createHash('sha256').update(file).digest('hex');
  const facts = await heardFacts(file, container);
  const audio = await build(app).audio({ sizeBytes: file.length, facts, sha256, state: 'done' });
  await app.platform.storage.put(audio.objectKey, file, { contentType: 'audio/wav' });
  const name = `${title}.${container}`;
  const place = { trackId: track.id, slotType, originalName: name, fileName: name };
  const { id: fileId } = await build(app).file({ projectId, audioId: audio.id, ...place });
  const slot = slots.find((each) => each.slotType === slotType)!;
  await app.database.manager.update(Slot, { id: slot.id }, { fileId });
  return { trackId: track.id, fileId, objectKey: audio.objectKey };
}
