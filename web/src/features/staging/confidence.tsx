import { Badge, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import type { AssignmentSuggestion } from '../../api';
import { confidenceColor } from './assignments';
import { reasonsOf } from './reasons';

/** The confidence of a suggestion; its reasons, for and against, on hover and focus. */
export function ConfidenceBadge({ suggestion }: { suggestion: AssignmentSuggestion }) {
  const reasons = reasonsOf(suggestion);
  return (
    <Tooltip
      multiline
      maw={360}
      p="sm"
      color="dark.4"
      c="gray.0"
      label={
        <Stack gap={4}>
          {reasons.length === 0 && <Text size="xs">No reasons were recorded</Text>}
          {reasons.map(({ sign, text }, index) => (
            <Text key={index} size="xs" style={{ paddingLeft: 14, textIndent: -14 }}>
              <Text span inherit ff="monospace" fw={700} c={sign === '+' ? 'green.3' : 'red.2'}>{sign} </Text>
              {text}
            </Text>
          ))}
        </Stack>
      }
    >
      <UnstyledButton display="flex" w="fit-content" flex="none" aria-label={`Confidence ${suggestion.confidence}%: ${reasons.map(({ sign, text }) => `${sign} ${text}`).join('; ')}`}>
        <Badge color={confidenceColor(suggestion.confidence)} flex="none" style={{ cursor: 'inherit' }}>{suggestion.confidence}%</Badge>
      </UnstyledButton>
    </Tooltip>
  );
}
