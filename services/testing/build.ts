import { randomBytes } from 'node:crypto';
import type { Database } from '../platform/database/database.js';
import { StudioClient } from '../features/clients/studio-client.entity.js';
import { Audio } from '../features/files/audio.entity.js';
import { ProjectFile } from '../features/files/file.entity.js';
import { Project } from '../features/projects/project.entity.js';
import { StagingFile } from '../features/staging/staging-file.entity.js';
import { Studio } from '../features/studio/studio.entity.js';
import { Slot } from '../features/tracks/slot.entity.js';
import { defaultSlots } from '../features/tracks/slots.schema.js';
import { Track } from '../features/tracks/track.entity.js';
import { User } from '../features/users/user.entity.js';

/** A project and those whose it is. */
export interface Built {
  studio: Studio;
  engineer: User;
  client: User;
  project: Project;
}

const unique = () => randomBytes(6).toString('hex');

/**
 * Rows as they would be after use, straight into the database: no event is emitted and no object is stored.
 * Whatever a row needs and is not given is made as well.
 */
export function build({ database: { manager } }: { database: Database }) {
  const rows = {
    studio: (given: Partial<Studio> = {}): Promise<Studio> =>
      manager.save(manager.create(Studio, { name: 'Studio', ...given })),

    async engineer(given: Partial<User> = {}): Promise<User> {
      const studioId = given.studioId ?? (await rows.studio()).id;
      const made = { name: 'Engineer', email: `engineer-${unique()}@example.com`, role: 'engineer', studioId } as const;
      return manager.save(manager.create(User, { ...made, ...given }));
    },

    /** A client of that studio, or of none. */
    async client({ studioId, ...given }: Partial<User> = {}): Promise<User> {
      const made = { name: 'Client', email: `client-${unique()}@example.com` };
      const client = await manager.save(manager.create(User, { ...made, ...given }));
      if (studioId) await manager.insert(StudioClient, { studioId, userId: client.id });
      return client;
    },

    async project(given: Partial<Project> = {}): Promise<Built> {
      const studio = given.studioId
        ? await manager.findOneByOrFail(Studio, { id: given.studioId })
        : await rows.studio();
      const studioId = studio.id;
      const engineer = given.engineerId
        ? await manager.findOneByOrFail(User, { id: given.engineerId })
        : await rows.engineer({ studioId });
      const client = given.clientId
        ? await manager.findOneByOrFail(User, { id: given.clientId })
        : await rows.client({ studioId });
      const parties = { studioId, engineerId: engineer.id, clientId: client.id };
      const project = await manager.save(manager.create(Project, { title: 'Project', ...given, ...parties }));
      return { studio, engineer, client, project };
    },

    /** With the six default slots, empty. */
    async track(given: Partial<Track> = {}): Promise<{ track: Track; slots: Slot[] }> {
      const projectId = given.projectId ?? (await rows.project()).project.id;
      const trackNumber = given.trackNumber ?? (await manager.countBy(Track, { projectId })) + 1;
      const made = { projectId, trackNumber, title: `Track ${trackNumber}` };
      const track = await manager.save(manager.create(Track, { ...made, ...given }));
      const slots = defaultSlots.map(({ slotType, isRequired }) =>
        manager.create(Slot, { trackId: track.id, slotType, isRequired }),
      );
      return { track, slots: await manager.save(slots) };
    },

    audio: (given: Partial<Audio> = {}): Promise<Audio> =>
      manager.save(
        manager.create(Audio, { objectKey: `test/${unique()}.wav`, sizeBytes: 1000, contentType: 'audio/wav', ...given }),
      ),

    async stagingFile(given: Partial<StagingFile> = {}): Promise<StagingFile> {
      const owner = await ownerOf(given.projectId);
      const audioId = given.audioId ?? (await rows.audio()).id;
      const made = { ...owner.by('engineerId'), audioId, fileName: 'master.wav', originalName: 'master.wav' };
      return manager.save(manager.create(StagingFile, { ...made, ...given }));
    },

    /** A released master unless the type says otherwise. */
    async file(given: Partial<ProjectFile> = {}): Promise<ProjectFile> {
      const owner = await ownerOf(given.projectId);
      const audioId = given.audioId ?? (await rows.audio()).id;
      const fileType = given.fileType ?? 'master';
      const uploader = owner.by(fileType === 'upload' ? 'clientId' : 'engineerId');
      const made = { ...uploader, audioId, fileType, fileName: 'master.wav', originalName: 'master.wav', completedAt: new Date() };
      return manager.save(manager.create(ProjectFile, { ...made, ...given }));
    },
  };

  async function ownerOf(projectId: string | undefined) {
    const project = projectId
      ? await manager.findOneByOrFail(Project, { id: projectId })
      : (await rows.project()).project;
    return { by: (who: 'engineerId' | 'clientId') => ({ projectId: project.id, uploadedBy: project[who] }) };
  }

  return rows;
}
