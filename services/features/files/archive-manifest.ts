import type { Deliverable } from '../../file-kinds/deliverables.js';
import { csvRow } from '../../platform/csv.js';
import { deliverableName, slotLabel, type SlotType } from '../../platform/domain-words.js';

/** The facts of a file that a manifest contains; null where they are not known. */
export interface ManifestFile {
  trackNumber: number | null;
  trackTitle: string | null;
  slotType: SlotType | null;
  deliverable: Omit<Deliverable, 'trackId'> | null;
  /** 1 for a file that has replaced no other. */
  version: number;
  container: string | null;
  bitsStored: number | null;
  float: boolean | null;
  sampleRateHz: number | null;
  durationS: number | null;
  sizeBytes: number;
  sha256: string | null;
  crc32: number | null;
  integratedLufs: number | null;
  truePeakDbtp: number | null;
  isrc: string | null;
}

/** The list of the files in an archive, for people with a spreadsheet and for programs. */
export function manifests(project: string, files: readonly (ManifestFile & { path: string; crc32: number })[]) {
  const rows = files.map((file) => ({
    name: file.path,
    track_number: file.trackNumber,
    track_title: file.trackTitle,
    slot: file.deliverable ? deliverableName(file.deliverable, null) : file.slotType && slotLabel(file.slotType),
    version: file.version,
    format: formatOf(file),
    length_s: file.durationS === null ? null : Math.round(file.durationS * 1000) / 1000,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    crc32: file.crc32.toString(16).padStart(8, '0'),
    integrated_lufs: file.integratedLufs,
    true_peak_dbtp: file.truePeakDbtp,
    isrc: file.isrc,
  }));
  const header = [...MANIFEST_COLUMNS];
  const csv = csvRow(header) + rows.map((row) => csvRow(header.map((column) => row[column]))).join('');
  const json = `${JSON.stringify({ project, files: rows }, null, 2)}\n`;
  return { csv: Buffer.from(csv), json: Buffer.from(json) };
}

const MANIFEST_COLUMNS = [
  'name',
  'track_number',
  'track_title',
  'slot',
  'version',
  'format',
  'length_s',
  'size_bytes',
  'sha256',
  'crc32',
  'integrated_lufs',
  'true_peak_dbtp',
  'isrc',
] as const;

/** Such as `WAV 24-bit 96 kHz`; null before the header has been read. */
function formatOf({ container, bitsStored, float, sampleRateHz }: ManifestFile): string | null {
  if (!container || !sampleRateHz) return null;
  const depth = bitsStored === null ? '' : ` ${bitsStored}-bit${float ? ' float' : ''}`;
  return `${container.toUpperCase()}${depth} ${kilohertz(sampleRateHz)} kHz`;
}

export const kilohertz = (sampleRateHz: number): string => String(Math.round(sampleRateHz / 10) / 100);
