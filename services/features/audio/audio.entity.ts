import { Column, Entity, Index } from 'typeorm';
import type { AnalysisFacts, ProbeFacts } from '../../platform/audio/facts.js';
import { BigintColumn, CreatedAtColumn, IdColumn, TimestampColumn } from '../../platform/database/columns.js';

export const analysisStates = ['queued', 'running', 'done', 'failed'] as const;
export type AnalysisState = (typeof analysisStates)[number];

export const losslessStates = ['making', 'ready', 'failed'] as const;
export type LosslessState = (typeof losslessStates)[number];

/**
 * One stored object and what is known of its sound. Staged and released files refer to it,
 * so that a release moves no bytes and an analysis is never done twice.
 */
@Entity('audio')
@Index('audio_unread', ['id'], { where: `state IN ('queued', 'running')` })
export class Audio {
  @IdColumn()
  id: string;

  @Column('text', { unique: true })
  objectKey: string;

  @BigintColumn()
  sizeBytes: number;

  @Column('text')
  contentType: string;

  /** Hex; null until the worker or the upload itself has read the whole object. */
  @Column('text', { nullable: true })
  sha256: string | null;

  @Column('text', { default: 'queued' })
  state: AnalysisState;

  /** Of the running analysis, 0–1. */
  @Column('real', { default: 0 })
  progress: number;

  @Column('jsonb', { nullable: true })
  error: { code: string; message: string } | null;

  @Column('jsonb', { nullable: true })
  probe: ProbeFacts | null;

  @Column('jsonb', { nullable: true })
  facts: AnalysisFacts | null;

  /** Chromaprint of the first 120 s, one 32-bit integer each 0.124 s; long, so only read where it is asked for. */
  @Column('integer', { array: true, nullable: true, select: false })
  fingerprint?: number[] | null;

  @Column('text', { nullable: true })
  peaksKey: string | null;

  @Column('text', { nullable: true })
  previewKey: string | null;

  /** Of waveform and preview together; null until they have been made. */
  @BigintColumn({ nullable: true })
  derivedBytes: number | null;

  /** Of the FLAC for listening before payment; null while nobody has asked for it. */
  @Column('text', { nullable: true })
  losslessState: LosslessState | null;

  @Column('text', { nullable: true })
  losslessKey: string | null;

  @BigintColumn({ nullable: true })
  losslessBytes: number | null;

  /** Why there is none, for people. */
  @Column('text', { nullable: true })
  losslessError: string | null;

  @CreatedAtColumn()
  createdAt: Date;

  @TimestampColumn({ nullable: true })
  analysedAt: Date | null;
}
