import { expect, it } from '@jest/globals';
import type { File, Project } from '../../api';
import { fileAsClient, projectAsClient } from './as-client';

const project = { id: 'p', finalsUnlocked: false, can: { update: true, stage: true } } as Project;
const file = (fileType: File['fileType'], heardBy: string[] = []) =>
  ({ fileType, heardBy, heard: false, can: { download: true, delete: true, pair: true } }) as unknown as File;

it('locks finals until the payment, but not what the client sent', () => {
  expect(fileAsClient(file('master'), project).can.download).toBe(false);
  expect(fileAsClient(file('upload'), project).can.download).toBe(true);
  expect(fileAsClient(file('master'), { ...project, finalsUnlocked: true }).can.download).toBe(true);
});

it('lets nothing be changed, and counts as heard what the client has heard', () => {
  expect(Object.entries(projectAsClient(project).can).filter(([, allowed]) => allowed)).toEqual([['seeMoney', true]]);
  expect(fileAsClient(file('upload'), project).can).toMatchObject({ delete: false, pair: false, approve: false });
  expect(fileAsClient(file('master', ['Mo']), project).heard).toBe(true);
});
