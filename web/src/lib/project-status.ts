export type ProjectStatus =
  | 'created'
  | 'quoted'
  | 'quote_accepted'
  | 'in_progress'
  | 'preview_ready'
  | 'awaiting_payment'
  | 'paid'
  | 'delivered'
  | 'awaiting_revision'
  | 'approved';

interface StatusLook {
  label: string;
  color: string;
  /** What it means for the client; null where the status needs no explanation. */
  forClient: string | null;
}

/** Every project status in the order of a project's life. */
export const projectStatuses: Record<ProjectStatus, StatusLook> = {
  created: { label: 'Created', color: 'blue', forClient: 'Waiting to begin' },
  quoted: { label: 'Quoted', color: 'cyan', forClient: 'Awaiting your approval' },
  quote_accepted: { label: 'Quote accepted', color: 'green', forClient: 'Work will begin soon' },
  in_progress: { label: 'In progress', color: 'yellow', forClient: 'Currently being mastered' },
  preview_ready: { label: 'Preview ready', color: 'orange', forClient: 'Previews ready for review' },
  awaiting_payment: { label: 'Awaiting payment', color: 'purple', forClient: 'Pay to download finals' },
  paid: { label: 'Paid', color: 'green', forClient: 'Finals available' },
  delivered: { label: 'Delivered', color: 'teal', forClient: 'Completed' },
  awaiting_revision: { label: 'Awaiting revision', color: 'orange', forClient: null },
  approved: { label: 'Approved', color: 'green', forClient: 'Completed' },
};

/** What an engineer may set by hand. */
export const manualStatuses = ['created', 'in_progress', 'awaiting_revision', 'approved', 'delivered'] as const;
