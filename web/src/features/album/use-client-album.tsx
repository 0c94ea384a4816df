import { type ReactNode, useMemo, useState } from 'react';
import type { Album, File } from '../../api';
import type { TrackFiles } from '../../lib/audio/tracks';
import { gapsOf } from './masters';
import { OrderEditor } from './order-editor';
import { OrderNotice, type ShownOrder } from './order-notice';
import { RecordCover } from './record-cover';
import { useAlbum } from './use-album';

export interface ClientAlbum {
  /** The tracks in the album's order with its titles, or as they are proposed; others follow. */
  arrange: (tracks: TrackFiles[]) => TrackFiles[];
  /** Seconds of silence before a file when the record plays. */
  gapOf: (file: File) => number;
  /** The release's cover. */
  cover: ReactNode;
  /** The open proposal, or the engineer's last answer. */
  notice: ReactNode;
  /** Renders the form that changes order and titles; null for people who may not. */
  editor: ((done: () => void) => ReactNode) | null;
}

/** The order and titles of a record for the client's side. */
export function useClientAlbum(projectId: string): ClientAlbum {
  const { album, propose, withdraw } = useAlbum(projectId);
  const [shown, setShown] = useState<ShownOrder>('proposed');
  return useMemo(() => {
    const order = album ? shownOrder(album, shown) : [];
    const places = new Map(order.map(({ trackId, title }, index) => [trackId, { index, title }]));
    const gaps = album ? gapsOf(order, album) : new Map<string, number>();
    const placeOf = ({ id }: TrackFiles) => places.get(id)?.index ?? order.length;
    return {
      arrange: (tracks) =>
        tracks
          .map((track) => ({ ...track, title: places.get(track.id)?.title ?? track.title }))
          .sort((one, other) => placeOf(one) - placeOf(other)),
      gapOf: ({ trackId }) => (trackId && gaps.get(trackId)) || 0,
      cover: <RecordCover projectId={projectId} />,
      notice: album && <OrderNotice album={album} withdraw={withdraw} shown={shown} onShow={setShown} />,
      editor:
        album?.can.propose && album.tracks.length > 0
          ? (done) => <OrderEditor album={album} propose={propose} onDone={done} />
          : null,
    };
  }, [projectId, album, shown, propose, withdraw]);
}

/** The tracks as shown; in a proposed order, discs keep their number of tracks. */
function shownOrder({ tracks, proposal }: Album, shown: ShownOrder) {
  if (!proposal || shown === 'current') return tracks;
  const known = new Map(tracks.map((track) => [track.trackId, track]));
  return proposal.tracks.flatMap(({ trackId, title }, index) => {
    const track = known.get(trackId);
    return track ? [{ ...track, title, disc: tracks[index]?.disc ?? 1 }] : [];
  });
}
