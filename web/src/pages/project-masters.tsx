import { Box, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { filesListOptions, type Project, stagingListOptions, tracksListOptions } from '../api';
import { AlbumEditor, type AlbumListen } from '../features/album/album-editor';
import { SendInvoice } from '../features/billing/send-invoice';
import { ConventionsButton } from '../features/conventions/conventions-button';
import { OutdatedCopies, useCopies } from '../features/ddp/outdated-copies';
import { UnplacedRevisions } from '../features/files/unplaced-revisions';
import { PlayAll, PlayInList } from '../features/player/play-in-list';
import { PlayStaged } from '../features/player/play-staged';
import { type StagedPlayer, useStagedPlayer } from '../features/player/use-staged-player';
import { AssignmentReview } from '../features/release/assignment-review';
import type { Listen } from '../features/staging/listen';
import { SlotMatrix } from '../features/staging/slot-matrix';
import { StagingArea } from '../features/staging/staging-area';
import { ProposeTracks } from '../features/tracks/propose-tracks';
import { TrackStructure } from '../features/tracks/track-structure';

/** The player, for the parts of an engineer that do not know it. */
function useListen(staged: StagedPlayer): Listen {
  return useMemo(
    () => ({
      ...staged,
      button: ({ id, originalName }, reachable) => (
        <PlayStaged fileId={id} name={originalName} listen={staged} reachable={reachable} />
      ),
    }),
    [staged],
  );
}

/** Staging: the files and the tracks. */
export function Staging({ projectId }: { projectId: string }) {
  const player = useStagedPlayer(projectId);
  const listen = useListen(player);
  const staged = useQuery(stagingListOptions({ path: { projectId } }));
  const tracks = useQuery(tracksListOptions({ path: { projectId } }));
  return (
    <Stack gap={40}>
      <StagingArea
        projectId={projectId}
        tools={<ConventionsButton />}
        propose={
          <ProposeTracks
            projectId={projectId}
            listenTo={(fileId, name, together) => <PlayStaged {...{ fileId, name, together }} listen={player} />}
          />
        }
        listen={listen}
      />
      {!staged.isPending && !tracks.isPending && (
        <TrackStructure
          projectId={projectId}
          matrix={(parts) => (
            <SlotMatrix
              {...parts}
              listen={listen}
              projectId={projectId}
              label="Tracks"
              tailLabel="Actions"
              tailWidth={92}
            />
          )}
        />
      )}
    </Stack>
  );
}

export function Release({ project }: { project: Project }) {
  const listen = useListen(useStagedPlayer(project.id));
  // The revisions are above the review, which they must not move.
  const { isLoading } = useQuery(filesListOptions({ path: { projectId: project.id } }));
  return (
    <Box style={{ visibility: isLoading ? 'hidden' : undefined }}>
      <UnplacedRevisions project={project} />
      <AssignmentReview
        projectId={project.id}
        matrix={(parts) => (
          <SlotMatrix
            {...parts}
            listen={listen}
            projectId={project.id}
            label="Tracks to release"
            tailLabel="State"
            tailWidth={148}
            alone
          />
        )}
        play={listen.button}
        next={
          <>
            <Button component={Link} to="?as=client" variant="default">
              See it as the client
            </Button>
            <Button component={Link} to="?tab=files" preventScrollReset variant="default">
              Files
            </Button>
            <SendInvoice project={project} />
          </>
        }
      />
    </Box>
  );
}

const albumListen: AlbumListen = {
  button: (file, list, files, gapOf) => <PlayInList file={file} list={list} files={files} gapOf={gapOf} />,
  all: (list, files, gapOf) => <PlayAll list={list} files={files} gapOf={gapOf} />,
};

export function Album({ project: { id, can } }: { project: Project }) {
  // The downloads that are out of date are above the album, which they must not move.
  const { isLoading } = useCopies(id, can.seeMoney);
  return (
    <Box style={{ visibility: isLoading ? 'hidden' : undefined }}>
      {can.seeMoney && <OutdatedCopies projectId={id} mb="lg" />}
      <AlbumEditor projectId={id} listen={albumListen} />
    </Box>
  );
}
