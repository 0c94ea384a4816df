/** What a word in a master's file name says. */
export type WordClass =
  // a slot
  | 'streaming'
  | 'vinyl'
  | 'hires'
  | 'cd'
  | 'instrumental'
  | 'clean'
  // the album version itself
  | 'main'
  // no slot
  | 'acapella'
  | 'tv'
  | 'stem'
  | 'reference'
  | 'tone'
  | 'unfinished'
  | 'whole'
  | 'snippet'
  | 'live'
  | 'remix'
  | 'sample'
  | 'spoken'
  | 'edit'
  | 'surround'
  // a variant of another file
  | 'alternate'
  | 'older'
  // says nothing about slot or song
  | 'filler'
  | 'useless';

/** Comma-separated phrases: those with hardly another meaning in a file name, and those that are likely meant so. */
export type Phrases = { sure: string; likely?: string };
