import { AUTO_ASSIGN_ABOVE, SLOT_LABELS, SLOT_TYPES, type SlotType } from '../engine/types.js';
import type { Deliverable, DeliverableKind } from '../file-kinds/deliverables.js';

type OrderedFormats = Record<SlotType, { label: string; scope: 'track' }>;

function orderedFormats(): OrderedFormats {
  const entries = SLOT_TYPES.map((type) => [type, { label: SLOT_LABELS[type], scope: 'track' }]);
  return Object.fromEntries(entries) as OrderedFormats;
}

/**
 * The words of the domain, each list in the order in which people see it. Keys are used in tables and in the API;
 * labels are shown to people. `openapi.json` carries all of it as `x-words`, and the web's constants are generated from
 * that.
 */
export const domainWords = {
  slotTypes: {
    streaming_master: { label: SLOT_LABELS.streaming_master, isRequired: true },
    vinyl_master: { label: SLOT_LABELS.vinyl_master, isRequired: false },
    hires_master: { label: SLOT_LABELS.hires_master, isRequired: false },
    cd_master: { label: SLOT_LABELS.cd_master, isRequired: false },
    instrumental_master: { label: SLOT_LABELS.instrumental_master, isRequired: false },
    clean_master: { label: SLOT_LABELS.clean_master, isRequired: false },
  } satisfies Record<SlotType, object>,
  /** The things that a line of a quote can order. `scope`: a format of tracks, or something made for the whole album. */
  orderedKinds: {
    ...orderedFormats(),
    ddp: { label: 'DDP image', scope: 'album' },
    vinyl_sides: { label: 'Vinyl sides', scope: 'album' },
    atmos: { label: 'Dolby Atmos', scope: 'album' },
    other: { label: 'Other deliverable', scope: 'album' },
  },
  /**
   * The files that are delivered besides the masters in slots. `means` is what they are for, `folder` where they are in a
   * ZIP, `perTrack` whether they may belong to one track, `isChecked` whether checks look for errors in them.
   */
  deliverableKinds: {
    ddp: { label: 'DDP', means: 'For the CD plant', folder: 'DDP', perTrack: false, isChecked: true },
    vinyl_side: {
      label: 'Vinyl side',
      means: 'For the cutting engineer',
      folder: 'Vinyl sides',
      perTrack: false,
      isChecked: true,
    },
    atmos: {
      label: 'Dolby Atmos',
      means: 'For stores with spatial audio',
      folder: 'Dolby Atmos',
      perTrack: true,
      isChecked: true,
    },
    binaural: {
      label: 'Binaural',
      means: 'Dolby Atmos on headphones',
      folder: 'Dolby Atmos',
      perTrack: true,
      isChecked: false,
    },
    lyrics: { label: 'Lyrics', means: 'For sleeves and stores', folder: 'Lyrics', perTrack: true, isChecked: false },
    artwork: {
      label: 'Artwork',
      means: 'For sleeves and stores',
      folder: 'Artwork',
      perTrack: false,
      isChecked: false,
    },
    pq_sheet: {
      label: 'PQ sheet',
      means: 'Times and codes for the CD plant',
      folder: 'PQ sheets',
      perTrack: false,
      isChecked: false,
    },
    session_notes: {
      label: 'Session notes',
      means: 'How it was made',
      folder: 'Session notes',
      perTrack: true,
      isChecked: false,
    },
    other: { label: 'Other', means: 'Part of the delivery', folder: 'Other', perTrack: true, isChecked: false },
  } satisfies Record<DeliverableKind, object>,
  autoAssignAbove: AUTO_ASSIGN_ABOVE,
  /** `choice` is the label in the upload form. */
  fileTypes: {
    upload: { label: 'Unfinished Master', color: 'gray', choice: 'Unfinished Master' },
    master: { label: 'Mastered', color: 'teal', choice: 'Mastered Final' },
    variation: { label: 'Variation', color: 'blue', choice: 'Platform Variation' },
    revision: { label: 'Revision', color: 'orange', choice: 'Revision' },
  },
  /**
   * Ordered by the life of a project. `forClient` is what the status means for the client; `progress` is how far the
   * work is, in per cent. Both are null where there is nothing to say.
   */
  projectStatuses: {
    created: { label: 'Created', color: 'blue', forClient: 'Waiting to begin', progress: 10 },
    quoted: { label: 'Quoted', color: 'cyan', forClient: 'Awaiting your approval', progress: 20 },
    quote_accepted: {
      label: 'Quote accepted',
      color: 'green',

      forClient: 'Work will begin soon',
      progress: 30,
    },
    in_progress: {
      label: 'In progress',
      color: 'yellow',

      forClient: 'Currently being mastered',
      progress: 60,
    },
    preview_ready: {
      label: 'Preview ready',
      color: 'orange',

      forClient: 'Previews ready for review',
      progress: 80,
    },
    awaiting_payment: {
      label: 'Awaiting payment',
      color: 'purple',

      forClient: 'Pay to download finals',
      progress: 90,
    },
    paid: { label: 'Paid', color: 'green', forClient: 'Finals available', progress: 90 },
    delivered: { label: 'Delivered', color: 'teal', forClient: 'Completed', progress: 100 },
    awaiting_revision: { label: 'Awaiting revision', color: 'orange', forClient: null, progress: null },
    approved: { label: 'Approved', color: 'green', forClient: 'Completed', progress: 100 },
  },
  /** The statuses that an engineer may set at any time. */
  manualStatuses: ['created', 'in_progress', 'awaiting_revision', 'approved', 'delivered'],
  /** The roles of a project's people on the client's side; `means` is what a person with the role may do. */
  projectRoles: {
    decides: { label: 'Decides', means: 'Accepts quotes, approves masters, pays and downloads' },
    comments: { label: 'Comments', means: 'Listens and comments' },
    listens: { label: 'Listens', means: 'Listens and reads comments' },
  },
  quoteStatuses: {
    pending: { label: 'Pending', color: 'yellow' },
    accepted: { label: 'Accepted', color: 'green' },
    rejected: { label: 'Rejected', color: 'red' },
    expired: { label: 'Expired', color: 'gray' },
    superseded: { label: 'Superseded', color: 'gray' },
  },
  invoiceStatuses: {
    pending: { label: 'Pending', color: 'yellow' },
    paid: { label: 'Paid', color: 'green' },
    overdue: { label: 'Overdue', color: 'red' },
    cancelled: { label: 'Cancelled', color: 'gray' },
  },
  stagingStatuses: {
    incoming: { label: 'Incoming', color: 'gray' },
    pending: { label: 'Pending', color: 'orange' },
    assigned: { label: 'Assigned', color: 'blue' },
    released: { label: 'Released', color: 'green' },
  },
  /** The kinds of notification, as the e-mail preferences show them. */
  notificationTypes: {
    new_quote: { label: 'New and revised quotes' },
    quote_accepted: { label: 'Accepted quotes' },
    quote_rejected: { label: 'Rejected quotes' },
    new_invoice: { label: 'New invoices' },
    invoice_paid: { label: 'Paid invoices' },
    payment_reminder: { label: 'Payment reminders' },
    masters_available: { label: 'New masters' },
    revision_uploaded: { label: 'Revised masters' },
    delivery_ready: { label: 'Deliveries that are ready' },
    delivery_fetched: { label: 'Deliveries that were downloaded' },
    delivery_reminder: { label: 'Reminders of deliveries that were not downloaded' },
    link_stopped: { label: 'Links with too many wrong passwords' },
    comment_on_masters: { label: 'Comments on masters' },
    project_comment: { label: 'Other comments' },
    new_comment: { label: 'Comments' },
    mention: { label: 'Mentions and answers to you' },
    project_invitation: { label: 'Invitations to projects' },
    album_proposed: { label: 'Proposed album orders' },
    album_answered: { label: 'Answers to a proposed album order' },
    project_status_updated: { label: 'Changes of a project’s status' },
    file_uploaded: { label: 'Uploaded files' },
    file_deleted: { label: 'Deleted files' },
    client_left: { label: 'Clients who deleted their account' },
  },
  /** The kinds of files that take up space in the object store. */
  storageKinds: {
    upload: { label: 'Originals', color: 'gray' },
    master: { label: 'Masters', color: 'teal' },
    variation: { label: 'Variations', color: 'blue' },
    revision: { label: 'Revisions', color: 'orange' },
    staging: { label: 'In staging', color: 'purple' },
    cover: { label: 'Covers', color: 'yellow' },
    derived: { label: 'Previews and waveforms', color: 'cyan' },
    trash: { label: 'In the trash', color: 'red' },
  },
  /** How much space is used: below 1, 5 and 10 GB, and above. */
  storageLevels: {
    low: { label: 'Low', color: 'green' },
    medium: { label: 'Medium', color: 'blue' },
    high: { label: 'High', color: 'yellow' },
    critical: { label: 'Critical', color: 'red' },
  },
  currencies: {
    USD: { label: 'US dollar ($)' },
    EUR: { label: 'Euro (€)' },
    GBP: { label: 'Pound sterling (£)' },
  },
  countries: {
    US: { label: 'United States' },
    CA: { label: 'Canada' },
    UK: { label: 'United Kingdom' },
    AU: { label: 'Australia' },
  },
  /** The subjects of live updates. */
  liveTopics: [
    'activity',
    'album',
    'clients',
    'comments',
    'conventions',
    'files',
    'invoices',
    'metadata',
    'notifications',
    'people',
    'projects',
    'quotes',
    'reminders',
    'session',
    'staging',
    'studio',
    'tracks',
  ],
  genres: [
    'Hip Hop',
    'Rock',
    'Pop',
    'Electronic',
    'Jazz',
    'Classical',
    'Country',
    'R&B',
    'Reggae',
    'Folk',
    'Blues',
    'Metal',
    'Punk',
    'Indie',
    'Alternative',
    'Gospel',
    'World Music',
    'Ambient',
    'Experimental',
    'Singer-Songwriter',
  ],
} as const;

type Words = typeof domainWords;

const keysOf = <T extends object>(list: T) => Object.keys(list) as (keyof T & string)[];

export const slotTypes: readonly SlotType[] = SLOT_TYPES;
export const orderedKinds = keysOf(domainWords.orderedKinds);
export const deliverableKinds = keysOf(domainWords.deliverableKinds);
export const fileTypes = keysOf(domainWords.fileTypes);
export const projectStatuses = keysOf(domainWords.projectStatuses);
export const manualStatuses = domainWords.manualStatuses satisfies readonly ProjectStatus[];
export const projectRoles = keysOf(domainWords.projectRoles);
export const quoteStatuses = keysOf(domainWords.quoteStatuses);
export const invoiceStatuses = keysOf(domainWords.invoiceStatuses);
export const stagingStatuses = keysOf(domainWords.stagingStatuses);
export const notificationTypes = keysOf(domainWords.notificationTypes);
export const storageKinds = keysOf(domainWords.storageKinds);
export const storageLevels = keysOf(domainWords.storageLevels);
export const currencies = keysOf(domainWords.currencies);
export const countries = keysOf(domainWords.countries);
export const genres = domainWords.genres;

export type { DeliverableKind, SlotType };
export type OrderedKind = keyof Words['orderedKinds'];
export type FileType = keyof Words['fileTypes'];
export type ProjectStatus = keyof Words['projectStatuses'];
export type ProjectRole = keyof Words['projectRoles'];
export type QuoteStatus = keyof Words['quoteStatuses'];
export type InvoiceStatus = keyof Words['invoiceStatuses'];
export type StagingStatus = keyof Words['stagingStatuses'];
export type NotificationType = keyof Words['notificationTypes'];
export type StorageKind = keyof Words['storageKinds'];
export type StorageLevel = keyof Words['storageLevels'];
export type Currency = keyof Words['currencies'];
export type Country = keyof Words['countries'];
export type LiveTopic = Words['liveTopics'][number];
export type Genre = (typeof genres)[number];

export const statusLabel = (status: ProjectStatus): string => domainWords.projectStatuses[status].label;
export const slotLabel = (slotType: SlotType): string => domainWords.slotTypes[slotType].label;

export const orderedLabel = (kind: OrderedKind): string => domainWords.orderedKinds[kind].label;

/** 'Lyrics: Ember', 'Vinyl side A', 'DDP: NL001', or only the kind. */
export function deliverableName(
  { kind, title, side }: Omit<Deliverable, 'trackId'>,
  trackTitle: string | null,
): string {
  const { label } = domainWords.deliverableKinds[kind];
  const of = title || trackTitle;
  return `${label}${side ? ` ${side}` : ''}${of ? `: ${of}` : ''}`;
}

export const bySlotOrder = (a: { slotType: SlotType }, b: { slotType: SlotType }): number =>
  slotTypes.indexOf(a.slotType) - slotTypes.indexOf(b.slotType);
