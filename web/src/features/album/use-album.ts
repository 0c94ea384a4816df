import { useMutation, useQuery } from '@tanstack/react-query';
import {
  albumAnswerMutation,
  albumGetOptions,
  albumProposeMutation,
  albumUpdateMutation,
  albumWithdrawMutation,
  dataOf,
} from '../../api';
import { albumKeys, ddpKeys, fileKeys, metadataKeys, stagingKeys } from '../../api/keys';

/** The album of a project, with its changes by the engineer and by the client's side. */
export function useAlbum(projectId: string) {
  const query = useQuery({ ...albumGetOptions({ path: { id: projectId } }), select: dataOf });
  const ofTracks = [...albumKeys(projectId), ...ddpKeys(projectId), ...fileKeys(projectId), ...metadataKeys(projectId)];
  const update = useMutation({
    ...albumUpdateMutation(),
    meta: {
      invalidates: [...ofTracks, ...stagingKeys(projectId)],
      success: {
        title: 'Album saved',
        message: 'Discs and sheets that were made from the previous order are out of date.',
      },
      failure: { title: 'Error', message: 'Failed to save the album' },
    },
  });
  const propose = useMutation({
    ...albumProposeMutation(),
    meta: {
      invalidates: albumKeys(projectId),
      success: { title: 'Sent', message: 'Your engineer sees the change and accepts or declines it.' },
      failure: { title: 'Error', message: 'Failed to send the order' },
    },
  });
  const withdraw = useMutation({
    ...albumWithdrawMutation(),
    meta: {
      invalidates: albumKeys(projectId),
      failure: { title: 'Error', message: 'Failed to withdraw the proposal' },
    },
  });
  const answer = useMutation({
    ...albumAnswerMutation(),
    meta: {
      invalidates: [...ofTracks, ...stagingKeys(projectId)],
      failure: { title: 'Error', message: 'Failed to answer the proposal' },
    },
  });
  return { query, album: query.data, update, propose, withdraw, answer };
}
