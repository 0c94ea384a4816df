import type { Profile } from '../../api';

export const genres: Profile['preferredGenres'] = [
  'Hip Hop',
  'Rock',
  'Pop',
  'Electronic',
  'Jazz',
  'Classical',
  'Country',
  'R&B',
  'Reggae',
  'Folk',
  'Blues',
  'Metal',
  'Punk',
  'Indie',
  'Alternative',
  'Gospel',
  'World Music',
  'Ambient',
  'Experimental',
  'Singer-Songwriter',
];

export const countries: { value: NonNullable<Profile['country']>; label: string }[] = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
  { value: 'UK', label: 'United Kingdom' },
  { value: 'AU', label: 'Australia' },
];
