import { describe, expect, it } from '@jest/globals';
import { admFile } from '../../testing/audio/adm.js';
import { waveOf } from '../ddp/discs.testing.js';
import { RATE, silence, song, songs, textsOf, useDeliverables } from './checks.testing.js';

const { app, own, engineer, stage, trackIds, findings, side, addMasters } = useDeliverables();

it('reports a side that is too long for its format', async () => {
  await app.database.query(`INSERT INTO albums (project_id, vinyl_format) VALUES ($1, '7-45')`, [own.project.id]);
  const id = await side(Buffer.alloc(400 * 8000 * 4), 'long.wav', 8000);
  expect(textsOf(await findings(id))).toContain('It is 6:40 long; a side of 7″ at 45 takes at most 6:00.');
});

it('reports wide bass and loud sibilance of a side, and neither of a quiet mono one', async () => {
  const tone = (hertz: number, right: number) => {
    const sound = silence(6);
    for (let frame = 0; frame < 6 * RATE; frame += 1) {
      const value = Math.round(16_000 * Math.sin((2 * Math.PI * hertz * frame) / RATE));
      sound.writeInt16LE(value, frame * 4);
      sound.writeInt16LE(value * right, frame * 4 + 2);
    }
    return sound;
  };
  const wide = textsOf(await findings(await side(tone(60, -1), 'wide.wav')));
  const hiss = textsOf(await findings(await side(tone(7000, 1), 'hiss.wav')));
  const mono = textsOf(await findings(await side(tone(60, 1), 'mono.wav')));
  const concerns = (texts: string[]) =>
    texts.filter((text) => /bass|sibilance/.test(text)).map((text) => text.slice(0, 9));
  expect([wide, hiss, mono].map(concerns)).toEqual([['Wide bass'], ['Loud sibi'], []]);
});

describe('a Dolby Atmos master', () => {
  const atmos = (content: Buffer) => stage.drop('Ember_ATMOS.wav', content);

  it('is compared with the stereo master, and its binaural rendering is measured instead of the bed', async () => {
    await addMasters();
    const rendering = await stage.drop('Ember_Binaural.wav', waveOf(song(4), { rate: RATE }));
    expect(rendering.deliverable).toMatchObject({ kind: 'binaural', trackId: trackIds[0] });
    const file = await atmos(admFile({ seconds: 11, bed: 6, objects: 2 }));
    const texts = textsOf(await findings(file.id));
    expect(texts).toContain('It is 1.00 s longer than the stereo master.');
    expect(texts.filter((text) => text.includes('measured on the binaural rendering Ember_Binaural.wav'))).not.toEqual(
      [],
    );
    expect(texts.some((text) => text.includes('its bed'))).toBe(false);
  });

  it('of 128 channels is read to its end', async () => {
    const file = await atmos(admFile({ seconds: 1, bed: 10, objects: 118 }));
    const check = await findings(file.id);
    expect(check?.facts).toBe('24/48 · 128 channels: 10 of the bed, 118 objects');
    expect(check?.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('that was cut off, or is not an ADM file, reports it', async () => {
    const whole = admFile({ seconds: 2, bed: 10, objects: 2 });
    const cut = await findings((await atmos(whole.subarray(0, whole.length / 2))).id);
    expect(textsOf(cut)).toContain('Its data chunk has less than it says. Please export it again.');
    const { id } = await stage.drop('stereo.wav', waveOf(songs[0]!, { rate: RATE }));
    await engineer.put(`${stage.path}/files/${id}/deliverable`, { deliverable: { kind: 'atmos' } });
    expect(textsOf(await findings(id))).toEqual(['It has no chna chunk, so it is not an ADM BWF.']);
  });
});
