import { Anchor, Stack, Switch, type SwitchProps, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '../../api/session';
import { SectionHeader } from '../../ui/section-header';

/** Whether engineers of the studio must use two-step sign-in; only somebody who has it may require it. */
export function SignInSettings({ field }: { field: SwitchProps }) {
  const { user, studio } = useSession();
  const isAllowed = user.hasSecondFactor || studio?.requiresSecondFactor;
  return (
    <Stack gap="md" component="section" aria-labelledby="signing-in">
      <SectionHeader id="signing-in" title="Signing in" subtitle="Rules for the people who work in your studio." />
      <Switch
        label="Require two-step sign-in for everyone in the studio"
        description="Engineers who have not set it up do so right after signing in, before anything else. Clients are not asked; they may switch it on in their profile."
        disabled={!isAllowed}
        {...field}
      />
      {!isAllowed && (
        <Text size="sm" c="dimmed">
          You need it yourself first:{' '}
          <Anchor component={Link} to="/app/profile" size="sm" underline="always">
            set it up in your profile
          </Anchor>
          .
        </Text>
      )}
    </Stack>
  );
}
