/** Time in which a payment can be undone, in ms. */
export const GRACE_MS = 8000;

interface HeldPayment {
  timer: ReturnType<typeof setTimeout>;
  send: (closing: boolean) => void;
}

/**
 * Invoices marked as paid that are not sent to the server yet, because the effects of a payment (unlocked finals, a
 * mail) cannot be undone. Kept outside components, so that leaving a page does not lose them.
 */
class HeldPayments {
  private held = new Map<string, HeldPayment>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  has(invoiceId: string): boolean {
    return this.held.has(invoiceId);
  }

  /** Calls `send` once: after the grace period, or immediately with true if the page closes before. */
  hold(invoiceId: string, send: (closing: boolean) => void): void {
    this.release(invoiceId);
    const timer = setTimeout(() => {
      this.release(invoiceId);
      send(false);
    }, GRACE_MS);
    this.held.set(invoiceId, { timer, send });
    this.notify();
  }

  /** Cancels the payment; returns false if it was already sent. */
  release(invoiceId: string): boolean {
    const held = this.held.get(invoiceId);
    if (!held) return false;
    clearTimeout(held.timer);
    this.held.delete(invoiceId);
    this.notify();
    return true;
  }

  sendAll(): void {
    for (const [invoiceId, { send }] of [...this.held]) {
      this.release(invoiceId);
      send(true);
    }
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

export const heldPayments = new HeldPayments();

if (typeof window !== 'undefined') window.addEventListener('pagehide', () => heldPayments.sendAll());
