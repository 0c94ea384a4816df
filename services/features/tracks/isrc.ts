/** Without dashes and spaces, in capitals, as ISO 3901 writes it in data. */
export const compactIsrc = (isrc: string): string => isrc.replace(/[\s-]/g, '').toUpperCase();

/** ISO 3901: two letters of country, three of registrant, seven digits of year and designation. */
export const isIsrc = (isrc: string): boolean => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(compactIsrc(isrc));
