/** How a quiet button of a line of tools looks. */
export const tool = { size: 'compact-sm', variant: 'subtle', color: 'gray', fw: 400 } as const;
