import { besideOf } from '../../batch/format-alone.js';
import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { FormatClass } from '../../reading/format-class.js';
import { WORD_OF } from '../../reading/slot-words.js';
import type { SlotType } from '../../types.js';
import type { Item } from '../items.js';
import type { EvidenceKind } from '../kinds.js';
import { defineSlotRule } from '../rule.js';

const RATE_TEXT: Record<FormatClass, string> = {
  cd: '16 bit',
  standard: '24 bit at 44.1 or 48 kHz',
  high: 'a high sample rate',
  lossy: 'a lossy file',
  unknown: 'unknown format',
};

function formatText(file: BatchFile): string {
  const rate = file.file.sampleRateHz || file.name.rateHz;
  const depth = file.file.bitDepth || file.name.bitDepth;
  const shown = [!depth ? null : `${depth} bit`, rate ? `${rate / 1000} kHz` : null].filter(Boolean).join(' / ');
  return shown || RATE_TEXT[file.format];
}

function formatEvidence(batch: Batch, file: BatchFile, trackIndex: number, slot: SlotType): Item[] {
  const { format } = file;
  if (format === 'unknown') return [];
  const own = WORD_OF[slot];
  if (own === 'instrumental' || own === 'clean') {
    return [{ kind: `format.version.${format}`, value: 1, text: () => formatText(file) }];
  }
  if (format === 'lossy') return [{ kind: `format.${own}.lossy.any`, value: 1, text: () => formatText(file) }];
  // A format that a slot rarely has says the same beside other formats and alone.
  const rarely = (kind: EvidenceKind): Item[] => [{ kind, value: 1, text: () => formatText(file) }];
  if (own === 'hires' && format !== 'high') return rarely(`format.hires.${format}.any`);
  if (own === 'vinyl' && format !== 'high') return rarely(`format.vinyl.${format}.any`);
  if (own === 'cd' && format !== 'cd') return rarely(`format.cd.${format}.any`);
  const beside = besideOf(batch, file, trackIndex);
  const where =
    beside === 'track'
      ? ' beside other formats of this track'
      : beside === 'batch'
        ? ' while others in the batch differ'
        : ', the only format of the batch';
  const kind: EvidenceKind =
    own === 'streaming'
      ? `format.streaming.${format}.${beside}`
      : own === 'cd'
        ? `format.cd.cd.${beside}`
        : `format.${own}.high.${beside}`;
  return [{ kind, value: 1, text: () => `${formatText(file)}${where}` }];
}

const EMBER = { name: 'Ember.wav' };
const HIGH = { name: 'Ember.wav', sampleRateHz: 96_000 };
const CD = { name: 'Ember.wav', bitDepth: 16 };
const LOSSY = { name: 'Ember.mp3', container: 'mp3', bitDepth: null };

export const formatRule = defineSlotRule({
  kinds: [
    'format.streaming.standard.track',
    'format.streaming.standard.batch',
    'format.streaming.standard.alone',
    'format.streaming.high.track',
    'format.streaming.high.batch',
    'format.streaming.high.alone',
    'format.streaming.cd.track',
    'format.streaming.cd.batch',
    'format.streaming.cd.alone',
    'format.streaming.lossy.any',
    'format.hires.standard.any',
    'format.hires.high.track',
    'format.hires.high.batch',
    'format.hires.high.alone',
    'format.hires.cd.any',
    'format.hires.lossy.any',
    'format.cd.standard.any',
    'format.cd.high.any',
    'format.cd.cd.track',
    'format.cd.cd.batch',
    'format.cd.cd.alone',
    'format.cd.lossy.any',
    'format.vinyl.standard.any',
    'format.vinyl.high.track',
    'format.vinyl.high.batch',
    'format.vinyl.high.alone',
    'format.vinyl.cd.any',
    'format.vinyl.lossy.any',
    'format.version.standard',
    'format.version.high',
    'format.version.cd',
    'format.version.lossy',
  ],
  examples: [
    { files: [EMBER], finds: ['format.streaming.standard.alone'] },
    { files: [EMBER, HIGH], finds: ['format.streaming.standard.track'] },
    { files: [EMBER, { ...HIGH, name: 'Low Tide.wav' }], finds: ['format.streaming.standard.batch'] },
    { files: [HIGH], finds: ['format.streaming.high.alone'] },
    { files: [HIGH, EMBER], finds: ['format.streaming.high.track'] },
    { files: [HIGH, 'Low Tide'], finds: ['format.streaming.high.batch'] },
    { files: [CD], finds: ['format.streaming.cd.alone'] },
    { files: [CD, EMBER], finds: ['format.streaming.cd.track'] },
    { files: [CD, 'Low Tide'], finds: ['format.streaming.cd.batch'] },
    { files: [HIGH], slot: 'hires_master', finds: ['format.hires.high.alone'] },
    { files: [HIGH, EMBER], slot: 'hires_master', finds: ['format.hires.high.track'] },
    { files: [HIGH, 'Low Tide'], slot: 'hires_master', finds: ['format.hires.high.batch'] },
    { files: [CD], slot: 'cd_master', finds: ['format.cd.cd.alone'] },
    { files: [CD, EMBER], slot: 'cd_master', finds: ['format.cd.cd.track'] },
    { files: [CD, 'Low Tide'], slot: 'cd_master', finds: ['format.cd.cd.batch'] },
    { files: [HIGH], slot: 'vinyl_master', finds: ['format.vinyl.high.alone'] },
    { files: [HIGH, EMBER], slot: 'vinyl_master', finds: ['format.vinyl.high.track'] },
    { files: [HIGH, 'Low Tide'], slot: 'vinyl_master', finds: ['format.vinyl.high.batch'] },
    { files: [LOSSY], finds: ['format.streaming.lossy.any'] },
    { files: [EMBER], slot: 'hires_master', finds: ['format.hires.standard.any'] },
    { files: [CD], slot: 'hires_master', finds: ['format.hires.cd.any'] },
    { files: [LOSSY], slot: 'hires_master', finds: ['format.hires.lossy.any'] },
    { files: [EMBER], slot: 'cd_master', finds: ['format.cd.standard.any'] },
    { files: [HIGH], slot: 'cd_master', finds: ['format.cd.high.any'] },
    { files: [LOSSY], slot: 'cd_master', finds: ['format.cd.lossy.any'] },
    { files: [EMBER], slot: 'vinyl_master', finds: ['format.vinyl.standard.any'] },
    { files: [CD], slot: 'vinyl_master', finds: ['format.vinyl.cd.any'] },
    { files: [LOSSY], slot: 'vinyl_master', finds: ['format.vinyl.lossy.any'] },
    { files: [EMBER], slot: 'instrumental_master', finds: ['format.version.standard'] },
    { files: [HIGH], slot: 'instrumental_master', finds: ['format.version.high'] },
    { files: [CD], slot: 'instrumental_master', finds: ['format.version.cd'] },
    { files: [LOSSY], slot: 'instrumental_master', finds: ['format.version.lossy'] },
  ],
  of: ({ batch, file, trackIndex, slot }) => formatEvidence(batch, file, trackIndex, slot),
});
