import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { domainWords, type ProjectRole } from '../../platform/domain-words.js';
import { conflict, forbidden, notFound } from '../../platform/errors.js';
import { type Actor, isEngineer } from '../../platform/http/actor.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { recordActivity } from '../activity/activity.writes.js';
import { recordAudit } from '../audit/audit.writes.js';
import { ClientsService } from '../clients/clients.service.js';
import { InvitesService } from '../clients/invites.service.js';
import { settleProject } from '../files/approvals.writes.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectPerson } from '../projects/project-person.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { canInvite } from '../projects/projects.policy.js';
import { addPerson, changePersonRole, removePerson } from '../projects/projects.writes.js';
import { User } from '../users/user.entity.js';
import { addressSql, DEPARTED } from '../users/users.policy.js';
import { personInvited } from './people.events.js';
import type { InvitePerson, ProjectPeopleView } from './people.schema.js';

/** Limit per inviter across all projects, because each invitation sends a mail. */
const INVITE_RULE = { window: 3600, max: 30 };
/** Limit for one address, whether or not its owner gets a mail: otherwise the limit of mails would show who gets none. */
const ADDRESS_RULE = { window: 15 * 60, max: 3 };
const MAX_PEOPLE = 50;

interface PersonRow {
  id: string;
  name: string;
  email: string;
  role: ProjectRole;
  isClient: boolean;
  joined: boolean;
}

/**
 * The people of a project: its client and those who were invited. A person who was invited is told apart from others
 * only after they have opened the project, so that inviting an address reveals nothing about its owner.
 */
@Injectable()
export class PeopleService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly clients: ClientsService,
    private readonly invites: InvitesService,
    private readonly limiter: RateLimiter,
  ) {}

  /** Those who may invite see everyone with their address; the others see only who has joined. */
  async list(actor: Actor, projectId: string): Promise<ProjectPeopleView> {
    const project = await this.access.visible(actor, projectId);
    const invites = canInvite(actor, project);
    const [rows, engineer] = await Promise.all([
      this.database.query<PersonRow>(PEOPLE, [projectId, actor.userId]),
      this.database.manager.findOneByOrFail(User, { id: project.engineerId }),
    ]);
    const shown = rows.filter(({ joined, isClient }) => invites || joined || isClient);
    const links = isEngineer(actor)
      ? await this.invites.openLinks(
          actor,
          shown.map(({ email }) => email),
        )
      : new Map<string, string>();
    return {
      people: shown.map((row) => ({
        ...row,
        email: invites ? row.email : null,
        inviteLink: links.get(row.email) ?? null,
        can: {
          changeRole: invites && !row.isClient,
          remove: !row.isClient && (invites || row.id === actor.userId),
        },
      })),
      engineer: { id: engineer.id, name: engineer.name },
    };
  }

  /**
   * Invites a person by address. A client of the studio sees the project at once; anyone else gets the studio's
   * invitation first, and sees only this project after accepting it.
   * @throws AppError 403 for people who do not decide, 409 for a person who is already in the project, 429.
   */
  async invite(actor: Actor, projectId: string, { role, ...person }: InvitePerson): Promise<void> {
    const { studioId } = assertInvites(actor, await this.access.visible(actor, projectId));
    await this.limiter.enforce(`people:${actor.userId}`, INVITE_RULE);
    await this.limiter.enforce(`people-address:${studioId}:${person.email}`, ADDRESS_RULE);
    const { userId: actorId } = actor;
    await this.database.transaction(async (tx) => {
      // Before the project's lock: accepting an invitation locks its person first, too.
      const user = await this.clients.ensure(tx, { studioId }, person);
      const project = assertInvites(actor, await this.access.lockVisible(tx, actor, projectId));
      const others = await tx.manager.findBy(ProjectPerson, { projectId });
      if (user.id === project.clientId || others.some(({ userId }) => userId === user.id)) {
        throw conflict('already_in_project', `${person.email} is already invited to this project`);
      }
      if (others.length >= MAX_PEOPLE) {
        throw conflict('too_many_people', `A project has at most ${MAX_PEOPLE} people besides its client`);
      }
      await addPerson(tx, { projectId, userId: user.id, role, name: person.name, invitedBy: actorId });
      await this.invites.welcome(tx, { studioId, userId: actorId }, user, projectId);
      await this.changed(tx, project, user.id, {
        type: 'person_invited',
        actorId,
        message: `Invited ${person.name} (${domainWords.projectRoles[role].label.toLowerCase()})`,
        audited: `${person.name} invited to ${project.title}: ${domainWords.projectRoles[role].label}`,
      });
      tx.emit(personInvited, { projectId, userId: user.id, actorId });
    });
  }

  /** @throws AppError 403 for people who do not decide, 404 for a person of no such project, 409 for its client. */
  async changeRole(actor: Actor, projectId: string, personId: string, role: ProjectRole): Promise<void> {
    await this.database.transaction(async (tx) => {
      const project = assertInvites(actor, await this.access.lockVisible(tx, actor, projectId));
      assertNotClient(project, personId);
      const userId = await userOf(tx, projectId, personId);
      const name = await changePersonRole(tx, projectId, userId, role);
      if (name === null) throw notFound('Person');
      await settleProject(tx, projectId);
      await this.changed(tx, project, userId, {
        type: 'role_changed',
        actorId: actor.userId,
        message: `Changed the role of ${name} to “${domainWords.projectRoles[role].label}”`,
        audited: `${name} in ${project.title}: ${domainWords.projectRoles[role].label}`,
      });
    });
  }

  /**
   * Ends the person's access at once, and withdraws an invitation that was only about this project.
   * @throws AppError 403 for people who do not decide, unless they remove themselves; 404, and 409 for the client.
   */
  async remove(actor: Actor, projectId: string, personId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, projectId);
      const leaves = personId === actor.userId;
      if (!leaves) assertInvites(actor, project);
      assertNotClient(project, personId);
      const userId = await userOf(tx, projectId, personId);
      const name = await removePerson(tx, projectId, userId);
      if (name === null) throw notFound('Person');
      await this.invites.withdraw(tx, project, userId);
      await settleProject(tx, projectId);
      await this.changed(tx, project, userId, {
        type: 'person_removed',
        actorId: actor.userId,
        message: leaves ? 'Left the project' : `Removed ${name} from the project`,
        audited: leaves ? `${name} left ${project.title}` : `${name} removed from ${project.title}`,
      });
    });
  }

  private async changed(
    tx: Tx,
    project: Project,
    subjectId: string,
    { audited, ...activity }: { type: string; actorId: string; message: string; audited: string },
  ): Promise<void> {
    await recordAudit(tx, { action: 'role_changed', subject: audited, subjectId });
    await recordActivity(tx, { projectId: project.id, ...activity });
    publishProjectChange(tx, project, 'projects', 'files');
  }
}

/** An invited person has joined when they have opened the project once. */
const PEOPLE = `
  SELECT u.id, u.name, ${addressSql('u')} AS email, 'decides' AS role, true AS "isClient",
    u.invited_email IS NULL AND u.email NOT LIKE '%${DEPARTED}' AS joined
  FROM ${LIVE_PROJECTS} p JOIN users u ON u.id = p.client_id WHERE p.id = $1
  UNION ALL
  SELECT * FROM (
    SELECT CASE WHEN v.user_id IS NULL AND u.id <> $2 THEN person.invited_id ELSE u.id END AS id,
      CASE WHEN v.user_id IS NULL THEN person.name ELSE u.name END AS name, ${addressSql('u')} AS email,
      person.role, false AS "isClient", v.user_id IS NOT NULL AS joined
    FROM project_people person JOIN users u ON u.id = person.user_id
      LEFT JOIN project_visits v ON v.project_id = person.project_id AND v.user_id = person.user_id
    WHERE person.project_id = $1 ORDER BY person.created_at, person.user_id) invited`;

/** The account of an entry in the people's list. */
async function userOf(tx: Tx, projectId: string, personId: string): Promise<string> {
  const [found] = await tx.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM project_people WHERE project_id = $1 AND $2 IN (user_id, invited_id)',
    [projectId, personId],
  );
  if (!found) throw notFound('Person');
  return found.userId;
}

function assertInvites(actor: Actor, project: Project): Project {
  if (!canInvite(actor, project))
    throw forbidden('Only the client, people who decide and the engineer manage the people');
  return project;
}

function assertNotClient({ clientId }: Project, userId: string): void {
  if (userId === clientId) throw conflict('is_client', 'The client of a project always decides and cannot be removed');
}
