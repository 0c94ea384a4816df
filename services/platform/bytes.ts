const UNITS = ['Bytes', 'KB', 'MB', 'GB'];

/** Base 1024 with at most two decimals: 104857600 → '100 MB'. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 1024 ** unit).toFixed(2))} ${UNITS[unit]}`;
}
