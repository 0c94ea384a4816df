import type { InvoiceStatus, ProjectStatus, QuoteStatus } from '../../platform/domain-words.js';
import { type ProjectOccurrence, statusAfter } from '../project-lifecycle/project-status.js';
import { invoiceState } from '../projects/projects.schema.js';

/** An operation on the money of one of a studio's projects. Quotes are named by version, invoices by number. */
export type MoneyOperation = { project: number } & (
  | { kind: 'quote'; cents: number; revises: boolean; parent: number | null }
  | { kind: 'answer'; version: number; accepts: boolean }
  | { kind: 'expire' }
  | { kind: 'invoice'; cents: number }
  | { kind: 'setStatus'; number: number; to: InvoiceStatus }
  | { kind: 'pay' }
  | { kind: 'setProject'; to: ProjectStatus }
  | { kind: 'occur'; what: ProjectOccurrence }
);

interface ModelQuote {
  version: number;
  cents: number;
  status: QuoteStatus;
  parent: number | null;
}

interface ModelInvoice {
  number: number;
  cents: number;
  status: InvoiceStatus;
  via: 'demo' | 'hand' | null;
}

interface ModelProject {
  status: ProjectStatus;
  quotes: ModelQuote[];
  invoices: ModelInvoice[];
  /** Expected number of notifications of each kind. */
  told: { sent: number; answered: number; invoiced: number; paid: number };
}

/** The money of one studio as its rules say, one step after the other. */
export class MoneyModel {
  private constructor(
    readonly projects: ModelProject[],
    readonly lastNumber: number,
  ) {}

  static of(projects: number): MoneyModel {
    const fresh = (): ModelProject => ({
      status: 'created',
      quotes: [],
      invoices: [],
      told: { sent: 0, answered: 0, invoiced: 0, paid: 0 },
    });
    return new MoneyModel(Array.from({ length: projects }, fresh), 0);
  }

  /** The HTTP status that the step is answered with, and the studio after it. */
  after(operation: MoneyOperation): { answer: number; model: MoneyModel } {
    const projects = structuredClone(this.projects);
    const project = projects[operation.project]!;
    const number = this.lastNumber + 1;
    const answer = step(project, operation, number);
    const numbered = operation.kind === 'invoice' && answer === 201;
    return { answer, model: new MoneyModel(projects, numbered ? number : this.lastNumber) };
  }
}

const currentInvoice = ({ invoices }: ModelProject): ModelInvoice | undefined =>
  invoices.findLast(({ status }) => status !== 'cancelled');

const sumOf = (rows: { cents: number }[]): number => rows.reduce((sum, { cents }) => sum + cents, 0);

/** The agreed amount that is not paid yet. */
const openCents = ({ quotes, invoices }: ModelProject): number =>
  sumOf(quotes.filter(({ status }) => status === 'accepted')) -
  sumOf(invoices.filter(({ status }) => status === 'paid'));

/** Applies the operation to the project. */
function step(project: ModelProject, operation: MoneyOperation, nextNumber: number): number {
  const current = project.quotes.at(-1);
  switch (operation.kind) {
    case 'quote': {
      const { cents, parent } = operation;
      const revised = operation.revises || parent !== null;
      const wrongParent = parent !== null && parent !== current?.version;
      if (revised && (!current || wrongParent || !['pending', 'rejected'].includes(current.status))) return 409;
      if (!revised && current?.status === 'pending') return 409;
      if (current?.status === 'pending') current.status = 'superseded';
      const version = project.quotes.length + 1;
      project.quotes.push({ version, cents, status: 'pending', parent: revised ? current!.version : null });
      project.told.sent += 1;
      occur(project, 'quote_sent');
      return 201;
    }
    case 'answer': {
      const quote = project.quotes.find(({ version }) => version === operation.version);
      const wanted = operation.accepts ? 'accepted' : 'rejected';
      if (!quote) return 404;
      if (quote.status === wanted) return 200;
      if (quote.status !== 'pending') return 409;
      quote.status = wanted;
      project.told.answered += 1;
      occur(project, operation.accepts ? 'quote_accepted' : 'quote_declined');
      return 200;
    }
    case 'expire':
      if (current?.status !== 'pending') return 200;
      current.status = 'expired';
      occur(project, 'quote_declined');
      return 200;
    case 'invoice':
      if (!project.quotes.some(({ status }) => status === 'accepted')) return 409;
      if (currentInvoice(project) && !(currentInvoice(project)!.status === 'paid' && openCents(project) > 0))
        return 409;
      project.invoices.push({ number: nextNumber, cents: operation.cents, status: 'pending', via: null });
      project.told.invoiced += 1;
      occur(project, 'invoice_created');
      return 201;
    case 'setStatus': {
      const invoice = project.invoices.find(({ number }) => number === operation.number);
      if (!invoice) return 404;
      if (invoice.status === operation.to) return 200;
      if (currentInvoice(project) && currentInvoice(project) !== invoice) return 409;
      settle(project, invoice, operation.to, 'hand');
      return 200;
    }
    case 'pay': {
      const owed = currentInvoice(project);
      if (!owed) return 409;
      if (owed.status !== 'paid') settle(project, owed, 'paid', 'demo');
      return 200;
    }
    case 'setProject':
      project.status = operation.to;
      return 200;
    case 'occur':
      occur(project, operation.what);
      return 200;
  }
}

function settle(project: ModelProject, invoice: ModelInvoice, to: InvoiceStatus, via: 'demo' | 'hand'): void {
  const before = invoice.status;
  invoice.status = to;
  invoice.via = to === 'paid' ? via : null;
  if (before === 'paid') occur(project, 'payment_reverted');
  if (before === 'cancelled') occur(project, 'invoice_created');
  if (to === 'cancelled') occur(project, 'invoice_cancelled');
  if (to !== 'paid') return;
  occur(project, 'invoice_paid');
  project.told.paid += 1;
}

/** Moves the status by the product's own table, which has its own test. */
function occur(project: ModelProject, what: ProjectOccurrence): void {
  project.status = statusAfter(project.status, what, invoiceState(currentInvoice(project)?.status ?? null));
}
