import { expect, it } from '@jest/globals';
import { ApiError } from '../../api/error';
import { zCreateProject, zCreateTrack, zSetup, zUpdateStudioSettings } from '../../api/generated/zod.gen';
import { formErrors, refusedFields } from './form-errors';

it('reports the same problems as the server, by field', () => {
  expect(formErrors(zSetup, { name: ' ', email: 'nobody', password: 'short', studioName: 'Mono' })).toEqual({
    name: 'Name is required',
    email: 'Enter one email address, such as kim@example.org',
    password: 'Password must be at least 8 characters long',
  });
  expect(formErrors(zCreateTrack, { trackNumber: 0, title: '' })).toEqual({
    trackNumber: 'Track number must be positive',
    title: 'Title is required',
  });
});

it('reports nested fields by path, and a length by its limit', () => {
  const body = { title: 'a'.repeat(201), client: { name: '', email: 'zoe@example.com' } };
  expect(formErrors(zCreateProject, body)).toEqual({
    title: 'At most 200 characters',
    'client.name': 'Name is required',
  });
});

it('accepts what the server accepts', () => {
  expect(formErrors(zCreateTrack, { trackNumber: 1, title: 'Tide', isrc: null, notes: null })).toEqual({});
});

it('accepts a colour in capitals, as the server does', () => {
  expect(formErrors(zUpdateStudioSettings, { brandColor: '#0FADA8' })).toEqual({});
  expect(formErrors(zUpdateStudioSettings, { brandColor: '#0FADAG' })).toHaveProperty('brandColor');
});

it('maps a server refusal to its fields, and returns nothing for other errors', () => {
  const fields = [{ field: 'website', message: 'The website must be an address' }];
  expect(refusedFields(new ApiError('no', 400, 'invalid', { fields }))).toEqual({
    website: 'The website must be an address',
  });
  expect(refusedFields(new ApiError('no', 409, 'conflict', { fields }))).toEqual({});
  expect(refusedFields(new ApiError('no', 400, 'invalid', null))).toEqual({});
  expect(refusedFields(new Error('no'))).toEqual({});
});
