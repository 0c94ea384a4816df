import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { File } from '../../api';
import type { TrackFiles } from '../../lib/audio/tracks';
import { choicesFor, useChooseTrack } from './choose-track';

interface BelongsToProps {
  file: File;
  tracks: TrackFiles[];
}

/** Value of the item for no track; tracks have their ids. */
const NONE = '';

/** Shows the track of an original, and lets a person choose another. */
export function BelongsTo({ file, tracks }: BelongsToProps) {
  const { choose, isPending } = useChooseTrack(file);
  const choices = choicesFor(file, tracks);
  if (choices.length === 0) return null;
  const item = (value: string, label: string) => (
    <Menu.RadioItem key={value} value={value} closeMenuOnClick style={{ overflowWrap: 'anywhere' }}>
      {label}
    </Menu.RadioItem>
  );
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Tooltip label={file.track_title === null ? 'Choose its track' : `Mix of ${file.track_title}`}>
          <ActionIcon aria-label={`Track of ${file.fileName}`} loading={isPending}>
            <IconLink size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah="50dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>Which track is this a mix of?</Menu.Label>
        <Menu.RadioGroup value={file.trackId ?? NONE} onChange={(value) => choose(value === NONE ? null : value)}>
          {choices.map(({ trackId, title }) => item(trackId, title))}
          <Menu.Divider />
          {item(NONE, 'No track')}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
