import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { type ProjectStatus, statusLabel } from '../../platform/domain-words.js';
import { conflict, unprocessable } from '../../platform/errors.js';
import type { Actor, Engineer } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { recordActivity } from '../activity/activity.writes.js';
import { dropLossless } from '../audio/audio.writes.js';
import { ClientsService } from '../clients/clients.service.js';
import { InvitesService } from '../clients/invites.service.js';
import { StudioClient } from '../memberships/studio-client.entity.js';
import { missingOrders } from '../orders/orders.lib.js';
import { changesAskedIn } from '../projects/asked-changes.lib.js';
import { Project } from '../projects/project.entity.js';
import { projectView } from '../projects/project.view.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { projectStatusChanged, publishProjectChange } from '../projects/projects.events.js';
import {
  type CreateProject,
  invoiceState,
  type ProjectListQuery,
  type ProjectView,
  type UpdateProject,
} from '../projects/projects.schema.js';
import { addProject, lockProject, recordVisit, updateProject } from '../projects/projects.writes.js';
import { User } from '../users/user.entity.js';
import { addressOf } from '../users/users.policy.js';
import { listProjects } from './project-list.js';
import { type ProjectOccurrence, statusAfter } from './project-status.js';

/** Limit of new projects per studio. Entering all existing projects of a studio by hand stays below it. */
const PROJECTS_RULE = { window: 3600, max: 300 };

@Injectable()
export class ProjectsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly clients: ClientsService,
    private readonly invites: InvitesService,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Creates a project for a client of the studio, or for a new client, who is invited.
   * @throws AppError 422 for an engineer or client who does not belong to the studio.
   */
  async create(
    engineer: Engineer,
    { title, notes, clientId, client, engineerId = engineer.userId }: CreateProject,
  ): Promise<ProjectView> {
    const { studioId } = engineer;
    await this.limiter.enforce(`project:${studioId}`, PROJECTS_RULE);
    return this.database.transaction(async (tx) => {
      await lockEngineer(tx, studioId, engineerId);
      const owner = client ? await this.clients.ensure(tx, engineer, client) : await clientOf(tx, studioId, clientId!);
      const project = await addProject(tx, { studioId, engineerId, clientId: owner.id, title, notes });
      const projectId = project.id;
      if (client) await this.invites.welcome(tx, engineer, owner, projectId);
      await recordActivity(tx, {
        projectId,
        type: 'project_created',
        actorId: engineer.userId,
        message: 'Created the project',
      });
      publishProjectChange(tx, project, 'projects');
      return projectView(engineer, {
        ...project,
        clientName: owner.name,
        clientEmail: addressOf(owner),
        changesAsked: 0,
      });
    });
  }

  list(actor: Actor, query: ProjectListQuery): Promise<Page<ProjectView>> {
    return listProjects(this.database.manager, actor, query);
  }

  async get(actor: Actor, projectId: string): Promise<ProjectView> {
    const project = await this.access.visible(actor, projectId);
    const [asked] = await this.database.query<{ changesAsked: number }>(
      `SELECT ${changesAskedIn('$1')} AS "changesAsked"`,
      [projectId],
    );
    return projectView(actor, { ...project, ...asked! });
  }

  /**
   * Sets the given fields. A status can be set regardless of the current one.
   * @throws AppError 409 for `delivered` while something that was ordered is not released.
   */
  async update(
    actor: Actor,
    projectId: string,
    { status, losslessListening, ...fields }: UpdateProject,
  ): Promise<ProjectView> {
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      if (fields.title !== undefined || fields.notes !== undefined) {
        await updateProject(tx, projectId, fields);
        publishProjectChange(tx, project, 'projects');
      }
      if (losslessListening !== undefined) await changeListening(tx, project, losslessListening, actor);
      if (status === 'delivered' && project.status !== 'delivered') await assertComplete(tx, projectId);
      if (status) await changeStatus(tx, project, status, { actorId: actor.userId, byHand: true });
    });
    return this.get(actor, projectId);
  }

  async visit(actor: Actor, projectId: string): Promise<void> {
    const project = await this.access.visible(actor, projectId);
    await this.database.transaction(async (tx) => {
      const isFirst = await recordVisit(tx, actor.userId, projectId);
      // A person who was invited has joined: the list of people shows it.
      if (isFirst && actor.projectRoles[projectId]) publishProjectChange(tx, project, 'projects');
    });
  }

  /**
   * Changes a project's status after an event in it, by the table in `project-status.ts`. Locks the project's row.
   * `actorId` is null when the system acted. Returns the current status.
   */
  async advance(
    tx: Tx,
    projectId: string,
    occurrence: ProjectOccurrence,
    actorId: string | null,
  ): Promise<ProjectStatus> {
    const project = await lockProject(tx, projectId);
    if (!project) throw new Error(`There is no project ${projectId}`);
    return this.advanceLocked(tx, project, occurrence, actorId);
  }

  /** Like `advance`, for a project whose row the caller has locked. */
  async advanceLocked(
    tx: Tx,
    project: Project,
    occurrence: ProjectOccurrence,
    actorId: string | null,
  ): Promise<ProjectStatus> {
    const status = statusAfter(project.status, occurrence, invoiceState(project.invoiceStatus));
    // The project stays as it is until everything that was ordered is released and downloaded.
    const waits =
      status === 'delivered' && project.status !== status && (await missingOrders(tx, project.id)).length > 0;
    if (waits) return project.status;
    await changeStatus(tx, project, status, { actorId, byHand: false });
    return status;
  }
}

const NAMED_MISSING = 3;

async function assertComplete(tx: Tx, projectId: string): Promise<void> {
  const missing = await missingOrders(tx, projectId);
  if (missing.length === 0) return;
  const rest = missing.length - NAMED_MISSING;
  const named = [...missing.slice(0, NAMED_MISSING), ...(rest > 0 ? [`${rest} more`] : [])];
  const list = new Intl.ListFormat('en').format(named);
  throw conflict('ordered_missing', `Ordered and not released yet: ${list}`, { missing });
}

/** Locks the engineer's row, so that deleting their account waits for the transaction and finds its project. */
async function lockEngineer(tx: Tx, studioId: string, userId: string): Promise<void> {
  const [engineer] = await tx.query(
    `SELECT 1 FROM users WHERE id = $1 AND studio_id = $2 AND role = 'engineer' FOR KEY SHARE`,
    [userId, studioId],
  );
  if (!engineer) throw unprocessable('unknown_engineer', 'The engineer does not work in this studio');
}

/**
 * Returns a client of the studio and locks the row, so that they are neither renamed nor removed before the transaction
 * ends.
 */
async function clientOf(tx: Tx, studioId: string, userId: string): Promise<User> {
  const client = await tx.manager.findOne(User, {
    where: { id: userId, role: 'client' },
    lock: { mode: 'pessimistic_read' },
  });
  if (!client || !(await tx.manager.existsBy(StudioClient, { studioId, userId })))
    throw unprocessable('unknown_client', 'Choose one of your clients');
  return client;
}

/** Switches lossless listening. Files made for it are deleted when it is switched off, and their addresses expire. */
async function changeListening(tx: Tx, project: Project, lossless: boolean, { userId }: Actor): Promise<void> {
  const { id: projectId } = project;
  if (project.losslessListening === lossless) return;
  await updateProject(tx, projectId, { losslessListening: lossless });
  if (!lossless) {
    const sounds = await tx.query<{ id: string }>('SELECT audio_id AS id FROM files WHERE project_id = $1', [
      projectId,
    ]);
    await dropLossless(
      tx,
      sounds.map(({ id }) => id),
    );
  }
  await recordActivity(tx, {
    projectId,
    type: 'lossless_listening',
    actorId: userId,
    message: lossless ? 'Allowed lossless listening before payment' : 'Ended lossless listening before payment',
  });
  publishProjectChange(tx, project, 'projects', 'files');
}

async function changeStatus(
  tx: Tx,
  project: Project,
  to: ProjectStatus,
  { actorId, byHand }: { actorId: string | null; byHand: boolean },
): Promise<void> {
  const { id: projectId, status: from } = project;
  if (from === to) return;
  await updateProject(tx, projectId, { status: to });
  await recordActivity(tx, {
    projectId,
    type: 'status_changed',
    actorId,
    message: `Status changed from ${statusLabel(from)} to ${statusLabel(to)}`,
  });
  tx.emit(projectStatusChanged, { projectId, from, to, byHand, actorId });
  publishProjectChange(tx, project, 'projects');
}
