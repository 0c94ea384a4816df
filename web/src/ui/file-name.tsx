import { Box, Text, type TextProps } from '@mantine/core';

/** Characters kept at the end: the version and the extension are what tells masters apart. */
const TAIL = 14;

/** A file name on one line, shortened in its middle. */
export function FileName({ name, ...props }: { name: string } & TextProps) {
  const cut = Math.max(0, name.length - TAIL);
  return (
    <Text size="sm" {...props} title={name} style={{ display: 'flex', minWidth: 0, whiteSpace: 'pre' }}>
      <Box component="span" style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name.slice(0, cut)}</Box>
      <Box component="span" flex="none">{name.slice(cut)}</Box>
    </Text>
  );
}
