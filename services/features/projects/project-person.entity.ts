import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, UuidColumn } from '../../platform/database/columns.js';
import type { ProjectRole } from '../../platform/domain-words.js';
import { User } from '../users/user.entity.js';
import { Project } from './project.entity.js';

/**
 * A person who was invited to a project, such as a bandmate or the label. The project's client is in
 * `projects.client_id` and always decides.
 */
@Entity('project_people')
export class ProjectPerson {
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId: string;

  /** The studio's own entry until the person accepts its invitation. */
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @Index('project_people_user')
  @PrimaryColumn('uuid')
  userId: string;

  /**
   * Stands for the person until they have opened the project. The id of an account shows its age, and so whether an
   * invited address had one. Links that the person makes have it, too, and end with it.
   */
  @UuidColumn({ default: () => 'uuidv7()' })
  invitedId: string;

  @Column('text')
  role: ProjectRole;

  /** The name that the inviter typed. It is shown until the person opens the project. */
  @Column('text')
  name: string;

  @ForeignKey(() => User)
  @UuidColumn()
  invitedBy: string;

  @CreatedAtColumn()
  createdAt: Date;
}
