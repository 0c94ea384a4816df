import { Box, Progress, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { File } from '../../api';
import { groupMarkers, type Marker } from '../../ui/marker-groups';
import { Waveform } from '../../ui/waveform';

interface FileWaveformProps {
  file: File;
  markers: Marker[];
  /** In pixels; null for full width. */
  width: number | null;
  height: number;
}

/** A file's waveform with the positions of its comments, or how far its analysis is. */
export function FileWaveform({ file, markers, width, height }: FileWaveformProps) {
  const { id, fileName, analysis } = file;
  const { ref, width: measured } = useElementSize();
  if (analysis.hasPeaks) {
    const url = `/api/files/${id}/peaks`;
    return (
      <Box ref={ref} w={width ?? undefined} flex={width === null ? '1 0 100%' : 'none'} h={height} pos="relative">
        {(width ?? measured) > 0 && (
          <Waveform url={url} width={width ?? measured} height={height} label={`Waveform of ${fileName}`} />
        )}
        {analysis.durationS !== null && (width ?? measured) > 0 && (
          <Markers markers={markers} durationS={analysis.durationS} width={width ?? measured} />
        )}
      </Box>
    );
  }
  const { state, progress, error } = analysis;
  const percent = Math.round(progress * 100);
  return (
    <Box w={width ?? '100%'} flex="none">
      {state === 'failed' ? (
        <Text size="xs" c="red" lineClamp={2} title={error?.message}>
          {error?.message ?? 'Cannot be read'}
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed">
            {state === 'running' ? `Analyzing ${percent}%` : 'Waiting for analysis'}
          </Text>
          {state === 'running' && <Progress value={percent} size={3} aria-label={`Analysis, ${percent}%`} />}
        </>
      )}
    </Box>
  );
}

/** Width in pixels that a marker needs. */
const MARKER = 18;

interface MarkersProps {
  markers: Marker[];
  durationS: number;
  width: number;
}

/** Comment positions; comments are read and answered on the track page. */
function Markers({ markers, durationS, width }: MarkersProps) {
  return groupMarkers(markers, durationS, width, MARKER).map(({ marker: { id, color }, x, text, label }) => (
    <Box key={id} className="waveform-marker" role="img" aria-label={label} title={label} bg={color} left={x}>
      {text}
    </Box>
  ));
}
