import { useMemo } from 'react';
import type { Project } from '../api';
import { useSession } from '../api/session';
import { useClientAlbum } from '../features/album/use-client-album';
import { CommentForm } from '../features/comments/comment-form';
import { discussionsOf } from '../features/comments/discussions';
import { useComments } from '../features/comments/use-comments';
import { FileList } from '../features/files/file-list';
import { WhatIsThisFile } from '../features/identify/what-is-this-file';
import { PlayAll, PlayInList } from '../features/player/play-in-list';
import { useLoadedId } from '../features/player/use-player';

/** The files of a project, with their comments and the player. */
export function Files({ project, asClient = false }: { project: Project; asClient?: boolean }) {
  const { user } = useSession();
  const reader = asClient ? project.clientId : user.id;
  const { data: comments } = useComments(project.id);
  const loadedId = useLoadedId();
  const album = useClientAlbum(project.id);
  const discussed = useMemo(() => discussionsOf(comments ?? [], reader), [comments, reader]);
  return (
    <>
      <FileList
        project={project}
        asClient={asClient}
        {...discussed}
        commentForm={(fileId, done) => <CommentForm project={project} fileId={fileId} onAdded={done} />}
        listen={{
          loadedId,
          button: (file, list, files, name) => (
            <PlayInList {...{ file, list, files, name }} gapOf={album.gapOf} matched={project.can.stage && !asClient} />
          ),
          all: (list, files, leads) => <PlayAll {...{ list, files, leads }} gapOf={album.gapOf} />,
        }}
        album={album}
      />
      <WhatIsThisFile projectId={project.id} />
    </>
  );
}
