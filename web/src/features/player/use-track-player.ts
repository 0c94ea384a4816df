import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { File } from '../../api';
import { parseClock } from '../../lib/format';
import { player } from './player';
import { usePlayer } from './use-player';

const isLoaded = (files: File[]) => files.some(({ id }) => id === player.getState().piece?.id);

/**
 * Joins a track's page with the player: the page's file is loaded unless something else plays, another version is heard
 * at the same place, and `?t=` leads to a moment.
 */
export function useTrackPlayer(file: File, comparable: File[]) {
  const { piece, blind } = usePlayer();
  const active = piece?.id === file.id || blind !== null;
  const { key } = useLocation();
  const [params] = useSearchParams();
  const moment = parseClock(params.get('t') ?? '');
  useEffect(() => {
    if (isLoaded(comparable)) {
      player.setVersions(comparable);
      const { piece: heard, blind: comparing } = player.getState();
      if (heard?.id !== file.id && file.analysis.hasPreview && !comparing) player.listen(file);
    } else if (!player.getState().playing && file.analysis.hasPreview) player.load(file, comparable);
  }, [file, comparable]);
  useEffect(() => {
    if (moment === null) return;
    player.load(file, comparable, moment);
    player.seek(moment);
    // Only when one is led here: not when the files are loaded anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, moment, file.id]);
  useEffect(
    () => () => {
      const { playing } = player.getState();
      player.endBlind();
      if (!playing && player.position() === 0) player.stop();
    },
    [],
  );
  return {
    /** Whether what is loaded is this file, or something that is not to be told. */
    active,
    toggle() {
      if (active) return player.toggle();
      player.load(file, comparable);
      player.play();
    },
    seek(seconds: number) {
      if (!active) player.load(file, comparable);
      player.seek(seconds);
    },
  };
}
