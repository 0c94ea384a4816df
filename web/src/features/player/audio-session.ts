/** As far as WebKit has it; no other browser needs it. */
interface NavigatorWithAudioSession {
  audioSession?: { type: string };
}

/** Says that this is music: an iPhone whose switch is on silent would else not sound. */
export function declareMusicPlayback(): void {
  const { audioSession } = navigator as NavigatorWithAudioSession;
  if (audioSession) audioSession.type = 'playback';
}
