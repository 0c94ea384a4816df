import type { ProjectStatus } from '../../platform/domain-words.js';
import type { TestApp } from '../../testing/app.js';
import type { ProjectFixture } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { Project } from '../projects/project.entity.js';
import type { QuoteView } from './quotes.schema.js';

interface QuoteLine {
  type: string;
  message: string;
  actor: { name: string } | null;
}

/** Actions of engineer and client on the quotes of their project. */
export class QuoteActions {
  readonly projectId: string;
  readonly engineer: Caller;
  readonly client: Caller;

  constructor(
    private readonly app: TestApp,
    { project, engineer, client }: ProjectFixture,
  ) {
    this.projectId = project.id;
    this.engineer = app.as(engineer);
    this.client = app.as(client);
  }

  /** Of 450 dollars unless said otherwise. */
  send(body: object = {}): Promise<Answer<QuoteView>> {
    return this.engineer.post('/api/quotes', { projectId: this.projectId, amount: 450, ...body });
  }

  /** To 400 dollars unless said otherwise. */
  revise(body: object = {}): Promise<Answer<QuoteView>> {
    return this.send({ amount: 400, isRevision: true, ...body });
  }

  accept({ id }: { id: string }, caller = this.client): Promise<Answer<QuoteView>> {
    return caller.put(`/api/quotes/${id}/accept`);
  }

  reject({ id }: { id: string }, body: object = {}, caller = this.client): Promise<Answer<QuoteView>> {
    return caller.put(`/api/quotes/${id}/reject`, body);
  }

  async current(caller = this.client): Promise<QuoteView | null> {
    return (await caller.get<QuoteView | null>(`/api/quotes/current/${this.projectId}`)).data;
  }

  /** The newest first. */
  async history(): Promise<QuoteView[]> {
    return (await this.client.get<QuoteView[]>(`/api/quotes/history/${this.projectId}`)).data;
  }

  /** Number, status and whether it is the current one, the newest first. */
  async versions(): Promise<[number, string, boolean][]> {
    return (await this.history()).map(({ version, status, isCurrent }) => [version, status, isCurrent]);
  }

  /** Status of the project. */
  async status(): Promise<ProjectStatus> {
    return (await this.app.database.manager.findOneByOrFail(Project, { id: this.projectId })).status;
  }

  /** The project's history, the newest first. */
  async lines(): Promise<QuoteLine[]> {
    return (await this.client.get<QuoteLine[]>(`/api/projects/${this.projectId}/activity`)).data;
  }

  async messages(): Promise<string[]> {
    return (await this.lines()).map(({ message }) => message);
  }

  /** Events of the project's quotes, the oldest first. */
  emitted(): Promise<{ event: string; payload: object }[]> {
    return this.app.database.query(
      `SELECT event, payload FROM outbox WHERE event LIKE 'quotes.%' AND payload->>'projectId' = $1 ORDER BY id`,
      [this.projectId],
    );
  }
}
