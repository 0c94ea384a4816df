import { expect, it } from '@jest/globals';
import { placeOf } from './kinds';

const metadata = { projectId: 'p1' };

it.each([
  ['invoice_paid', 'engineer', '/app/invoices'],
  ['new_invoice', 'client', '/app/payment/p1'],
  ['payment_reminder', 'client', '/app/payment/p1'],
  ['new_quote', 'client', '/app/projects/p1?tab=quote'],
  ['quote_rejected', 'engineer', '/app/projects/p1?tab=quote'],
  ['file_deleted', 'engineer', '/app/projects/p1?tab=files'],
  ['new_comment', 'client', '/app/projects/p1?tab=timeline'],
  ['project_status_updated', 'client', '/app/projects/p1'],
] as const)('%s leads the %s to %s', (type, role, place) => {
  expect(placeOf({ type, metadata }, role)).toBe(place);
});

it('links to the track and the second', () => {
  const about = { projectId: 'p1', fileId: 'f1' };
  const lead = (type: 'new_comment' | 'revision_uploaded', more: object, role: 'client' | 'engineer' = 'client') =>
    placeOf({ type, metadata: { ...about, ...more } }, role);
  expect(lead('new_comment', { seconds: 65.4 })).toBe('/app/projects/p1/tracks/f1?t=65');
  expect(lead('new_comment', {})).toBe('/app/projects/p1/tracks/f1');
  expect(lead('revision_uploaded', {})).toBe('/app/projects/p1/tracks/f1');
  expect(lead('revision_uploaded', {}, 'engineer')).toBe('/app/projects/p1?tab=files');
});

it('links to the notifications if there is no project', () => {
  expect(placeOf({ type: 'new_comment', metadata: {} }, 'client')).toBe('/app/notifications');
});
