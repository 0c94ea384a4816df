import { ActionIcon, Box, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { msf } from '../../../../services/ddp/time.js';
import type { DdpReport, DdpTrack } from '../../api';
import { imagePlayer, type ImageState } from './image-player';

type Track = DdpTrack & Partial<Pick<DdpReport['tracks'][number], 'compared'>>;

interface DiscTracksProps {
  name: string;
  tracks: Track[];
  frames: number;
  /** Address of the image; null if it cannot be played. */
  url: string | null;
  image: ImageState;
  withComparison?: boolean;
  /** Whether the comparison is with an earlier album. */
  isOutdated?: boolean;
  /** A disc with errors has nothing in green. */
  hasErrors?: boolean;
}

/**
 * The tracks of a disc with their times, each of which can be played from its start in the image. On a phone, codes and
 * comparisons are below the titles.
 */
export function DiscTracks({
  name,
  tracks,
  frames,
  url,
  image,
  withComparison = false,
  isOutdated = false,
  hasErrors = false,
}: DiscTracksProps) {
  const comparedOf = ({ compared = null }: Track) => <Compared {...{ compared, isOutdated, hasErrors }} />;
  const current = image.playing ? tracks.findLast(({ start }) => start !== null && start <= image.frame) : undefined;
  return (
    <Box style={{ overflowX: 'auto' }}>
      <Table verticalSpacing={4} horizontalSpacing={6} aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <VisuallyHidden>Play</VisuallyHidden>
            </Table.Th>
            <Table.Th w={28}>#</Table.Th>
            <Table.Th>Title</Table.Th>
            <Table.Th w={130} visibleFrom="sm">
              ISRC
            </Table.Th>
            <Table.Th w={84} ta="right" visibleFrom="sm">
              Gap
            </Table.Th>
            <Table.Th w={84} ta="right">
              Start
            </Table.Th>
            <Table.Th w={84} ta="right">
              Length
            </Table.Th>
            {withComparison && (
              <Table.Th w={150} visibleFrom="sm">
                CD master
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tracks.map((track) => {
            const { number, title, performer, isrc, pause, start, end } = track;
            const isCurrent = track === current;
            return (
              <Table.Tr key={number} aria-current={isCurrent || undefined}>
                <Table.Td>
                  {url !== null && start !== null && (
                    <ActionIcon
                      size={28}
                      variant={isCurrent ? 'filled' : 'subtle'}
                      loading={isCurrent && image.loading}
                      aria-label={isCurrent ? 'Pause' : `Play track ${number}`}
                      onClick={() => (isCurrent ? imagePlayer?.pause() : imagePlayer?.play(url, start, frames))}
                    >
                      {isCurrent ? (
                        <IconPlayerPauseFilled size={14} aria-hidden />
                      ) : (
                        <IconPlayerPlayFilled size={14} aria-hidden />
                      )}
                    </ActionIcon>
                  )}
                </Table.Td>
                <Table.Td>{number}</Table.Td>
                <Table.Td>
                  <Text size="sm" lineClamp={1} title={title}>
                    {title || '–'}
                  </Text>
                  {performer && (
                    <Text size="xs" c="dimmed" lineClamp={1}>
                      {performer}
                    </Text>
                  )}
                  <Box hiddenFrom="sm">
                    {isrc && (
                      <Text size="xs" c="dimmed" ff="monospace">
                        {isrc}
                      </Text>
                    )}
                    {withComparison && comparedOf(track)}
                  </Box>
                </Table.Td>
                <Table.Td ff="monospace" visibleFrom="sm">
                  {isrc || '–'}
                </Table.Td>
                <Time frames={pause !== null && start !== null ? start - pause : null} visibleFrom="sm" />
                <Time frames={start} />
                <Time frames={start !== null && end !== null ? end - start : null} />
                {withComparison && <Table.Td visibleFrom="sm">{comparedOf(track)}</Table.Td>}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Time({ frames, visibleFrom }: { frames: number | null; visibleFrom?: 'sm' }) {
  return (
    <Table.Td ta="right" ff="monospace" visibleFrom={visibleFrom}>
      {frames === null || frames < 0 ? '–' : msf(frames)}
    </Table.Td>
  );
}

interface ComparedProps {
  compared: NonNullable<Track['compared']> | null;
  isOutdated: boolean;
  hasErrors: boolean;
}

function Compared({ compared, isOutdated, hasErrors }: ComparedProps) {
  if (!compared || isOutdated) {
    return (
      <Text size="sm" c="dimmed">
        {isOutdated ? 'Out of date' : 'Not released'}
      </Text>
    );
  }
  const { fileName, sha256 } = compared;
  const { label, color, Icon } = outcomeOf(compared, hasErrors);
  return (
    <Tooltip label={`${fileName}${sha256 ? `, SHA-256 ${sha256.slice(0, 12)}…` : ''}`}>
      <Text span size="sm" c={color} style={{ whiteSpace: 'nowrap' }}>
        <Icon size={16} aria-hidden style={{ verticalAlign: 'text-bottom', marginRight: 6 }} />
        {label}
      </Text>
    </Tooltip>
  );
}

function outcomeOf({ isSame, hasMoreSound, isCut }: NonNullable<Track['compared']>, hasErrors: boolean) {
  if (!isSame) return { label: 'Differs', color: 'red', Icon: IconCircleX };
  if (isCut) return { label: 'Cut by its index', color: 'orange', Icon: IconAlertTriangle };
  if (hasMoreSound) return { label: 'More sound', color: 'orange', Icon: IconAlertTriangle };
  return { label: 'Identical', color: hasErrors ? undefined : 'green', Icon: IconCircleCheck };
}
