/** Time to think better of it, in ms. */
export const GRACE_MS = 8000;

interface HeldPayment {
  timer: ReturnType<typeof setTimeout>;
  send: (closing: boolean) => void;
}

/**
 * Invoices that somebody has marked as paid but that nobody was told of yet: what leaves the house with a payment
 * (unlocked finals, a mail) cannot be called back. Outside the screens, so that leaving one changes nothing.
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

  /** `send` is called once, after the grace, or at once with true when the page closes before. */
  hold(invoiceId: string, send: (closing: boolean) => void): void {
    this.release(invoiceId);
    const timer = setTimeout(() => {
      this.release(invoiceId);
      send(false);
    }, GRACE_MS);
    this.held.set(invoiceId, { timer, send });
    this.notify();
  }

  /** Forgets the mark; false when it was sent already. */
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
