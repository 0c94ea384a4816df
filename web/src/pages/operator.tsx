import { Stack, Title } from '@mantine/core';
import { useSession } from '../api/session';
import { AuditTrail } from '../features/operator/audit-trail';
import { Engineers } from '../features/operator/engineers';
import { MailHold } from '../features/operator/mail-hold';
import { MailingList } from '../features/operator/mailing-list';
import { NoMail } from '../features/operator/no-mail';
import { PortalFacts } from '../features/operator/portal-facts';
import { PortalWork } from '../features/operator/portal-work';
import { ReaderGaps } from '../features/operator/reader-gaps';
import { SiteAnalytics } from '../features/operator/site-analytics';
import { StudioTrashes } from '../features/operator/studio-trash';
import { titled } from '../lib/installation';
import { Restricted } from '../ui/restricted';

export const meta = () => [{ title: titled('Operator') }];

export default function OperatorPage() {
  const { user } = useSession();
  if (!user.isOperator) return <Restricted message="This page is only available to the operator." />;
  return (
    <Stack gap={40}>
      <Stack gap="xs">
        <Title order={1}>Operator</Title>
        <PortalFacts />
        <MailHold />
        <NoMail />
        <ReaderGaps />
      </Stack>
      <PortalWork />
      <MailingList />
      <SiteAnalytics />
      <StudioTrashes />
      <Engineers />
      <AuditTrail />
    </Stack>
  );
}
