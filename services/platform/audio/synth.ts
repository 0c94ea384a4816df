/** Read once: inside Jest each access to a global object costs more than the sine. */
const { cos, exp, floor, imul, min, PI, round, sin, tanh } = Math;

/** Settings of a synthetic sound: channels of doubles, full scale = 1, the same for the same seed. */
export interface SynthSettings {
  kind: 'sine' | 'music' | 'silence';
  sampleRateHz: number;
  channels: number;
  durationS: number;
  seed: number;
  /** Frequency of the sine. */
  frequencyHz: number;
  /**
   * The tune of the music, present by default: absent like the vocals in an instrumental, or muted now and then as in a
   * clean version.
   */
  melody?: 'absent' | 'muted';
}

const FADE_S = 0.02;

/** A sine (equal in all channels), silence, or something song-like whose melody, chords, tempo and key follow the seed. */
export function synthesise(settings: SynthSettings): Float64Array[] {
  const frames = round(settings.durationS * settings.sampleRateHz);
  const channels = Array.from({ length: settings.channels }, () => new Float64Array(frames));
  if (settings.kind === 'sine') {
    const step = (2 * PI * settings.frequencyHz) / settings.sampleRateHz;
    for (const samples of channels) addSine(samples, step, 1);
  } else if (settings.kind === 'music') {
    compose(channels, settings);
    for (const samples of channels) fade(samples, round(FADE_S * settings.sampleRateHz));
  }
  return channels;
}

/** Uniform random numbers from 0 to 1, determined by the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Number of notes from one muted note to the next. */
const MUTED_EVERY = 12;
const SCALE = [0, 2, 3, 5, 7, 8, 10];

function compose(channels: Float64Array[], settings: SynthSettings): void {
  const random = randomFrom(settings.seed);
  const key = 40 + floor(random() * 12);
  const beatS = 60 / (84 + random() * 60);
  const pick = (count: number) => floor(random() * count);
  const progression = Array.from({ length: 4 }, () => pick(SCALE.length));
  const phrase = Array.from({ length: 16 }, () => (random() < 0.2 ? null : pick(10)));
  const pitch = (degree: number, octave: number) =>
    key + 12 * (octave + floor(degree / SCALE.length)) + SCALE[degree % SCALE.length]!;

  let notes = 0;
  for (let beat = 0; beat * beatS < settings.durationS; beat++) {
    const chord = progression[floor(beat / 4) % progression.length]!;
    const at = beat * beatS;
    kick(channels, settings, at);
    hiss(channels, settings, at + beatS / 2, random);
    tone(channels, settings, { at, lengthS: beatS, note: pitch(chord, 0), gain: 0.4, pan: 0, partials: 3 });
    if (beat % 4 === 0) {
      [0, 2, 4].forEach((third, voice) =>
        tone(channels, settings, {
          at,
          lengthS: 4 * beatS,
          note: pitch(chord + third, 1),
          gain: 0.14,
          pan: voice / 2 - 0.5,
          partials: 5,
        }),
      );
    }
    const degree = phrase[(beat + (floor(beat / 16) % 2) * 3) % phrase.length];
    if (degree === null || degree === undefined) continue;
    notes++;
    const silent =
      settings.melody === 'absent' || (settings.melody === 'muted' && notes % MUTED_EVERY === MUTED_EVERY / 2);
    if (!silent) {
      tone(channels, settings, { at, lengthS: beatS, note: pitch(degree, 2), gain: 0.3, pan: 0.2, partials: 6 });
    }
  }
  for (const samples of channels) for (let at = 0; at < samples.length; at++) samples[at] = tanh(1.5 * samples[at]!);
}

interface Tone {
  at: number;
  lengthS: number;
  /** MIDI note number. */
  note: number;
  gain: number;
  /** −1 left to 1 right. */
  pan: number;
  partials: number;
}

function tone(channels: Float64Array[], { sampleRateHz }: SynthSettings, note: Tone): void {
  const frequency = 440 * 2 ** ((note.note - 69) / 12);
  const first = round(note.at * sampleRateHz);
  const length = min(round(note.lengthS * sampleRateHz), (channels[0]?.length ?? 0) - first);
  const attack = round(0.01 * sampleRateHz);
  const wave = new Float64Array(Math.max(0, length));
  for (let partial = 1; partial <= note.partials; partial++) {
    const step = (2 * PI * frequency * partial) / sampleRateHz;
    if (step >= PI) break;
    addSine(wave, step, 1 / partial);
  }
  for (let at = 0; at < length; at++) {
    wave[at]! *= note.gain * min(1, at / attack, (length - at) / attack) * exp((-2 * at) / length);
  }
  mix(channels, wave, first, note.pan);
}

/**
 * Rotates a phasor by `step` radians a sample, which is many times faster than computing each sine and off by 1e-10 at
 * most.
 */
function addSine(wave: Float64Array, step: number, gain: number): void {
  const [turnSin, turnCos] = [sin(step), cos(step)];
  let [real, imaginary] = [gain, 0];
  for (let at = 0; at < wave.length; at++) {
    wave[at]! += imaginary;
    const next = real * turnCos - imaginary * turnSin;
    imaginary = imaginary * turnCos + real * turnSin;
    real = next;
  }
}

function kick(channels: Float64Array[], { sampleRateHz }: SynthSettings, at: number): void {
  const wave = new Float64Array(round(0.15 * sampleRateHz));
  for (let index = 0; index < wave.length; index++) {
    const time = index / sampleRateHz;
    wave[index] = 0.7 * sin(2 * PI * (50 * time + 4 * (1 - exp(-30 * time)))) * exp(-18 * time);
  }
  mix(channels, wave, round(at * sampleRateHz), 0);
}

function hiss(channels: Float64Array[], { sampleRateHz }: SynthSettings, at: number, random: () => number): void {
  const wave = new Float64Array(round(0.06 * sampleRateHz));
  for (let index = 0; index < wave.length; index++) {
    wave[index] = 0.25 * (2 * random() - 1) * exp((-60 * index) / sampleRateHz);
  }
  mix(channels, wave, round(at * sampleRateHz), -0.3);
}

/** Odd channels are right, even ones left. */
function mix(channels: Float64Array[], wave: Float64Array, first: number, pan: number): void {
  channels.forEach((samples, index) => {
    const gain = channels.length === 1 ? 1 : 1 + (index % 2 === 0 ? -pan : pan) * 0.8;
    const end = min(wave.length, samples.length - first);
    for (let at = 0; at < end; at++) samples[first + at]! += gain * wave[at]!;
  });
}

function fade(samples: Float64Array, length: number): void {
  for (let at = 0; at < min(length, samples.length); at++) {
    samples[at]! *= at / length;
    samples[samples.length - 1 - at]! *= at / length;
  }
}
