import { describe, expect, it } from '@jest/globals';
import { declaredMpegFrames, mpegFrameLength } from './mpeg-frames.js';

describe('mpegFrameLength', () => {
  it.each([
    ['fffb9000', 417],
    ['fffb9200', 418],
    ['fffbe400', 960],
    ['fff35000', 130],
    ['ffe35000', 261],
    ['fffbf000', null],
    ['fffb0000', null],
    ['fffd9000', null],
    ['ffeb9000', null],
  ])('%s → %s', (header, length) => {
    expect(mpegFrameLength(Buffer.from(header, 'hex'), 0)).toBe(length);
  });
});

describe('declaredMpegFrames', () => {
  const FRAMES = 70_000;
  const frameWith = (header: string, name: string, at: number, fields: number[]) => {
    const frame = Buffer.alloc(417);
    frame.write(header, 'hex');
    frame.write(name, at, 'latin1');
    fields.forEach((value, index) => frame.writeUInt32BE(value, at + 4 + 4 * index));
    return frame;
  };
  it.each([
    ['stereo', 'fffb9000', 'Xing', 36],
    ['mono', 'fffb90c0', 'Info', 21],
    ['MPEG 2 stereo', 'fff39000', 'Info', 21],
    ['MPEG 2 mono', 'fff390c0', 'Xing', 13],
  ])('reads them behind the side information of %s', (_, header, name, at) => {
    expect(declaredMpegFrames(frameWith(header, name, at, [1, FRAMES]))).toBe(FRAMES);
  });

  it('reads the header of Fraunhofer', () => {
    const frame = frameWith('fffb9000', 'VBRI', 36, []);
    frame.writeUInt32BE(FRAMES, 36 + 14);
    expect(declaredMpegFrames(frame)).toBe(FRAMES);
  });

  it.each([
    ['the same letters elsewhere', frameWith('fffb9000', 'Info', 40, [1, FRAMES])],
    ['a header that leaves them out', frameWith('fffb9000', 'Xing', 36, [2, FRAMES])],
    ['a header that a recorder never filled in', frameWith('fffb9000', 'Xing', 36, [1, 0])],
    ['no frame', Buffer.from('Info')],
  ])('knows none for %s', (_, frame) => {
    expect(declaredMpegFrames(frame)).toBeNull();
  });
});
