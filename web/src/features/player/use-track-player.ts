import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { File } from '../../api';
import { parseClock } from '../../lib/format/format';
import { player } from './player';
import { usePlayer } from './use-player';

const isLoaded = (files: File[]) => files.some(({ id }) => id === player.getState().piece?.id);

/**
 * Connects a track page with the player. The page's file is loaded unless something else is playing, a version of it is
 * switched to at the same position, and `?t=` seeks.
 */
export function useTrackPlayer(file: File, comparable: File[]) {
  const { piece, blind, playing } = usePlayer();
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
    if (active && playing) player.prepare();
  }, [active, playing, file.id, comparable]);
  useEffect(() => {
    if (moment === null) return;
    player.load(file, comparable, moment);
    player.seek(moment);
    // Only after navigation, not when the files are refetched.
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
    /** The position in seconds that the page's address names; null if it names none. */
    moment,
    /** Whether this file is loaded, or a blind comparison is running. */
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
    repeat(passage: { from: number; to: number }) {
      if (!active) player.load(file, comparable);
      player.repeat(passage);
    },
  };
}
