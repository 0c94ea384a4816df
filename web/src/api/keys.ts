import type { QueryKey } from '@tanstack/react-query';
import {
  activityListQueryKey,
  albumGetQueryKey,
  clientsListQueryKey,
  commentsListQueryKey,
  conventionsListQueryKey,
  ddpListQueryKey,
  deliverableChecksListQueryKey,
  engineersListQueryKey,
  failedMailsListQueryKey,
  filesListQueryKey,
  filesUnfinishedQueryKey,
  invitesOpenQueryKey,
  invoicesDraftQueryKey,
  invoicesListQueryKey,
  invoicesMetricsQueryKey,
  mailingListListQueryKey,
  mailingListStatsQueryKey,
  mailPreferencesListQueryKey,
  metadataGetQueryKey,
  notificationsListQueryKey,
  notificationsUnreadCountQueryKey,
  ordersReadQueryKey,
  overviewGetQueryKey,
  peopleListQueryKey,
  projectsGetQueryKey,
  projectsListDeletedQueryKey,
  projectsListQueryKey,
  quotesCurrentQueryKey,
  quotesHistoryQueryKey,
  remindersGetQueryKey,
  shareLinksListQueryKey,
  sidesListQueryKey,
  stagingListQueryKey,
  stagingReviewQueryKey,
  storageUsageUsageQueryKey,
  studioOwnBrandQueryKey,
  studioSettingsQueryKey,
  tracksListQueryKey,
  trashListQueryKey,
  trashStudiosQueryKey,
  trashTotalQueryKey,
  uploadedDdpsListQueryKey,
  uploadsUnfinishedQueryKey,
  usersListQueryKey,
  usersProfileQueryKey,
  waitingGetQueryKey,
} from './generated/@tanstack/react-query.gen';
import { sessionKey } from './session';

/** Queries to invalidate after a change to a project's staged files or tracks. */
export const stagingKeys = (projectId: string): QueryKey[] => [
  stagingListQueryKey({ path: { projectId } }),
  deliverableChecksListQueryKey({ path: { projectId } }),
  tracksListQueryKey({ path: { projectId } }),
  stagingReviewQueryKey({ path: { projectId } }),
  uploadsUnfinishedQueryKey({ path: { projectId } }),
  overviewGetQueryKey(),
  ordersReadQueryKey({ path: { projectId } }),
];

export const projectKeys = (projectId: string): QueryKey[] => [
  waitingGetQueryKey(),
  overviewGetQueryKey(),
  projectsGetQueryKey({ path: { id: projectId } }),
  [{ _id: projectsListQueryKey()[0]._id }],
  activityListQueryKey({ path: { id: projectId } }),
  invoicesDraftQueryKey({ path: { projectId } }),
  peopleListQueryKey({ path: { projectId } }),
  ordersReadQueryKey({ path: { projectId } }),
  ...failedMailKeys(projectId),
];

/** Queries of the trash and the storage it uses. */
export const trashKeys = (): QueryKey[] => [
  [{ _id: trashListQueryKey()[0]._id }],
  trashTotalQueryKey(),
  trashStudiosQueryKey(),
  projectsListDeletedQueryKey(),
  storageUsageUsageQueryKey(),
];

export const failedMailKeys = (projectId: string): QueryKey[] => [failedMailsListQueryKey({ path: { id: projectId } })];

export const albumKeys = (projectId: string): QueryKey[] => [albumGetQueryKey({ path: { id: projectId } })];

/** Queries of what is made from the album, of uploads that are compared with it, and of what is received. */
export const ddpKeys = (projectId: string): QueryKey[] => [
  ddpListQueryKey({ path: { id: projectId } }),
  uploadedDdpsListQueryKey({ path: { id: projectId } }),
  sidesListQueryKey({ path: { id: projectId } }),
  deliverableChecksListQueryKey({ path: { projectId } }),
  ordersReadQueryKey({ path: { projectId } }),
];

export const metadataKeys = (projectId: string): QueryKey[] => [metadataGetQueryKey({ path: { id: projectId } })];

export const fileKeys = (projectId: string): QueryKey[] => [
  filesListQueryKey({ path: { projectId } }),
  filesUnfinishedQueryKey({ path: { projectId } }),
];

/** Queries of every invoice: details, lists and totals. */
export const invoiceKeys = (): QueryKey[] => [
  [{ _id: invoicesListQueryKey()[0]._id }],
  [{ _id: 'invoicesGet' }],
  invoicesMetricsQueryKey(),
];

/** Queries of invitations that wait for the client's answer. */
export const openInviteKeys = (): QueryKey[] => [invitesOpenQueryKey()];

export const clientKeys = (): QueryKey[] => [
  ...openInviteKeys(),
  [{ _id: 'usersGet' }],
  [{ _id: usersListQueryKey()[0]._id }],
  [{ _id: clientsListQueryKey()[0]._id }],
];

export const studioKeys = (): QueryKey[] => [studioSettingsQueryKey(), studioOwnBrandQueryKey(), sessionKey];

/** Queries that show a person's name. */
export const personKeys = (id: string): QueryKey[] => [
  sessionKey,
  usersProfileQueryKey({ path: { id } }),
  ...clientKeys(),
  [{ _id: projectsListQueryKey()[0]._id }],
  [{ _id: 'projectsGet' }],
];

export const notificationKeys = (): QueryKey[] => [
  [{ _id: notificationsListQueryKey()[0]._id }],
  notificationsUnreadCountQueryKey(),
];

export const mailPreferenceKeys = (): QueryKey[] => [mailPreferencesListQueryKey()];

/** Includes invoices, because an invoice shows whether its reminders are paused. */
export const reminderKeys = (invoiceId: string): QueryKey[] => [
  remindersGetQueryKey({ path: { id: invoiceId } }),
  ...invoiceKeys(),
];

export const conventionKeys = (): QueryKey[] => [[{ _id: conventionsListQueryKey()[0]._id }]];

export const quoteKeys = (projectId: string): QueryKey[] => [
  quotesCurrentQueryKey({ path: { projectId } }),
  quotesHistoryQueryKey({ path: { projectId } }),
];

export const commentKeys = (projectId: string): QueryKey[] => [commentsListQueryKey({ path: { projectId } })];

export const shareLinkKeys = (projectId: string): QueryKey[] => [shareLinksListQueryKey({ path: { projectId } })];

export const mailingListKeys = (): QueryKey[] => [
  [{ _id: mailingListListQueryKey()[0]._id }],
  mailingListStatsQueryKey(),
];

export const engineerInviteKeys = (): QueryKey[] => [engineersListQueryKey()];
