import { useQuery } from '@tanstack/react-query';
import { commentsListOptions, dataOf } from '../../api';

/** All comments of a project, oldest first. */
export const useComments = (projectId: string) =>
  useQuery({ ...commentsListOptions({ path: { projectId } }), select: dataOf });
