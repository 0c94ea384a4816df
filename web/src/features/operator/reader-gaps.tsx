import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf, readerGapsListOptions } from '../../api';

/** Warns that a manipulated sound file could reach more than it should. */
export function ReaderGaps() {
  const { data } = useQuery({ ...readerGapsListOptions(), select: dataOf });
  if (!data || data.gaps.length === 0) return null;
  return (
    <Alert color="yellow" title="Processes that read uploaded files are not fully confined">
      <Stack gap="sm">
        <List size="sm">
          {data.gaps.map((gap) => (
            <List.Item key={gap}>{gap}</List.Item>
          ))}
        </List>
        <Text size="sm">
          A manipulated file that takes over such a process could do that too. The operating manual says what to change.
        </Text>
      </Stack>
    </Alert>
  );
}
