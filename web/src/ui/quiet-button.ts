/** How a quiet button of a line of tools looks. */
export const quietButton = { size: 'compact-sm', variant: 'subtle', color: 'gray', fw: 400 } as const;
