import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, JsonColumn } from '../../platform/database/columns.js';
import { Audio } from '../audio/audio.entity.js';
import type { Reading } from './readings.schema.js';

/** The facts that were read from a deliverable's stored file beyond its analysis. */
@Entity('deliverable_readings')
export class DeliverableReading {
  @ForeignKey(() => Audio, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  audioId: string;

  @JsonColumn()
  content: Reading;

  @CreatedAtColumn()
  createdAt: Date;
}
