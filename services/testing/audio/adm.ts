/** A small ADM BWF (ITU-R BS.2088): noise at a level in bed and object channels, with `chna` and a short `axml`. */
export function admFile({
  seconds,
  bed,
  objects,
  sampleRateHz = 48_000,
  level = 0.02,
}: {
  seconds: number;
  /** Channels of the bed, at most 10 (7.1.2). */
  bed: number;
  objects: number;
  sampleRateHz?: number;
  /** Amplitude of each channel, with full scale = 1. */
  level?: number;
}): Buffer {
  const channels = bed + objects;
  const frames = Math.round(seconds * sampleRateHz);
  const data = Buffer.alloc(frames * channels * 3);
  let noise = 1;
  for (let at = 0; at < data.length; at += 3) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) & 0x7fffffff;
    data.writeIntLE(Math.round((noise / 0x40000000 - 1) * level * 0x7fffff), at, 3);
  }
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRateHz, 4);
  format.writeUInt32LE(sampleRateHz * channels * 3, 8);
  format.writeUInt16LE(channels * 3, 12);
  format.writeUInt16LE(24, 14);
  const uids = Array.from({ length: channels }, (_, index) => {
    const type = index < bed ? '0001' : '0003';
    const number = (0x1001 + index).toString(16).padStart(4, '0');
    const entry = Buffer.alloc(40);
    entry.writeUInt16LE(index + 1, 0);
    entry.write(`ATU_${String(index + 1).padStart(8, '0')}`, 2, 'latin1');
    entry.write(`AT_${type}${number}_01`, 14, 'latin1');
    entry.write(`AP_${type}1001`, 28, 'latin1');
    return entry;
  });
  const head = Buffer.alloc(4);
  head.writeUInt16LE(channels, 0);
  head.writeUInt16LE(channels, 2);
  const speakers = SPEAKERS.slice(0, bed).map((speaker, index) => {
    const id = `AC_0001${(0x1001 + index).toString(16).padStart(4, '0')}`;
    return `<audioChannelFormat audioChannelFormatID="${id}" audioChannelFormatName="${speaker}" typeLabel="0001"><audioBlockFormat audioBlockFormatID="AB"><speakerLabel>RC_${speaker}</speakerLabel></audioBlockFormat></audioChannelFormat>`;
  });
  const axml = Buffer.from(
    `<ebuCoreMain><audioFormatExtended>${speakers.join('')}</audioFormatExtended></ebuCoreMain>`,
  );
  const chunks = [chunk('fmt ', format), chunk('chna', Buffer.concat([head, ...uids])), chunk('axml', axml)];
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks, chunk('data', data)]);
  return chunk('RIFF', body);
}

const SPEAKERS = ['L', 'R', 'C', 'LFE', 'Lss', 'Rss', 'Lrs', 'Rrs', 'Lts', 'Rts'];

function chunk(id: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
