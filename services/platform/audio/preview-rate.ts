const MP3_RATES = [32000, 44100, 48000];

/** Rate of a file's preview in hertz: the highest MP3 rate of which the file's is a multiple; 48 kHz if there is none. */
export const previewRate = (sampleRateHz: number): number =>
  MP3_RATES.findLast((rate) => sampleRateHz % rate === 0) ?? 48000;
