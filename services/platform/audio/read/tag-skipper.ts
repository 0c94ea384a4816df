import type { Packet } from 'node-av/lib';
import { id3Length } from '../../../audio-headers/find-audio.js';

const PACKETS_AFTER_A_TAG = 3;

/** Takes out the ID3 tags of MP3s that were joined: FFmpeg takes them for damaged frames. */
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
      const length = id3Length(bytes.subarray(at));
      if (length === 0) break;
      this.since = 0;
      this.left = Math.max(0, at + length - bytes.length);
      at = Math.min(at + length, bytes.length);
    }
    if (at > 0) packet.data = Buffer.from(bytes.subarray(at));
    return at < bytes.length;
  }
}
