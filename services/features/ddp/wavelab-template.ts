/**
 * Cue sheet template for WaveLab: with it, an audio montage exports titles and ISRCs as a table that the page Metadata
 * imports. Lines that begin with a semicolon are comments for WaveLab, which leaves them out.
 */
export const WAVELAB_TEMPLATE = [
  '; Lacquer: titles, artists and ISRCs of an audio montage, for “Import CSV” on the page Metadata.',
  '; Copy this file to the folder AudioCdCueSheetTemplates among your WaveLab presets, then generate a cue sheet with it.',
  '; The columns are separated by tabs, because titles contain commas and quotes.',
  '; The names after $ are those of WaveLab. If yours has others, its factory templates list them.',
  ['Track', 'Title', 'Artist', 'Composer', 'ISRC'].join('\t'),
  '#FOR EACH TRACK',
  ['$TRACK_NUM', '$TRACK_TITLE', '$TRACK_PERFORMER', '$TRACK_COMPOSER', '$TRACK_ISRC'].join('\t'),
  '#END FOR',
  '',
].join('\r\n');
