import { toast } from '../../ui/toast';
import type { Piece } from './player-state';

export const AUDIO_ERROR =
  'Audio Error: could not load audio file, check authentication and that the backend is running';

/** Shows that a file cannot be played. The page of a link shows by itself what has happened to it. */
export function showAudioError({ soundUrl, fileName }: Piece, isOneOfSeveral: boolean): void {
  if (!soundUrl) toast.error('Error', isOneOfSeveral ? `${fileName}: ${AUDIO_ERROR}` : AUDIO_ERROR);
}
