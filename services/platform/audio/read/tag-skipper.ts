import type { Packet } from 'node-av/lib';
import { ascii } from '../../../audio-headers/containers.js';
import { id3Length } from '../../../audio-headers/find-audio.js';

const PACKETS_AFTER_A_TAG = 3;
const APE_HEADER = 32;

/** Takes out the tags of MP3s that were joined: FFmpeg takes them for damaged frames, or drops the frame after them. */
export class TagSkipper {
  private left = 0;
  private since = Infinity;

  /** FFmpeg may cut the frames after a tag wrongly. */
  get isNear(): boolean {
    return this.since <= PACKETS_AFTER_A_TAG;
  }

  /** Whether anything but tags is in the packet, which is shortened. */
  skip(packet: Packet): boolean {
    const bytes = packet.data ?? Buffer.alloc(0);
    this.since++;
    let at = Math.min(this.left, bytes.length);
    this.left -= at;
    while (this.left === 0 && at < bytes.length) {
      const length = tagLength(bytes.subarray(at));
      if (length === 0) break;
      this.since = 0;
      this.left = Math.max(0, at + length - bytes.length);
      at = Math.min(at + length, bytes.length);
    }
    if (at > 0) packet.data = Buffer.from(bytes.subarray(at));
    return at < bytes.length;
  }
}

/** Bytes of the tag that they begin with: ID3v2, ID3v1, its enhanced form, or APE; 0 otherwise. */
function tagLength(bytes: Buffer): number {
  const name = ascii(bytes, 0, 8);
  if (name === 'APETAGEX' && bytes.length >= APE_HEADER) return APE_HEADER + bytes.readUInt32LE(12);
  if (name.startsWith('TAG+')) return 227;
  if (name.startsWith('TAG')) return 128;
  return id3Length(bytes);
}
