/**
 * Cue sheet template for WaveLab: with it, an audio montage exports titles and ISRCs as a table that the page Metadata
 * imports. WaveLab's manual documents the text in UTF-8, $ before variables, # before commands, `#FOR EACH TRACK` and ;
 * before comments. It does not list the names of variables nor the end of the loop, so these were not verified; the import
 * leaves out names that WaveLab did not replace.
 */
export const WAVELAB_TEMPLATE = [
  '; Lacquer: titles, artists and ISRCs of an audio montage, for “Import CSV” on the page Metadata.',
  '; Copy this file to the folder Presets/AudioCdCueSheetTemplates of WaveLab, then generate a cue sheet with it.',
  '; The columns are separated by tabs, because titles contain commas and quotes.',
  '; Not verified with every version: if a name after $ or the last line stays as it is, take it from a factory template in that folder.',
  ['Track', 'Title', 'Artist', 'Composer', 'ISRC'].join('\t'),
  '#FOR EACH TRACK',
  ['$TRACK_NUM', '$TRACK_TITLE', '$TRACK_PERFORMER', '$TRACK_COMPOSER', '$TRACK_ISRC'].join('\t'),
  '#END FOR',
  '',
].join('\r\n');
