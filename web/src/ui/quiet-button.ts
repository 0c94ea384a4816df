/** Props of a quiet toolbar button. */
export const quietButton = { size: 'compact-sm', variant: 'subtle', color: 'gray', fw: 400 } as const;
