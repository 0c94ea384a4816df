import type { QueryKey } from '@tanstack/react-query';
import {
  activityListQueryKey,
  commentsListQueryKey,
  conventionsListQueryKey,
  filesListQueryKey,
  notificationsListQueryKey,
  notificationsUnreadCountQueryKey,
  projectsGetQueryKey,
  projectsListQueryKey,
  quotesCurrentQueryKey,
  quotesHistoryQueryKey,
  stagingListQueryKey,
  stagingReviewQueryKey,
  stagingUnfinishedUploadsQueryKey,
  tracksListQueryKey,
  usersListQueryKey,
  overviewGetQueryKey,
} from './generated/@tanstack/react-query.gen';

/** What a change to a project's staged files or tracks makes stale. */
export const stagingKeys = (projectId: string): QueryKey[] => [
  stagingListQueryKey({ path: { projectId } }),
  tracksListQueryKey({ path: { projectId } }),
  stagingReviewQueryKey({ path: { projectId } }),
  stagingUnfinishedUploadsQueryKey({ path: { projectId } }),
];

export const projectKeys = (projectId: string): QueryKey[] => [
  overviewGetQueryKey(),
  projectsGetQueryKey({ path: { id: projectId } }),
  [{ _id: projectsListQueryKey()[0]._id }],
  activityListQueryKey({ path: { id: projectId } }),
];

export const fileKeys = (projectId: string): QueryKey[] => [filesListQueryKey({ path: { projectId } })];

export const clientKeys = (): QueryKey[] => [[{ _id: usersListQueryKey()[0]._id }]];

export const notificationKeys = (): QueryKey[] => [
  [{ _id: notificationsListQueryKey()[0]._id }],
  notificationsUnreadCountQueryKey(),
];

export const conventionKeys = (): QueryKey[] => [[{ _id: conventionsListQueryKey()[0]._id }]];

export const quoteKeys = (projectId: string): QueryKey[] => [
  quotesCurrentQueryKey({ path: { projectId } }),
  quotesHistoryQueryKey({ path: { projectId } }),
];

export const commentKeys = (projectId: string): QueryKey[] => [commentsListQueryKey({ path: { projectId } })];
