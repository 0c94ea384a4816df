import { useMutation } from '@tanstack/react-query';
import {
  commentsCreateMutation,
  commentsDeleteMutation,
  commentsResolveMutation,
  commentsUpdateMutation,
} from '../../api';
import { commentKeys, projectKeys } from '../../api/keys';

export const useAddComment = (projectId: string) =>
  useMutation({
    ...commentsCreateMutation(),
    meta: {
      invalidates: [...commentKeys(projectId), ...projectKeys(projectId)],
      failure: { title: 'Error', message: 'Failed to add comment' },
    },
  });

const changed = (projectId: string) => ({
  invalidates: [...commentKeys(projectId), ...projectKeys(projectId)],
  failure: { title: 'Error', message: 'Failed to update or delete comment' },
});

export const useUpdateComment = (projectId: string) =>
  useMutation({ ...commentsUpdateMutation(), meta: changed(projectId) });

export const useDeleteComment = (projectId: string) =>
  useMutation({ ...commentsDeleteMutation(), meta: changed(projectId) });

export const useResolveComment = (projectId: string) =>
  useMutation({ ...commentsResolveMutation(), meta: changed(projectId) });
