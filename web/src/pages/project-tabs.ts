/** The tabs of a project; those of staging are for its engineer. */
export const PROJECT_TABS = [
  { value: 'timeline', label: 'Timeline', staging: false },
  { value: 'files', label: 'Files', staging: false },
  { value: 'staging', label: 'Staging', staging: true },
  { value: 'release', label: 'Release', staging: true },
  { value: 'metadata', label: 'Metadata', staging: false },
  { value: 'quote', label: 'Quote', staging: false },
  { value: 'info', label: 'Info', staging: false },
];
