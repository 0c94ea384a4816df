/** The tabs of a project; those of staging are for its engineer. */
export const PROJECT_TABS = [
  { value: 'timeline', label: 'Timeline', needs: null },
  { value: 'files', label: 'Files', needs: null },
  { value: 'staging', label: 'Staging', needs: 'stage' },
  { value: 'release', label: 'Release', needs: 'stage' },
  { value: 'album', label: 'Album', needs: 'stage' },
  { value: 'metadata', label: 'Metadata', needs: 'seeMoney' },
  { value: 'cd', label: 'CD and vinyl', needs: 'seeMoney' },
  { value: 'quote', label: 'Quote', needs: 'seeMoney' },
  { value: 'info', label: 'Info', needs: null },
] as const;
