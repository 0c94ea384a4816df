import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Project, stagingListOptions, tracksListOptions } from '../api';
import { SendInvoice } from '../features/billing/send-invoice';
import { ConventionsButton } from '../features/conventions/conventions-button';
import { UnplacedRevisions } from '../features/files/unplaced-revisions';
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
  return (
    <>
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
            tailWidth={124}
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
    </>
  );
}
