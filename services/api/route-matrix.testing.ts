import { randomUUID } from 'node:crypto';
import { Convention } from '../features/conventions/convention.entity.js';
import { SlotLesson } from '../features/conventions/slot-lesson.entity.js';
import { Cover } from '../features/metadata/cover.entity.js';
import { MailPreferencesService } from '../features/notifications/mail-preferences.service.js';
import { EditionsService } from '../features/sharing/editions.service.js';
import { StagingFile } from '../features/staged-files/staging-file.entity.js';
import { TrashItem } from '../features/trash-store/trash-item.entity.js';
import { User } from '../features/users/user.entity.js';
import type { TestApp } from '../testing/app.js';
import { build, type ProjectFixture } from '../testing/build.js';

/** `decider`, `commenter` and `listener` were invited to the project. */
export const callers = [
  'anonymous',
  'client',
  'decider',
  'commenter',
  'listener',
  'otherClient',
  'engineer',
  'otherEngineer',
] as const;
export type CallerName = (typeof callers)[number];

/** A refusal by its status; `allowed` is any answer except 401, 403, 404 and errors of the server. */
export type Verdict = 'allowed' | 401 | 403 | 404;
type Verdicts = Record<CallerName, Verdict>;

/** One studio's project with one of everything, and a second studio. */
export interface Scene extends ProjectFixture {
  trackId: string;
  slotId: string;
  stagingFileId: string;
  /** A released master. */
  fileId: string;
  /** A released archive that was read as a DDP. */
  ddpId: string;
  /** A master whose upload the engineer has begun. */
  uploadId: string;
  /** The key of an upload that the engineer has begun in staging. */
  uploadKey: string;
  /** The client's notification about the project; its mail failed for good. */
  notificationId: string;
  /** An invitation of a new person, with the token of its mail. */
  inviteId: string;
  inviteToken: string;
  /** An invitation of another studio for the client's address. */
  ownInviteId: string;
  /** The token of a mail to the client. */
  unsubscribeToken: string;
  /** A pending quote of another project of the same people, so that a first quote can still be sent. */
  quoteId: string;
  /** The client's comment. */
  commentId: string;
  /** A rule of the studio, learned from a released file. */
  conventionId: string;
  /** The project's invoice, waiting for payment. */
  invoiceId: string;
  /** An original that the engineer has deleted. */
  trashId: string;
  /** A listening link that allows comments, and its token. */
  shareLinkId: string;
  shareToken: string;
  /** The token of a delivery link. */
  deliveryToken: string;
  /** A deleted project of the same people. */
  deletedProjectId: string;
  decider: User;
  commenter: User;
  listener: User;
  other: ProjectFixture;
}

export interface RouteEntry {
  verdicts: Verdicts;
  /** The path; a function when it has parameters to fill in. */
  path: string | ((scene: Scene) => string);
  body?: (scene: Scene) => unknown;
}

const everyone: Verdicts = {
  anonymous: 'allowed',
  client: 'allowed',
  decider: 'allowed',
  commenter: 'allowed',
  listener: 'allowed',
  otherClient: 'allowed',
  engineer: 'allowed',
  otherEngineer: 'allowed',
};
const signedIn: Verdicts = { ...everyone, anonymous: 401 };
const invited = (status: Verdict) => ({ decider: status, commenter: status, listener: status });
const engineers: Verdicts = { ...signedIn, ...invited(403), client: 403, otherClient: 403 };
const parties: Verdicts = { ...signedIn, otherClient: 404, otherEngineer: 404 };
/** Not for people who only listen. */
const commenters: Verdicts = { ...parties, listener: 403 };
/** Only for people who decide, and the engineer. */
const deciders: Verdicts = { ...commenters, commenter: 403 };
const itsEngineer: Verdicts = { ...parties, ...invited(403), client: 403 };
/** Independent of any project: a client only learns that it is not for clients. */
const itsStudio: Verdicts = { ...itsEngineer, otherClient: 403 };
/** For others it does not exist. */
const itsStudioOnly: Verdicts = { ...parties, ...invited(404), client: 404 };
/** The client's own account. */
const itself: Verdicts = { ...parties, ...invited(404), engineer: 403 };
const itsClient: Verdicts = { ...parties, ...invited(404), engineer: 404 };

/** The operator does not take part in the scene. */
const theOperator: Verdicts = { ...refusing(403), anonymous: 401 };

/** Both parties see it, and only the client and people who decide may do this. */
const itsDeciders: Verdicts = { ...deciders, engineer: 403 };
/** Both parties see it, and only the client may change it. */
const itsAuthor: Verdicts = { ...itsDeciders, decider: 403 };

const route = (verdicts: Verdicts, path: RouteEntry['path'], body?: RouteEntry['body']): RouteEntry => ({
  verdicts,
  path,
  ...(body && { body }),
});

const project = (rest: string) => (scene: Scene) => `/api/projects/${scene.project.id}${rest}`;
const tracks = (scene: Scene) => `/api/tracks/projects/${scene.project.id}`;
const track = (rest: string) => (scene: Scene) => `/api/tracks/${scene.trackId}${rest}`;
const staging = (rest: string) => (scene: Scene) => `/api/staging/projects/${scene.project.id}${rest}`;
const staged = (rest: string) => (scene: Scene) => staging(`/files/${scene.stagingFileId}${rest}`)(scene);
const file =
  (before: string, after = '') =>
  (scene: Scene) =>
    `/api/files/${before}${scene.fileId}${after}`;

const quote = (rest: string) => (scene: Scene) => `/api/quotes/${scene.quoteId}${rest}`;
const comment = (scene: Scene) => `/api/comments/${scene.commentId}`;
const shared = (rest: string) => (scene: Scene) => `/api/shared/${scene.shareToken}${rest}`;
const delivery = (rest: string) => (scene: Scene) => `/api/deliveries/${scene.deliveryToken}${rest}`;
const ownInvite = (answer: string) => (scene: Scene) => `/api/invites/${scene.ownInviteId}/${answer}`;
const invoice = (rest: string) => (scene: Scene) => `/api/invoices/${scene.invoiceId}${rest}`;

const UNKNOWN_FILE = { sha256: 'ab'.repeat(32) };
const COVER_SHA256 = 'cd'.repeat(32);

/** The permissions of each operation, by operation id. A route without an entry fails the test. */
export const routeMatrix: Record<string, RouteEntry> = {
  authSession: route(signedIn, '/api/session'),
  authPortal: route(everyone, '/api/portal'),
  authSetUp: route(everyone, '/api/setup', () => ({
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse',
    studioName: 'Ada',
  })),
  authSignIn: route({ ...everyone, ...refusing(401) }, '/api/auth/sign-in/email', () => ({
    email: 'no@example.com',
    password: 'no',
  })),
  authSignOut: route(everyone, '/api/auth/sign-out'),
  authLinksForgot: route(everyone, '/api/auth/forgot-password', () => ({ email: 'no@example.com' })),
  authLinksCheck: route(everyone, '/api/auth/check-link', () => ({
    kind: 'reset',
    token: 'x'.repeat(43),
  })),
  authLinksReset: route(everyone, '/api/auth/reset-password', () => ({
    token: 'x'.repeat(43),
    password: 'correct horse',
  })),
  authLinksResetLink: route(theOperator, '/api/auth/reset-link', () => ({ email: 'no@example.com' })),
  authLinksConfirmAddress: route(everyone, '/api/auth/confirm-address', () => ({ token: 'x'.repeat(43) })),
  authLinksRequest: route(everyone, '/api/auth/sign-in/link', () => ({ email: 'no@example.com' })),
  authLinksFollow: route(everyone, '/api/auth/sign-in/link/follow', () => ({ token: 'x'.repeat(43) })),
  secondFactorEnterCode: route({ ...everyone, ...refusing(401) }, '/api/auth/sign-in/code', () => ({ code: '000000' })),
  secondFactorBegin: route(signedIn, '/api/auth/second-factor'),
  secondFactorConfirm: route(signedIn, '/api/auth/second-factor/confirm', () => ({ code: '000000' })),
  secondFactorSwitchOff: route(signedIn, '/api/auth/second-factor', () => ({ code: '000000' })),
  ownSessionsList: route(signedIn, '/api/auth/sessions'),
  ownSessionsEnd: route({ ...refusing(404), anonymous: 401 }, () => `/api/auth/sessions/${randomUUID()}`),
  ownSessionsEndAll: route(signedIn, '/api/auth/sign-out-everywhere'),
  authDevSignIn: route(everyone, '/api/dev/sign-in', () => ({ role: 'client' })),

  healthStatus: route(everyone, '/api/health'),
  healthLive: route(everyone, '/api/health/live'),
  healthReady: route(everyone, '/api/health/ready'),

  usersList: route(signedIn, '/api/users'),
  usersCreate: route(engineers, '/api/users', () => ({
    name: 'New',
    email: `${randomUUID()}@example.com`,
    role: 'client',
  })),
  usersGet: route({ ...parties, ...invited(404) }, (scene) => `/api/users/${scene.client.id}`),
  usersProfile: route({ ...parties, ...invited(404) }, (scene) => `/api/users/${scene.client.id}/profile`),
  usersUpdateProfile: route(
    itself,
    (scene) => `/api/users/${scene.client.id}/profile`,
    () => ({ phone: '1' }),
  ),
  usersChangePassword: route(
    itself,
    (scene) => `/api/users/${scene.client.id}/change-password`,
    () => ({
      currentPassword: 'correct horse',
      newPassword: 'battery staple',
    }),
  ),
  usersChangeAddress: route(
    itself,
    (scene) => `/api/users/${scene.client.id}/sign-in-address`,
    () => ({ email: `${randomUUID()}@example.com` }),
  ),
  ownAccountSetAvatar: route(itself, (scene) => `/api/users/${scene.client.id}/avatar`),
  ownAccountRemoveAvatar: route(itself, (scene) => `/api/users/${scene.client.id}/avatar`),
  ownAccountData: route(itself, (scene) => `/api/users/${scene.client.id}/data`),
  usersDelete: route({ ...parties, ...invited(404) }, (scene) => `/api/users/${scene.client.id}`),

  clientsSuspend: route(itsStudio, (scene) => `/api/clients/${scene.client.id}/suspend`),
  clientsResume: route(itsStudio, (scene) => `/api/clients/${scene.client.id}/resume`),

  storageUsageUsage: route(engineers, '/api/storage'),
  storageUsageDeleteAllSuperseded: route(engineers, '/api/storage/delete-superseded'),
  storageUsageDeleteSuperseded: route(
    itsStudio,
    (scene) => `/api/storage/projects/${scene.project.id}/delete-superseded`,
  ),
  storageUsageArchive: route(itsStudio, (scene) => `/api/storage/projects/${scene.project.id}/archive`),

  trashList: route(signedIn, '/api/trash'),
  trashTotal: route(signedIn, '/api/trash/total'),
  trashEmpty: route(signedIn, '/api/trash/empty'),
  trashStudios: route(theOperator, '/api/trash/studios'),
  trashEmptyStudio: route(theOperator, '/api/trash/studios/empty', () => ({ which: 'all' })),
  trashRestore: route(itsStudioOnly, ({ trashId }) => `/api/trash/${trashId}/restore`),
  trashDelete: route(itsStudioOnly, ({ trashId }) => `/api/trash/${trashId}`),

  clientsList: route(engineers, '/api/clients'),
  invitesCreate: route(engineers, '/api/invites', () => ({ name: 'New', email: `${randomUUID()}@example.com` })),
  invitesList: route(itsStudio, (scene) => `/api/invites/engineer/${scene.engineer.id}`),
  invitesShow: route(everyone, (scene) => `/api/invites/token/${scene.inviteToken}`),
  invitesAccept: route(
    everyone,
    (scene) => `/api/invites/accept/${scene.inviteToken}`,
    () => ({ password: 'correct horse' }),
  ),
  invitesDecline: route(everyone, (scene) => `/api/invites/decline/${scene.inviteToken}`),
  invitesOpen: route(signedIn, '/api/invites/open'),
  invitesAcceptOwn: route({ ...refusing(404), anonymous: 401, client: 'allowed' }, ownInvite('accept')),
  invitesDeclineOwn: route({ ...refusing(404), anonymous: 401, client: 'allowed' }, ownInvite('decline')),
  invitesResend: route(itsStudio, (scene) => `/api/invites/${scene.inviteId}/resend`),
  invitesCancel: route(itsStudio, (scene) => `/api/invites/${scene.inviteId}`),

  studioSettings: route(engineers, '/api/studio/settings'),
  studioUpdate: route(engineers, '/api/studio/settings', () => ({ currency: 'EUR' })),
  studioBrand: route(everyone, (scene) => `/api/studio/public/${scene.studio.id}`),

  projectsCreate: route(engineers, '/api/projects', () => ({
    title: 'New',
    client: { name: 'New', email: `${randomUUID()}@example.com` },
  })),
  projectsList: route(signedIn, '/api/projects'),
  searchFind: route(signedIn, '/api/search?search=night'),
  overviewGet: route(engineers, '/api/projects/overview'),
  waitingGet: route({ ...signedIn, engineer: 403, otherEngineer: 403 }, '/api/projects/waiting'),
  projectsGet: route(parties, project('')),
  projectsVisit: route(parties, project('/visit')),
  projectsUpdate: route(itsEngineer, project(''), () => ({ title: 'Renamed' })),
  projectsDelete: route(itsEngineer, project(''), (scene) => ({ title: scene.project.title })),
  projectsListDeleted: route(engineers, '/api/projects/deleted'),
  projectsRestore: route(itsStudio, ({ deletedProjectId }) => `/api/projects/deleted/${deletedProjectId}/restore`),
  projectsDeleteForGood: route(itsStudio, ({ deletedProjectId }) => `/api/projects/deleted/${deletedProjectId}`),
  peopleList: route(parties, project('/people')),
  peopleInvite: route(deciders, project('/people'), () => ({
    name: 'New',
    email: `${randomUUID()}@example.com`,
    role: 'listens',
  })),
  peopleChangeRole: route(
    deciders,
    (scene) => project(`/people/${scene.listener.id}`)(scene),
    () => ({ role: 'comments' }),
  ),
  peopleRemove: route({ ...deciders, listener: 'allowed' }, (scene) => project(`/people/${scene.listener.id}`)(scene)),
  activityList: route(parties, project('/activity')),

  albumGet: route(parties, project('/album')),
  albumUpdate: route(itsEngineer, project('/album'), () => ({ revision: 0, tracks: [] })),
  albumPropose: route(itsDeciders, project('/album/proposal'), () => ({
    revision: 0,
    proposalRevision: null,
    tracks: [],
  })),
  albumWithdraw: route(itsDeciders, project('/album/proposal?proposalRevision=1')),
  albumAnswer: route(itsEngineer, project('/album/proposal/answer'), () => ({
    revision: 0,
    proposalRevision: 1,
    accept: true,
  })),

  metadataGet: route(parties, project('/metadata')),
  metadataUpdate: route(deciders, project('/metadata'), () => ({ release: { label: 'Night Records' } })),
  metadataRememberColumns: route(itsEngineer, project('/metadata/columns'), () => ({
    columns: { songtitle: 'track.title' },
  })),
  metadataExport: route(parties, project('/metadata/export?kind=delivery')),
  metadataPutCover: route(deciders, project('/metadata/cover')),
  metadataRemoveCover: route(deciders, project('/metadata/cover')),
  metadataCover: route(parties, project('/metadata/cover')),

  sidesList: route(parties, project('/sides')),
  sidesCue: route(parties, project('/sides/A/cue')),
  sidesUploadedCue: route(parties, project(`/sides/uploaded/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}/cue`)),
  sidesFile: route(deciders, project(`/sides/A/${'0'.repeat(32)}/file`)),
  ddpList: route(parties, project('/discs')),
  ddpSheet: route(parties, project('/discs/1/sheet?format=csv')),
  ddpPrepare: route(deciders, project('/discs/1/prepare')),
  uploadedDdpsList: route(parties, project('/ddps')),
  uploadedDdpsCheck: route(itsEngineer, (scene) => project(`/ddps/${scene.ddpId}/check`)(scene)),
  uploadedDdpsImage: route(deciders, (scene) => project(`/ddps/${scene.ddpId}/image`)(scene)),
  ddpArchive: route(deciders, project(`/discs/1/${'0'.repeat(32)}/archive`)),
  ddpWav: route(deciders, project(`/discs/1/${'0'.repeat(32)}/wav`)),
  ddpImage: route(deciders, project(`/discs/1/${'0'.repeat(32)}/image`)),
  ddpFile: route(deciders, project(`/discs/1/${'0'.repeat(32)}/files/IMAGE.DAT`)),

  taggedCopiesDownload: route(deciders, file('', '/tagged')),
  taggedCopiesProof: route(deciders, file('', '/tagged/proof')),

  tracksList: route(itsEngineer, tracks),
  tracksCreate: route(itsEngineer, tracks, () => ({ trackNumber: 99, title: 'New' })),
  tracksCreateMany: route(
    itsEngineer,
    (scene) => `${tracks(scene)}/batch`,
    () => ({ tracks: [{ trackNumber: 98, title: 'New' }] }),
  ),
  tracksUpdateSlot: route(
    itsEngineer,
    (scene) => `/api/tracks/slots/${scene.slotId}`,
    () => ({ isRequired: false }),
  ),
  tracksGet: route(itsEngineer, track('')),
  tracksUpdate: route(itsEngineer, track(''), () => ({ title: 'Renamed' })),
  tracksDelete: route(itsEngineer, track('')),
  tracksCreateSlot: route(itsEngineer, track('/slots'), () => ({ slotType: 'cd_master' })),
  tracksCreateDefaultSlots: route(itsEngineer, track('/create-default-slots')),

  stagingList: route(itsEngineer, staging('')),
  uploadsPermit: route(itsEngineer, staging('/upload-urls'), () => ({
    files: [{ originalName: 'a.wav', sizeBytes: 1000, contentType: 'audio/wav' }],
  })),
  uploadsParts: route(itsEngineer, staging('/upload-parts'), ({ uploadKey }) => ({ r2Key: uploadKey })),
  uploadsUnfinished: route(itsEngineer, staging('/unfinished-uploads')),
  uploadsCancel: route(itsEngineer, staging('/cancel-uploads'), () => ({ r2Keys: ['nowhere'] })),
  uploadsRegister: route(itsEngineer, staging('/bulk-upload'), () => ({
    files: [{ fileName: 'a.wav', originalName: 'a.wav', r2Key: 'nowhere', sizeBytes: 1000 }],
  })),
  stagingSuggestions: route(itsEngineer, staging('/suggestions')),
  trackProposalsList: route(itsEngineer, staging('/track-proposals')),
  stagingReview: route(itsEngineer, staging('/review')),
  stagingAcceptChecks: route(itsEngineer, staging('/accepted-checks'), ({ stagingFileId }) => ({
    code: 'clipped',
    fileIds: [stagingFileId],
    accepted: true,
  })),
  stagingAssign: route(itsEngineer, staged('/assign'), ({ trackId }) => ({ trackId, slotType: 'streaming_master' })),
  stagingAssignMany: route(itsEngineer, staging('/assign'), ({ stagingFileId, trackId }) => ({
    assignments: [{ fileId: stagingFileId, trackId, slotType: 'streaming_master' }],
  })),
  deliverableChecksList: route(itsEngineer, staging('/deliverable-checks')),
  stagingSetDeliverable: route(itsEngineer, staged('/deliverable'), () => ({ deliverable: { kind: 'other' } })),
  stagingUnassign: route(itsEngineer, staged('/assign')),
  stagingRelease: route(itsEngineer, staging('/release'), ({ stagingFileId }) => ({ stagingFileIds: [stagingFileId] })),
  stagingAnalyseAll: route(itsEngineer, staging('/analyse'), () => ({ scope: 'failed' })),
  stagingAnalyse: route(itsEngineer, staged('/analyse')),
  stagingDelete: route(itsEngineer, staged('')),
  stagingDeleteMany: route(itsEngineer, staging('/delete'), ({ stagingFileId }) => ({
    stagingFileIds: [stagingFileId],
  })),
  stagingPeaks: route(itsEngineer, staged('/peaks')),
  stagingListening: route(itsEngineer, staged('/listening')),

  // No file in the scene has a question, so the engineer gets 409.
  stagingAnswer: route(itsEngineer, staging('/answers'), () => ({
    word: 'pm',
    slotType: 'vinyl_master',
  })),

  conventionsList: route(engineers, '/api/studio/conventions'),
  conventionsDismiss: route(
    { ...engineers, otherEngineer: 404 },
    (scene) => `/api/studio/conventions/${scene.conventionId}`,
  ),

  filesBegin: route(itsEngineer, '/api/files/upload-url', (scene) => ({
    fileName: 'a.wav',
    projectId: scene.project.id,
    fileType: 'master',
    sizeBytes: 1000,
  })),
  filesUpload: route(
    { ...itsEngineer, ...invited(404), client: 404 },
    (scene) => `/api/files/upload/${scene.uploadId}`,
    () => ({}),
  ),
  filesCancelUpload: route(
    { ...itsEngineer, ...invited(404), client: 404 },
    (scene) => `/api/files/upload/${scene.uploadId}`,
  ),
  filesMissingParts: route(
    { ...itsEngineer, ...invited(404), client: 404 },
    (scene) => `/api/files/${scene.uploadId}/upload-parts`,
  ),
  filesComplete: route(
    { ...itsEngineer, ...invited(404), client: 404 },
    (scene) => `/api/files/${scene.uploadId}/complete`,
  ),
  filesList: route(parties, (scene) => `/api/files/project/${scene.project.id}`),
  filesDownload: route(deciders, file('download/')),
  filesListening: route(parties, file('', '/listening')),
  filesSound: route(parties, file('', '/sound/preview')),
  filesPlayed: route({ ...parties, engineer: 403 }, file('', '/played'), () => ({ seconds: 5 })),
  filesMakeLossless: route({ ...itsEngineer, engineer: 403 }, file('', '/lossless')),
  alignmentGet: route(parties, (scene) => file('', `/alignment/${scene.fileId}`)(scene)),
  filesChooseTrack: route(deciders, file('', '/track'), () => ({ trackId: null })),
  filesApprove: route(itsDeciders, file('', '/approval'), () => ({ verdict: 'approved' })),
  filesTakeApprovalBack: route(itsDeciders, file('', '/approval')),
  filesUnfinished: route(parties, ({ project }) => `/api/files/project/${project.id}/unfinished-uploads`),
  filesArchive: route(deciders, ({ project }) => `/api/files/project/${project.id}/archive/finals`),
  filesPeaks: route(parties, file('', '/peaks')),
  filesGet: route(parties, file('')),
  filesDelete: route(itsEngineer, file('')),

  shareLinksList: route(deciders, ({ project }) => `/api/share-links/project/${project.id}`),
  shareLinksCreate: route(deciders, '/api/share-links', ({ project: { id } }) => ({
    projectId: id,
    purpose: 'listening',
    name: 'Label',
  })),
  shareLinksRevoke: route(deciders, ({ shareLinkId }) => `/api/share-links/${shareLinkId}`),
  shareLinksUpdate: route(
    deciders,
    ({ shareLinkId }) => `/api/share-links/${shareLinkId}`,
    () => ({ name: 'Radio' }),
  ),
  shareLinksRenew: route(deciders, ({ shareLinkId }) => `/api/share-links/${shareLinkId}/renew`),
  sharedEnter: route(everyone, shared('/password'), () => ({ password: 'no' })),
  sharedRecord: route(everyone, shared('/record')),
  sharedVisit: route(everyone, shared('/visit')),
  sharedPreview: route(everyone, (scene) => shared(`/files/${scene.fileId}/preview`)(scene)),
  sharedPeaks: route(everyone, (scene) => shared(`/files/${scene.fileId}/peaks`)(scene)),
  sharedCover: route(everyone, shared('/cover')),
  sharedComments: route(everyone, shared('/comments')),
  sharedComment: route(everyone, shared('/comments'), ({ fileId }) => ({ fileId, name: 'Ann', comment: 'Louder' })),

  deliveriesPage: route(everyone, delivery('')),
  deliveriesEnter: route(everyone, delivery(''), () => ({ password: 'no' })),
  deliveriesDownload: route(everyone, (scene) => delivery(`/files/${scene.fileId}/a.wav`)(scene)),
  deliveriesDownloadTagged: route(everyone, (scene) => delivery(`/editions/1/tagged/${scene.fileId}/a.wav`)(scene)),
  deliveriesCue: route(everyone, (scene) => delivery(`/cues/${scene.fileId}`)(scene)),
  deliveriesPreview: route(everyone, (scene) => delivery(`/previews/${scene.fileId}`)(scene)),
  deliveriesCover: route(everyone, delivery(`/cover/${COVER_SHA256}`)),
  deliveriesTable: route(everyone, delivery('/editions/1/metadata.csv')),
  deliveriesArchive: route(everyone, delivery('/editions/1/a.zip')),

  identifyForMember: route(
    parties,
    (scene) => `/api/identify/projects/${scene.project.id}`,
    () => UNKNOWN_FILE,
  ),
  identifyForVisitor: route(
    everyone,
    (scene) => `/api/identify/links/${scene.deliveryToken}`,
    () => UNKNOWN_FILE,
  ),
  ordersRead: route(deciders, (scene) => `/api/orders/projects/${scene.project.id}`),
  quotesCreate: route(itsEngineer, '/api/quotes', ({ project: { id } }) => ({ projectId: id, amount: 450, notes: '' })),
  quotesCurrent: route(deciders, (scene) => `/api/quotes/current/${scene.project.id}`),
  quotesHistory: route(deciders, (scene) => `/api/quotes/history/${scene.project.id}`),
  quotesGet: route(deciders, quote('')),
  quotesAccept: route(itsDeciders, quote('/accept')),
  quotesAsk: route(itsDeciders, quote('/questions'), () => ({ question: 'How many revisions?' })),
  quotesReject: route(itsDeciders, quote('/reject'), () => ({ reason: 'Too much' })),

  commentsCreate: route(commenters, '/api/comments', ({ project: { id }, fileId }) => ({
    projectId: id,
    comment: 'Louder',
    fileId,
  })),
  commentsList: route(parties, (scene) => `/api/comments/project/${scene.project.id}`),
  commentsUpdate: route(itsAuthor, comment, () => ({ comment: 'Softer' })),
  commentsResolve: route(
    commenters,
    (scene) => `${comment(scene)}/resolved`,
    () => ({ resolved: true }),
  ),
  commentsExport: route(parties, (scene) => `/api/comments/project/${scene.project.id}/export?format=csv`),
  commentsDelete: route(itsAuthor, comment),

  invoicesCreate: route({ ...engineers, otherEngineer: 404 }, '/api/invoices', (scene) => ({
    projectId: scene.project.id,
    amount: 100,
    due_date: '2999-01-01',
  })),
  invoicesList: route(signedIn, '/api/invoices'),
  invoicesMetrics: route(engineers, '/api/invoices/metrics'),
  invoicesDraft: route(itsEngineer, (scene) => `/api/invoices/draft/${scene.project.id}`),
  invoicesGet: route(deciders, invoice('')),
  invoicesPdf: route(deciders, invoice('/pdf')),
  invoicesSetStatus: route(itsEngineer, invoice('/status'), () => ({ status: 'cancelled' })),
  reportsPdf: route(itsEngineer, project('/report')),
  remindersGet: route(itsEngineer, invoice('/reminders')),
  remindersSend: route(itsEngineer, invoice('/reminders')),
  remindersPause: route(itsEngineer, invoice('/reminders'), () => ({ paused: true })),
  failedMailsList: route(itsEngineer, project('/failed-mails')),
  failedMailsSendAgain: route(
    itsEngineer,
    ({ project: { id }, notificationId }) => `/api/projects/${id}/failed-mails/${notificationId}/send-again`,
  ),
  paymentsPay: route(itsDeciders, project('/pay')),

  notificationsList: route(signedIn, '/api/notifications'),
  notificationsUnreadCount: route(signedIn, '/api/notifications/unread-count'),
  notificationsReadAll: route(signedIn, '/api/notifications/mark-all-read'),
  notificationsRead: route(itsClient, (scene) => `/api/notifications/${scene.notificationId}/read`),
  mailPreferencesList: route(signedIn, '/api/notifications/preferences'),
  mailPreferencesSet: route(signedIn, '/api/notifications/preferences', () => ({ type: 'file_deleted', email: false })),
  mailPreferencesLook: route(everyone, (scene) => `/api/notifications/unsubscribe/${scene.unsubscribeToken}`),
  mailPreferencesUnsubscribe: route(everyone, (scene) => `/api/notifications/unsubscribe/${scene.unsubscribeToken}`),

  studioOwnBrand: route(signedIn, '/api/studio/brand'),
  mailingListSignUp: route(everyone, '/api/mailing-list', () => ({
    name: 'New',
    email: `${randomUUID()}@example.com`,
  })),
  mailingListList: route(theOperator, '/api/mailing-list'),
  mailingListStats: route(theOperator, '/api/mailing-list/stats'),
  auditList: route(theOperator, '/api/audit'),
  auditExport: route(theOperator, '/api/audit/export'),
  mailingListExport: route(theOperator, '/api/mailing-list/export'),
  mailingListDelete: route(theOperator, () => `/api/mailing-list/${randomUUID()}`),
  engineersInvite: route(theOperator, '/api/engineer-invites', () => ({ name: 'New', email: 'new@example.com' })),
  engineersList: route(theOperator, '/api/engineer-invites'),
  engineersCancel: route(theOperator, () => `/api/engineer-invites/${randomUUID()}`),
  engineersShow: route(refusing(404), () => `/api/engineer-invites/token/${'x'.repeat(43)}`),
  engineersAccept: route(
    refusing(404),
    () => `/api/engineer-invites/accept/${'x'.repeat(43)}`,
    () => ({ name: 'New', studioName: 'New', password: 'correct horse' }),
  ),
  analyticsCount: route(everyone, '/api/analytics/events', () => ({
    name: 'modal_open',
    pageType: 'public',
    path: '/',
  })),
  mailHoldStatus: route(theOperator, '/api/operator/mail-hold'),
  mailHoldRelease: route(theOperator, '/api/operator/mail-hold'),
  operatorStatusStatus: route(theOperator, '/api/operator/status'),
  readerGapsList: route(theOperator, '/api/operator/reader-gaps'),
  analyticsRead: route(theOperator, '/api/analytics'),

  mailboxList: route({ ...refusing(404), anonymous: 401 }, '/api/dev/mails'),
  mailboxGet: route({ ...refusing(404), anonymous: 401 }, '/api/dev/mails/none'),
};

function refusing(status: Verdict): Verdicts {
  return Object.fromEntries(callers.map((name) => [name, status])) as Verdicts;
}

/** A new scene; every object that a file refers to is in the store. */
export async function makeScene(app: TestApp): Promise<Scene> {
  const rows = build(app);
  const own = await rows.project();
  const projectId = own.project.id;
  const { track, slots } = await rows.track({ projectId });
  const audio = async () => {
    const key = (name: string) => `projects/${projectId}/test/${randomUUID()}/${name}`;
    const [objectKey, peaksKey, previewKey] = [key('a.wav'), key('peaks.bin'), key('preview.mp3')];
    const bytes = Buffer.alloc(100);
    for (const stored of [objectKey, peaksKey, previewKey]) {
      await app.platform.storage.put(stored, bytes, { contentType: 'audio/wav', sizeBytes: bytes.length });
    }
    return rows.audio({ objectKey, peaksKey, previewKey, sizeBytes: bytes.length, state: 'done' });
  };
  const trashed = async () => {
    const { id: audioId, objectKey } = await audio();
    const file = await rows.file({ projectId, audioId, fileType: 'upload', deletedAt: new Date() });
    const item = app.database.manager.create(TrashItem, {
      objectKey,
      trashKey: `trash/2999-01-01/${objectKey}`,
      sizeBytes: 100,
      kind: 'upload',
      fileName: 'a.wav',
      studioId: own.studio.id,
      projectId,
      trashedBy: own.engineer.id,
      fileId: file.id,
    });
    return (await app.database.manager.save(item)).id;
  };
  const stagingFile = await rows.stagingFile({ projectId, audioId: (await audio()).id });
  const released = await rows.file({ projectId, audioId: (await audio()).id });
  const ddp = await audio();
  await rows.file({ projectId, audioId: ddp.id, originalName: 'DDP.zip' });
  await app.database.query(
    `INSERT INTO ddp_reports (audio_id, project_id, state, report) VALUES ($1, $2, 'done', $3)`,
    [ddp.id, projectId, ddpReport(ddp.objectKey)],
  );
  const begun = await rows.file({ projectId, completedAt: null });
  const uploadKey = `projects/${projectId}/staging/${randomUUID()}/a.wav`;
  await app.database.manager.insert(StagingFile, {
    status: 'incoming',
    objectKey: uploadKey,
    projectId,
    uploadedBy: own.engineer.id,
    fileName: 'a.wav',
    originalName: 'a.wav',
    sizeBytes: 1000,
    contentType: 'audio/wav',
  });
  const taught = await rows.stagingFile({ projectId, status: 'released', hiddenAt: new Date() });
  const meaning = { studioId: own.studio.id, word: 'm2', slotType: 'vinyl_master' } as const;
  await app.database.manager.insert(SlotLesson, { ...meaning, stagingFileId: taught.id, spelling: 'M2', founds: true });
  const convention = await app.database.manager.save(app.database.manager.create(Convention, meaning));
  const samePeople = { studioId: own.studio.id, engineerId: own.engineer.id, clientId: own.client.id };
  const quoted = await rows.project(samePeople);
  const { id: quoteId } = await rows.quote({ projectId: quoted.project.id });
  const { id: commentId } = await rows.comment({ projectId });
  const [notification] = await app.database.query<{ id: string }>(
    `INSERT INTO notifications (user_id, type, message, metadata, mail_failed_at)
     VALUES ($1, 'new_comment', 'Hello', jsonb_build_object('projectId', $2::text), now()) RETURNING id`,
    [own.client.id, projectId],
  );
  await app.database.manager.insert(Cover, {
    projectId,
    contentType: 'image/png',
    width: 8,
    height: 8,
    colourSpace: 'srgb',
    sha256: COVER_SHA256,
    bytes: Buffer.from('picture'),
    thumbnail: Buffer.from('picture'),
  });
  const { link, token } = await rows.shareLink({ projectId, commentsAllowed: true });
  const { token: deliveryToken } = await rows.shareLink({ projectId, purpose: 'delivery' });
  await app.get(EditionsService).freeze(projectId);
  const [decider, commenter, listener] = await Promise.all(
    (['decides', 'comments', 'listens'] as const).map((role) => rows.person(projectId, role)),
  );
  await app.database.query(
    `INSERT INTO project_people (project_id, user_id, role, name, invited_by)
     SELECT $2, user_id, role, name, invited_by FROM project_people WHERE project_id = $1`,
    [projectId, quoted.project.id],
  );
  const other = await rows.project();
  await app.database.manager.update(User, { id: own.client.id }, { emailVerified: true });
  const toClient = { studioId: other.studio.id, invitedBy: other.engineer.id, email: own.client.email };
  return {
    ...own,
    trackId: track.id,
    slotId: slots[0]!.id,
    stagingFileId: stagingFile.id,
    fileId: released.id,
    ddpId: ddp.id,
    uploadId: begun.id,
    uploadKey,
    notificationId: notification!.id,
    ...(await rows.invite({ studioId: own.studio.id, invitedBy: own.engineer.id })),
    ownInviteId: (await rows.invite(toClient)).inviteId,
    unsubscribeToken: app.get(MailPreferencesService).tokenFor(own.client.id, 'new_comment'),
    quoteId,
    decider: decider!,
    commenter: commenter!,
    listener: listener!,
    commentId,
    shareLinkId: link.id,
    shareToken: token,
    deliveryToken,
    conventionId: convention.id,
    invoiceId: (await rows.invoice({ projectId })).id,
    trashId: await trashed(),
    deletedProjectId: (await rows.project({ ...samePeople, trashedAt: new Date() })).project.id,
    other,
  };
}

/** A report whose image is the first 100 bytes of an object. */
const ddpReport = (objectKey: string) => ({
  refusal: null,
  title: '',
  performer: '',
  upc: '',
  frames: 0,
  tracks: [],
  findings: [],
  disc: null,
  isSame: null,
  masters: [],
  albumRevision: 0,
  image: [{ objectKey, objectBytes: 100, from: 0, sizeBytes: 100 }],
});
