import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { filesListOptions, stagingListOptions, tracksListOptions } from '../../api';
import { player } from './player';
import { withComparable } from './staged-pieces';

/** Plays staged and released files of a project as loud as what they are compared with. */
export function useStagedPlayer(projectId: string) {
  const client = useQueryClient();
  return useMemo(() => {
    async function play(fileId: string, together?: string[]): Promise<void> {
      const path = { projectId };
      const [staged, files, tracks] = await Promise.all([
        client.ensureQueryData(stagingListOptions({ path })),
        client.ensureQueryData(filesListOptions({ path })),
        client.ensureQueryData(tracksListOptions({ path })),
      ]);
      const item = withComparable(fileId, {
        projectId,
        staged: staged.data.stagingFiles,
        files: files.data,
        tracks: tracks.data.tracks,
        together,
      });
      if (!item) return;
      player.playFrom([item], item);
      player.setVersions(item.versions);
      if (!player.getState().matched) player.toggleMatched();
    }
    return {
      /** `together`: files of its track, while that is only proposed. */
      toggle(fileId: string, together?: string[]): void {
        const { piece, playing, blind } = player.getState();
        if (piece?.id === fileId && !blind) return player.toggle();
        if (!playing || !blind) void play(fileId, together);
      },
      switch: (by: 1 | -1): void => player.switch(by),
      match: (): void => player.toggleMatched(),
    };
  }, [client, projectId]);
}

export type StagedPlayer = ReturnType<typeof useStagedPlayer>;
