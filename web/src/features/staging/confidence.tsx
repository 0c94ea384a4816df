import { Badge, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import type { AssignmentSuggestion } from '../../api';
import { confidenceColor } from './assignments';
import { type Reason, reasonsOf } from './reasons';

const COLORS = { '+': 'green', '−': 'red' };

/** Number of reasons for and against. */
function Balance({ reasons }: { reasons: Reason[] }) {
  return (['+', '−'] as const).map((sign) => {
    const count = reasons.filter((reason) => reason.sign === sign).length;
    return (
      count > 0 && (
        <Text key={sign} span size="xs" c={COLORS[sign]} aria-hidden>
          {sign}
          {count}
        </Text>
      )
    );
  });
}

interface ConfidenceBadgeProps {
  suggestion: AssignmentSuggestion;
  /** Another file fills the slot or is suggested for it. */
  contested: boolean;
  live?: boolean;
}

/** Confidence of a suggestion and the number of reasons for and against; hover or focus shows the reasons. */
export function ConfidenceBadge({ suggestion, contested, live = true }: ConfidenceBadgeProps) {
  const reasons = reasonsOf(suggestion);
  const color = confidenceColor(suggestion.confidence);
  const badge = (
    <UnstyledButton
      display="flex"
      w="fit-content"
      flex="none"
      tabIndex={live ? 0 : -1}
      aria-label={`Confidence ${suggestion.confidence}%: ${reasons.map(({ sign, text }) => `${sign} ${text}`).join('; ')}`}
    >
      <Badge
        color={contested && color === 'green' ? 'yellow' : color}
        flex="none"
        miw={46}
        style={{ cursor: 'inherit' }}
      >
        {suggestion.confidence}%
      </Badge>
    </UnstyledButton>
  );
  return (
    <Group gap={6} wrap="nowrap">
      {live ? (
        <Tooltip multiline maw={360} p="sm" color="dark.4" c="gray.0" label={<Lines reasons={reasons} />}>
          {badge}
        </Tooltip>
      ) : (
        badge
      )}
      <Balance reasons={reasons} />
    </Group>
  );
}

function Lines({ reasons }: { reasons: Reason[] }) {
  return (
    <Stack gap={4}>
      {reasons.length === 0 && <Text size="xs">No reasons were recorded</Text>}
      {reasons.map(({ sign, text }, index) => (
        <Text key={index} size="xs" style={{ paddingLeft: 14, textIndent: -14 }}>
          <Text span inherit ff="monospace" fw={700} c={sign === '+' ? 'green.3' : 'red.2'}>
            {sign}{' '}
          </Text>
          {text}
        </Text>
      ))}
    </Stack>
  );
}
