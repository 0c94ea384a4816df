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
  /** How far the work is, in per cent; null where nobody can say. */
  progress: number | null;
}

/** Every project status in the order of a project's life. */
export const projectStatuses: Record<ProjectStatus, StatusLook> = {
  created: { label: 'Created', color: 'blue', forClient: 'Waiting to begin', progress: 10 },
  quoted: { label: 'Quoted', color: 'cyan', forClient: 'Awaiting your approval', progress: 20 },
  quote_accepted: { label: 'Quote accepted', color: 'green', forClient: 'Work will begin soon', progress: 30 },
  in_progress: { label: 'In progress', color: 'yellow', forClient: 'Currently being mastered', progress: 60 },
  preview_ready: { label: 'Preview ready', color: 'orange', forClient: 'Previews ready for review', progress: 80 },
  awaiting_payment: { label: 'Awaiting payment', color: 'purple', forClient: 'Pay to download finals', progress: 90 },
  paid: { label: 'Paid', color: 'green', forClient: 'Finals available', progress: 90 },
  delivered: { label: 'Delivered', color: 'teal', forClient: 'Completed', progress: 100 },
  awaiting_revision: { label: 'Awaiting revision', color: 'orange', forClient: null, progress: null },
  approved: { label: 'Approved', color: 'green', forClient: 'Completed', progress: 100 },
};

/** What an engineer may set by hand. */
export const manualStatuses = ['created', 'in_progress', 'awaiting_revision', 'approved', 'delivered'] as const;
