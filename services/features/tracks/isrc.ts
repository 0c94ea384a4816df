/** Normalises an ISRC to ISO 3901's form for data: capitals without hyphens and spaces. */
export const compactIsrc = (isrc: string): string => isrc.replace(/[\s-]/g, '').toUpperCase();

/**
 * ISO 3901: two letters for the prefix's country, three characters for the registrant, seven digits for year and
 * designation.
 */
export const isIsrc = (isrc: string): boolean => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(compactIsrc(isrc));
