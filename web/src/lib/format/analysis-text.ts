import type { Analysis } from '../../api';
import { formatLevel, formatRate, formatSeconds } from './format';
import { measuredText, playedLufs } from './loudness';

function channelText(channels: number | null): string | null {
  if (channels === null || channels === 2) return null;
  return channels === 1 ? 'mono' : `${channels} ch`;
}

type SoundFormat = Pick<Analysis, 'container' | 'sampleRateHz' | 'bitsStored' | 'float' | 'channels'>;

/** Container and resolution, such as 'WAV 24/96', 'MP3 44.1 kHz' or 'WAV 32f/48 mono'; null before the probe. */
export function formatText(analysis: SoundFormat): string | null {
  const { container, sampleRateHz, bitsStored, float, channels } = analysis;
  if (container === null || sampleRateHz === null) return null;
  const rate = formatRate(sampleRateHz);
  const resolution = bitsStored === null ? `${rate} kHz` : `${bitsStored}${float ? 'f' : ''}/${rate}`;
  return [container.toUpperCase(), resolution, channelText(channels)].filter(Boolean).join(' ');
}

/** 'WAV 24/96 · 3:41'; null before the probe. */
export function formatAndLength(analysis: Analysis): string | null {
  const format = formatText(analysis);
  if (format === null || analysis.durationS === null) return format;
  return `${format} · ${formatSeconds(analysis.durationS)}`;
}

/** '−14.2 LUFS · −1.0 dBTP', 'Digital silence'; null before the analysis is done. */
export function loudnessText(analysis: Analysis): string | null {
  if (analysis.state !== 'done') return null;
  if (analysis.silent) return 'Digital silence';
  return `${measuredText(analysis)} · ${formatLevel(analysis.truePeakDbtp, 'dBTP')}`;
}

/** Says how loud a file of one, three or more channels sounds too. */
function integratedText(analysis: Analysis): string {
  const { played: heard } = analysis;
  const mixed = heard?.mix && heard.integratedLufs !== null ? heard.integratedLufs + heard.loweredDb : null;
  const [measured, played] = [measuredText(analysis), mixed ?? playedLufs(analysis)];
  return played === analysis.loudness?.integratedLufs || played === null
    ? measured
    : `${measured}, ${formatLevel(played, 'LUFS')} from two speakers`;
}

/** All measured figures as label and value, the most important first. */
export function figuresOf(analysis: Analysis): [label: string, value: string][] {
  const { loudness, played, tags } = analysis;
  const figures: [string, string | null][] = [
    ['Format', formatText(analysis)],
    ['Length', analysis.durationS === null ? null : formatSeconds(analysis.durationS)],
    ['Integrated loudness', loudness && integratedText(analysis)],
    ['Loudness range', loudness && formatLevel(loudness.lraLu, 'LU')],
    ['Max short-term', loudness && formatLevel(loudness.maxShortTermLufs, 'LUFS')],
    ['Max momentary', loudness && formatLevel(loudness.maxMomentaryLufs, 'LUFS')],
    ['Played here', played?.loweredDb ? `${played.loweredDb} dB lower, so that nothing clips` : null],
    ['True peak', loudness && formatLevel(analysis.truePeakDbtp, 'dBTP')],
    ['Sample peak', loudness && formatLevel(analysis.samplePeakDbfs, 'dBFS')],
    ['Clipped samples', analysis.clippedSamples === null ? null : String(analysis.clippedSamples)],
    ['Silence at start', analysis.leadSilenceS === null ? null : `${analysis.leadSilenceS.toFixed(2)} s`],
    ['Silence at end', analysis.tailSilenceS === null ? null : `${analysis.tailSilenceS.toFixed(2)} s`],
    ['Title tag', tags?.title ?? null],
    ['ISRC tag', tags?.isrc ?? null],
  ];
  return figures.filter((figure): figure is [string, string] => figure[1] !== null);
}
