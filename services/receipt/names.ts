/** The files of a receipt in an archive. */
export const RECEIPT_NAMES = ['receipt.html', 'receipt.json', 'receipt.json.sig'] as const;
