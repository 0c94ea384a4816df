import { Box, Text, type TextProps } from '@mantine/core';
import { splitForEllipsis } from '../lib/format/middle-ellipsis';

/** Characters kept at the end, because masters differ in version and extension. */
const TAIL = 14;

/** A file name on one line with an ellipsis in the middle. */
export function FileName({ name, ...props }: { name: string } & TextProps) {
  const [start, end] = splitForEllipsis(name, TAIL);
  return (
    <Text size="sm" {...props} title={name} style={{ display: 'flex', minWidth: 0, whiteSpace: 'pre' }}>
      <Box component="span" style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {start}
      </Box>
      <Box component="span" flex="none">
        {end}
      </Box>
    </Text>
  );
}
