/** Only WebKit has this API, and only WebKit needs it. */
interface NavigatorWithAudioSession {
  audioSession?: { type: string };
}

/** Declares music playback; otherwise a muted iPhone stays silent. */
export function declareMusicPlayback(): void {
  const { audioSession } = navigator as NavigatorWithAudioSession;
  if (audioSession) audioSession.type = 'playback';
}
