import { Column, Entity, Index } from 'typeorm';
import type { AnalysisFacts, ProbeFacts } from '../../platform/audio/facts.js';
import {
  BigintColumn,
  CreatedAtColumn,
  IdColumn,
  JsonColumn,
  TimestampColumn,
} from '../../platform/database/columns.js';

export const analysisStates = ['queued', 'running', 'done', 'failed'] as const;
export type AnalysisState = (typeof analysisStates)[number];

export const losslessStates = ['making', 'ready', 'failed'] as const;
export type LosslessState = (typeof losslessStates)[number];

/**
 * A stored object and its analysis. Staged and released files refer to the same row, so a release copies no bytes and
 * an analysis is never repeated.
 */
@Entity('audio')
@Index('audio_unread', ['id'], { where: `state IN ('queued', 'running')` })
@Index('audio_lossless_making', ['id'], { where: `lossless_state = 'making'` })
export class Audio {
  @IdColumn()
  id: string;

  @Column('text', { unique: true })
  objectKey: string;

  @BigintColumn()
  sizeBytes: number;

  @Column('text')
  contentType: string;

  /** Hex; null until the upload or the worker has read the whole object. */
  @Column('text', { nullable: true })
  sha256: string | null;

  /**
   * Hex; of the samples or frames alone, so that copies with other tags are recognised. Null until they have been read for
   * it, empty if they were not found.
   */
  @Column('text', { nullable: true })
  samplesSha256: string | null;

  /** Unsigned CRC-32, which ZIP archives contain; null until the whole object has been read for it. */
  @BigintColumn({ nullable: true })
  crc32: number | null;

  @Column('text', { default: 'queued' })
  state: AnalysisState;

  /** Progress of the running analysis (0–1). */
  @Column('real', { default: 0 })
  progress: number;

  @JsonColumn({ nullable: true })
  error: { code: string; message: string } | null;

  @JsonColumn({ nullable: true })
  probe: ProbeFacts | null;

  @JsonColumn({ nullable: true })
  facts: AnalysisFacts | null;

  /** Chromaprint of the first 120 s: one 32-bit integer per 0.124 s. It is long, so it is only selected on request. */
  @Column('integer', { array: true, nullable: true, select: false })
  fingerprint?: number[] | null;

  @Column('text', { nullable: true })
  peaksKey: string | null;

  @Column('text', { nullable: true })
  previewKey: string | null;

  /** Size of waveform and preview together; null until they exist. */
  @BigintColumn({ nullable: true })
  derivedBytes: number | null;

  /** State of the FLAC for listening before payment; null until someone requests it. */
  @Column('text', { nullable: true })
  losslessState: LosslessState | null;

  @Column('text', { nullable: true })
  losslessKey: string | null;

  /** Without a key: room that is reserved for it. */
  @BigintColumn({ nullable: true })
  losslessBytes: number | null;

  /** Message for users that explains why there is no FLAC. */
  @Column('text', { nullable: true })
  losslessError: string | null;

  @CreatedAtColumn()
  createdAt: Date;

  @TimestampColumn({ nullable: true })
  analysedAt: Date | null;
}
