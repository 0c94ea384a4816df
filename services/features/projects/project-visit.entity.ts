import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { Project } from './project.entity.js';

/** Time at which a user last opened a project's timeline. */
@Entity('project_visits')
export class ProjectVisit {
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId: string;

  @TimestampColumn({ default: () => 'now()' })
  visitedAt: Date;
}
