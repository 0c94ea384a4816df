/** The letter shown for a person without a picture. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
