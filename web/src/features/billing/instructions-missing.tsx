import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dataOf, studioSettingsOptions } from '../../api';
import { useSession } from '../../api/session';

/** For engineers: warns that invoices do not say how to pay. */
export function InstructionsMissing() {
  const { demoPayments } = useSession();
  const { data: settings } = useQuery({ ...studioSettingsOptions(), select: dataOf, enabled: !demoPayments });
  if (demoPayments || !settings || settings.paymentInstructions) return null;
  return (
    <Alert color="yellow" title="Your client cannot see how to pay">
      Add payment instructions in{' '}
      <Anchor component={Link} to="/app/settings/theme?tab=studio" size="sm" underline="always">
        your settings
      </Anchor>
      ; every open invoice shows them.
    </Alert>
  );
}
