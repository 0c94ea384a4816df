import { Box, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconExclamationCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { barsOf, PeaksError } from '../lib/audio/peaks';
import { peaksOptions } from './peaks-query';

const BAR = 2;
const GAP = 1;
/** At least 3:1 against the background, which a brand colour may not have. */
const COLOR = 'var(--mantine-color-dimmed)';
/** Pixels needed for an error message; a narrower waveform shows an icon instead. */
const WIDTH_FOR_WORDS = 112;

function pathOf(heights: number[], height: number): string {
  return heights
    .map((share, index) => {
      const tall = Math.max(1, share * height);
      return `M${index * (BAR + GAP)} ${(height - tall) / 2}h${BAR}v${tall}h-${BAR}z`;
    })
    .join('');
}

function Failed({ error, width, height }: { error: Error; width: number; height: number }) {
  const message = error instanceof PeaksError ? 'Failed to initialize waveform' : 'Failed to load waveform';
  if (width >= WIDTH_FOR_WORDS)
    return (
      <Text size="xs" c="dimmed" lh={1.25} lineClamp={2}>
        {message}
      </Text>
    );
  return (
    <Box title={message} h={height} c="dimmed">
      <IconExclamationCircle size={14} role="img" aria-label={message} style={{ marginTop: (height - 14) / 2 }} />
    </Box>
  );
}

interface WaveformProps {
  /** Address of the stored peaks; null draws a flat line. */
  url: string | null;
  /** In pixels. */
  width: number;
  height: number;
  label: string;
}

/** A small waveform with 2 px bars and 1 px gaps, loaded when it comes into view. */
export function Waveform({ url, width, height, label }: WaveformProps) {
  const { ref, inViewport } = useInViewport();
  const { data: peaks, error } = useQuery({ ...peaksOptions(url ?? ''), enabled: inViewport && url !== null });
  if (error && !peaks) {
    return (
      <Box ref={ref} w={width} mih={height} style={{ flex: 'none' }}>
        <Failed {...{ error, width, height }} />
      </Box>
    );
  }
  const count = Math.floor((width + GAP) / (BAR + GAP));
  const heights = peaks ? barsOf(peaks, count) : Array.from({ length: count }, () => 0);
  return (
    <Box ref={ref} w={width} h={height} style={{ flex: 'none' }}>
      <svg width={width} height={height} role="img" aria-label={label}>
        <path d={pathOf(heights, height)} fill={COLOR} shapeRendering="crispEdges" />
      </svg>
    </Box>
  );
}
