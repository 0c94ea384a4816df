import type {
  deliverableKinds,
  invoiceStatuses,
  liveTopics,
  manualStatuses,
  orderedKinds,
  projectRoles,
  projectStatuses,
  quoteStatuses,
  slotTypes,
} from '../api/generated/words.gen';

export * from '../api/generated/words.gen';

export type LiveTopic = (typeof liveTopics)[number];
export type DeliverableKind = keyof typeof deliverableKinds;
export type SlotType = keyof typeof slotTypes;
export type OrderedKind = keyof typeof orderedKinds;
export type ProjectRole = keyof typeof projectRoles;
export type ProjectStatus = keyof typeof projectStatuses;
export type ManualStatus = (typeof manualStatuses)[number];
export type QuoteStatus = keyof typeof quoteStatuses;
export type InvoiceStatus = keyof typeof invoiceStatuses;

export const keysOf = <T extends object>(list: T) => Object.keys(list) as (keyof T & string)[];

/** Options of a select for a list of words. */
export const optionsOf = <T extends Record<string, { label: string }>>(list: T) =>
  keysOf(list).map((value) => ({ value, label: (list[value] as { label: string }).label }));
