import { Button, Menu, Text } from '@mantine/core';
import { IconFiles, IconHistory, IconWaveSine, IconZoomExclamation } from '@tabler/icons-react';
import type { StagingFile } from '../../api';
import { quietButton } from '../../ui/quiet-button';
import { useAnalyseAll } from './mutations';
import { isBusy } from './rows';

interface ReanalysisMenuProps {
  projectId: string;
  files: StagingFile[];
}

/** Analyses many files again; new files are analysed first. */
export function ReanalysisMenu({ projectId, files }: ReanalysisMenuProps) {
  const { mutate, isPending } = useAnalyseAll(projectId);
  const count = (fits: (analysis: StagingFile['analysis']) => boolean) =>
    files.filter(({ analysis }) => fits(analysis)).length;
  const ended = files.filter((file) => !isBusy(file)).length;
  const choices = [
    { scope: 'all', label: 'All files', count: ended, Icon: IconFiles },
    { scope: 'stale', label: 'Analyzed by an older engine', count: count(({ stale }) => stale), Icon: IconHistory },
    { scope: 'failed', label: 'Failed', count: count(({ state }) => state === 'failed'), Icon: IconZoomExclamation },
  ] as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...quietButton} leftSection={<IconWaveSine size={14} aria-hidden />} loading={isPending}>
          Analyze again
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Analyze again, here and in Files</Menu.Label>
        {choices.map(({ scope, label, count: affected, Icon }) => (
          <Menu.Item
            key={scope}
            disabled={affected === 0}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={
              <Text size="xs" c="dimmed">
                {affected}
              </Text>
            }
            onClick={() => mutate({ path: { projectId }, body: { scope } })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
