import { besideOf } from '../../batch/format-alone.js';
import type { Batch, BatchFile, FormatClass } from '../../batch/types.js';
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
    { files: ['Ember'], finds: ['format.streaming.standard.alone'] },
    { files: ['Ember', { name: 'Ember.wav', sampleRateHz: 96_000 }], finds: ['format.streaming.standard.track'] },
    { files: ['Ember', { name: 'Low Tide.wav', sampleRateHz: 96_000 }], finds: ['format.streaming.standard.batch'] },
    { files: [{ name: 'Ember.wav', sampleRateHz: 96_000 }], slot: 'hires_master', finds: ['format.hires.high.alone'] },
    { files: [{ name: 'Ember.wav', bitDepth: 16 }], slot: 'cd_master', finds: ['format.cd.cd.alone'] },
    { files: [{ name: 'Ember.mp3', container: 'mp3', bitDepth: null }], finds: ['format.streaming.lossy.any'] },
    { files: ['Ember'], slot: 'hires_master', finds: ['format.hires.standard.any'] },
    { files: ['Ember'], slot: 'instrumental_master', finds: ['format.version.standard'] },
  ],
  of: ({ batch, file, trackIndex, slot }) => formatEvidence(batch, file, trackIndex, slot),
});
