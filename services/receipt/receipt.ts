import { createHash, type KeyObject, sign } from 'node:crypto';
import { RECEIPT_NAMES } from './names.js';
import { receiptPage } from './page.js';

interface RecordedAction {
  by: string;
  /** ISO time. */
  at: string;
}

/** A file of an archive, and how it came to be. */
export interface ReceiptFile {
  /** Path in the archive. */
  name: string;
  sizeBytes: number;
  sha256: string;
  /** The file as it was uploaded; null for lists that the archive contains besides. */
  uploaded: { name: string; sizeBytes: number; sha256: string } | null;
  released: RecordedAction | null;
  approved: RecordedAction | null;
}

export interface Receipt {
  title: string;
  artist: string;
  edition: number;
  editionOf: string;
  /** Time up to which approvals and payments are listed. */
  asOf: string;
  studio: string;
  client: string;
  /** Not what was paid: a label or distributor with a link must not read that. */
  paid: { at: string }[];
  files: ReceiptFile[];
}

export interface SigningPair {
  /** The 32 bytes of the Ed25519 key in base64. */
  publicKey: string;
  privateKey: KeyObject;
}

/** The files of a signed receipt: the receipt, its signature, and a page that checks files against it. */
export function receiptFiles(
  receipt: Receipt,
  { publicKey, privateKey }: SigningPair,
): Record<(typeof RECEIPT_NAMES)[number], Buffer> {
  const signed = { format: 'lacquer-receipt-1', ...receipt, publicKey, fingerprint: fingerprintOf(publicKey) };
  const json = Buffer.from(`${JSON.stringify(signed, null, 2)}\n`);
  const signature = sign(null, json, privateKey).toString('base64');
  return {
    'receipt.html': Buffer.from(receiptPage(json, signature)),
    'receipt.json': json,
    'receipt.json.sig': Buffer.from(`${signature}\n`),
  };
}

/** The first half of the key's SHA-256, in groups that people can compare: `1a2b 3c4d …`. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey, 'base64'))
    .digest('hex')
    .slice(0, 32)
    .replace(/(.{4})(?!$)/g, '$1 ');
