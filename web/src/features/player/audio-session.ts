/** As far as WebKit has it; no other browser needs it. */
interface WithAudioSession {
  audioSession?: { type: string };
}

/** Says that this is music: an iPhone whose switch is on silent would else not sound. */
export function sayItIsMusic(): void {
  const { audioSession } = navigator as WithAudioSession;
  if (audioSession) audioSession.type = 'playback';
}
