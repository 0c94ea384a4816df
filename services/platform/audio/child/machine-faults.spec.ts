import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { machineFault } from './machine-faults.js';

const failed = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

it('attributes errors of the file system to the disk', () => {
  try {
    readFileSync('/nowhere/at all');
  } catch (error) {
    expect(machineFault(error)).toBe('It could not be read from the disk.');
  }
  expect(machineFault(failed('EIO', 'read'))).toBe('It could not be read from the disk.');
  expect(machineFault(failed('EACCES', 'open'))).toBe('It could not be read from the disk.');
});

it('says that the disk is full', () => {
  expect(machineFault(failed('ENOSPC', 'write'))).toBe('The server’s disk is full.');
});

it('does not attribute other system errors to the disk', () => {
  const busy = 'The server could not read it just now.';
  expect(machineFault(failed('EACCES', 'uv_os_setpriority'))).toBe(busy);
  expect(machineFault(failed('EACCES', 'spawn node'))).toBe(busy);
  expect(machineFault(failed('EAGAIN', 'fork'))).toBe(busy);
  expect(machineFault(failed('EMFILE', 'open'))).toBe(busy);
});

it('attributes everything else to the file', () => {
  expect(machineFault(new Error('bad header'))).toBeUndefined();
  expect(machineFault('no error at all')).toBeUndefined();
});
