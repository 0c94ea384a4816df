/** Each output is a sum of the channels with these linear gains. */
export function mixChannels(
  channels: readonly Float32Array[],
  outputs: readonly number[][],
): Float32Array<ArrayBuffer>[] {
  return outputs.map((gains) => {
    const sum = new Float32Array(channels[0]?.length ?? 0);
    gains.forEach((gain, index) => {
      const samples = channels[index]!;
      if (gain !== 0) for (let at = 0; at < sum.length; at++) sum[at]! += gain * samples[at]!;
    });
    return sum;
  });
}

/**
 * Mixes decoded sound to the outputs; `null` leaves it as it is. Web Audio has rules of its own for 1, 2, 4 and 6
 * channels only, drops all but the first two of others, and is 6 dB lower for 4.
 */
export function mixBuffer(buffer: AudioBuffer, outputs: readonly number[][] | null): AudioBuffer {
  if (outputs?.[0]?.length !== buffer.numberOfChannels) return buffer;
  const { length, sampleRate } = buffer;
  const mixed = new AudioBuffer({ numberOfChannels: outputs.length, length, sampleRate });
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) => buffer.getChannelData(channel));
  mixChannels(channels, outputs).forEach((samples, output) => mixed.copyToChannel(samples, output));
  return mixed;
}
