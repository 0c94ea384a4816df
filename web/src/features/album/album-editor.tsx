import { Alert, Box, Button, EmptyState, Group, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type VinylFormat, vinylFormatNames, vinylFormats } from '../../../../services/album-times/limits.js';
import { totalOf } from '../../../../services/album-times/times.js';
import { type Album, dataOf, type File, filesListOptions } from '../../api';
import { formatSeconds, plural } from '../../lib/format/format';
import { warnBeforeUnload } from '../../lib/forms/warn-before-unload';
import { slotKinds } from '../../lib/slots';
import { Failure } from '../../ui/failure';
import { AlbumList } from './album-list';
import { draftOf, isSame, placesOf } from './arrangement';
import { ALBUM_SLOTS, type AlbumSlot, gapsOf, mastersOf } from './masters';
import { ProposalReview } from './proposal-review';
import { useAlbum } from './use-album';

/** The player, which belongs to the page. */
export interface AlbumListen {
  all: (list: File[], files: File[], gapOf: (file: File) => number) => ReactNode;
  button: (file: File, list: File[], files: File[], gapOf: (file: File) => number) => ReactNode;
}

/** The album as its engineer arranges it: order, gaps, discs, sides, times, and the whole of it to hear. */
export function AlbumEditor({ projectId, listen }: { projectId: string; listen: AlbumListen }) {
  const { query, album, update, answer } = useAlbum(projectId);
  const files = useQuery({ ...filesListOptions({ path: { projectId } }), select: dataOf });
  if (query.isPending || files.isPending) {
    return (
      <Stack gap="xs" role="status" aria-label="Loading album">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} h={44} />
        ))}
      </Stack>
    );
  }
  const error = query.error ?? files.error;
  if (error || !album) {
    const retry = () => void Promise.all([query.refetch(), files.refetch()]);
    return <Failure title="Failed to load the album" error={error} onRetry={retry} />;
  }
  return (
    <Stack gap="lg" maw={920}>
      {album.proposal && <ProposalReview album={album} proposal={album.proposal} answer={answer} />}
      {album.tracks.length === 0 ? (
        <EmptyState
          py="xl"
          icon={<IconListNumbers stroke={1.5} aria-hidden />}
          description="No tracks yet. Add them in Staging; their order, gaps and sides are set here."
        />
      ) : (
        <Editor album={album} update={update} files={files.data ?? []} listen={listen} />
      )}
    </Stack>
  );
}

interface EditorProps {
  album: Album;
  update: ReturnType<typeof useAlbum>['update'];
  files: File[];
  listen: AlbumListen;
}

function Editor({ album, update, files, listen }: EditorProps) {
  const [seen, setSeen] = useState(album);
  const [draft, setDraft] = useState(() => draftOf(album.tracks));
  const [vinylFormat, setVinylFormat] = useState<VinylFormat>(album.vinylFormat);
  const [slot, setSlot] = useState<AlbumSlot>('streaming_master');
  const isChanged = !isSame(draft, draftOf(seen.tracks)) || vinylFormat !== seen.vinylFormat;
  const isOld = seen.revision !== album.revision;
  const masters = useMemo(() => mastersOf(files, slot), [files, slot]);
  useEffect(() => {
    warnBeforeUnload('album', isChanged);
    return () => warnBeforeUnload('album', false);
  }, [isChanged]);
  // Without changes of its own, the screen follows those of others.
  if (album !== seen && !isChanged) begin(album);

  function begin(now: Album) {
    setSeen(now);
    setDraft(draftOf(now.tracks));
    setVinylFormat(now.vinylFormat);
  }
  const save = () =>
    update.mutate(
      { path: { id: album.projectId }, body: { revision: seen.revision, vinylFormat, tracks: placesOf(draft) } },
      { onSuccess: ({ data }) => begin(data) },
    );

  const places = placesOf(draft);
  const ordered = places.map((place) => ({ ...place, ownGapFrames: place.gapFrames }));
  const gaps = gapsOf(ordered, album);
  const gapOf = ({ trackId }: File) => (trackId && gaps.get(trackId)) || 0;
  const record = draft.tracks.flatMap(({ trackId }) => {
    const file = masters.get(trackId)?.file;
    return file?.analysis.hasPreview ? [file] : [];
  });
  const timed = places.map(({ trackId, disc, side, gapFrames }) => ({
    trackId,
    disc,
    side,
    durationS: masters.get(trackId)?.file.analysis.durationS ?? null,
    gapFrames: gapFrames ?? album.defaultGapFrames,
  }));
  const { seconds, isComplete } = totalOf(timed);
  return (
    <Box component="section" aria-label="Album">
      <Group justify="space-between" gap="sm" mb="xs">
        <Text fw={500}>
          {plural(draft.tracks.length, 'track')}, {isComplete ? '' : 'at least '}
          {formatSeconds(seconds)}
        </Text>
        <Group gap="xs">
          {record.length > 0 && listen.all(record, files, gapOf)}
          <Button variant="default" disabled={!isChanged} onClick={() => begin(album)}>
            Discard
          </Button>
          <Button disabled={!isChanged || isOld} loading={update.isPending} onClick={save}>
            Save
          </Button>
        </Group>
      </Group>
      <Group gap="sm" mb="xs" align="flex-end">
        <Select
          size="xs"
          w={170}
          label="Masters to hear and measure"
          allowDeselect={false}
          value={slot}
          onChange={(value) => value && setSlot(value)}
          data={ALBUM_SLOTS.map((value) => ({ value, label: slotKinds[value].label }))}
        />
        <Switch
          size="xs"
          pb={6}
          label="Sides of a record"
          checked={draft.hasSides}
          onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, hasSides: checked })}
        />
        {draft.hasSides && (
          <Select
            size="xs"
            w={130}
            label="Record"
            allowDeselect={false}
            value={vinylFormat}
            onChange={(value) => value && setVinylFormat(value)}
            data={vinylFormatNames.map((value) => ({ value, label: vinylFormats[value].label }))}
          />
        )}
      </Group>
      {isOld && isChanged && (
        <Alert color="yellow" mb="xs" title="Someone else has changed the album meanwhile">
          <Button size="xs" variant="default" onClick={() => begin(album)}>
            Show the current album
          </Button>
        </Alert>
      )}
      <AlbumList
        draft={draft}
        onChange={setDraft}
        timed={timed}
        masters={masters}
        slot={slot}
        vinylFormat={vinylFormat}
        defaultGapFrames={album.defaultGapFrames}
        play={(file) => listen.button(file, record, files, gapOf)}
      />
      <Text size="xs" c="dimmed" mt="sm">
        Gaps are seconds and frames, 75 frames in a second; an empty one is the studio’s default. Crossfades are not
        supported: tracks that run into each other are cut in the masters and get a gap of 0:00.
      </Text>
    </Box>
  );
}
