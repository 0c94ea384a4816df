import { StudioClient } from '../features/clients/studio-client.entity.js';
import { Project } from '../features/projects/project.entity.js';
import { Studio } from '../features/studio/studio.entity.js';
import { User } from '../features/users/user.entity.js';
import type { Database } from '../platform/database/database.js';

export interface BuiltStudio {
  studio: Studio;
  engineer: User;
}

/** A project with everything above it. */
export interface Built extends BuiltStudio {
  client: User;
  project: Project;
}

let made = 0;

/** Makes rows with the parents that they need; what is given is taken, the rest is made up. */
export function build({ database: { manager } }: { database: Database }) {
  const studio = async (settings: Partial<Studio> = {}): Promise<BuiltStudio> => {
    made += 1;
    const owned = await manager.save(manager.create(Studio, { name: `Studio ${made}`, ...settings }));
    const engineer = await manager.save(
      manager.create(User, {
        name: `Engineer ${made}`,
        email: `engineer${made}@studio.test`,
        emailVerified: true,
        role: 'engineer',
        studioId: owned.id,
      }),
    );
    return { studio: owned, engineer };
  };

  const client = async (studioId: string, settings: Partial<User> = {}): Promise<User> => {
    made += 1;
    const person = await manager.save(
      manager.create(User, { name: `Client ${made}`, email: `client${made}@band.test`, role: 'client', ...settings }),
    );
    await manager.insert(StudioClient, { studioId, userId: person.id });
    return person;
  };

  const project = async (settings: Partial<Project> = {}, within?: BuiltStudio): Promise<Built> => {
    const parents = within ?? (await studio());
    const studioId = parents.studio.id;
    const owner = settings.clientId
      ? await manager.findOneByOrFail(User, { id: settings.clientId })
      : await client(studioId);
    const built = await manager.save(
      manager.create(Project, {
        studioId,
        engineerId: parents.engineer.id,
        clientId: owner.id,
        title: `Project ${made}`,
        ...settings,
      }),
    );
    return { ...parents, client: owner, project: built };
  };

  return { studio, client, project };
}
