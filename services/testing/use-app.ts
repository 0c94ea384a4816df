import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { Project } from '../features/projects/project.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { build, type ProjectFixture } from './build.js';
import type { Caller } from './caller.js';
import { Stage } from './staging.js';
import { startTestWorker } from './worker.js';

interface AppOptions {
  /** Run the worker beside the API. */
  worker?: boolean;
  /** Create a new project before each test, with these values. */
  project?: Partial<Project>;
  /** Names of the environment. */
  settings?: Record<string, string>;
}

interface UsedApp {
  app: TestApp;
  worker: INestApplicationContext;
  /** The project of this test with its studio, engineer and client; the last two are the callers. */
  own: ProjectFixture;
  engineer: Caller;
  client: Caller;
  /** The engineer's staging area of the project. */
  stage: Stage;
}

/**
 * The real application for all tests of a file and, on request, a project for each of them. The result may be
 * destructured at once: each part refers to the current object while hooks and tests run.
 */
export function useApp({ worker: withWorker = false, project, settings }: AppOptions = {}): UsedApp {
  let app: TestApp | undefined;
  let worker: INestApplicationContext | undefined;
  let current: Omit<UsedApp, 'app' | 'worker'> | undefined;

  beforeAll(async () => {
    app = await startTestApp(settings);
    if (withWorker) worker = await startTestWorker(app);
  });
  if (project) {
    beforeEach(async () => {
      const own = await build(app!).project(project);
      const engineer = app!.as(own.engineer);
      current = { own, engineer, client: app!.as(own.client), stage: new Stage(engineer, own.project.id) };
    });
  }
  afterAll(async () => {
    await worker?.close();
    await app?.close();
  });

  return {
    app: later(() => app),
    worker: later(() => worker),
    own: later(() => current?.own),
    engineer: later(() => current?.engineer),
    client: later(() => current?.client),
    stage: later(() => current?.stage),
  };
}

/** A proxy for an object that is created later; it always refers to the current one. */
function later<T extends object>(current: () => T | undefined): T {
  return new Proxy({} as T, {
    get: (_nothing, key) => {
      const object = current();
      if (!object) throw new Error(`${String(key)} was asked for before it was made.`);
      const value: unknown = Reflect.get(object, key);
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
  });
}
