import {
  ActionIcon,
  Box,
  Button,
  DataList,
  EmptyState,
  Group,
  Skeleton,
  Stack,
  Tabs,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconArrowLeft, IconDisc } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { type Project, projectsGetOptions } from '../api';
import { isNotFound } from '../api/error';
import { ActivityFeed } from '../features/activity/activity-feed';
import { ProposalAlert, useProposalKnown } from '../features/album/proposal-alert';
import { InvoicePanel } from '../features/billing/invoice-panel';
import { PaymentDue } from '../features/billing/payment-due';
import { SendInvoice } from '../features/billing/send-invoice';
import { CommentForm } from '../features/comments/comment-form';
import { ProjectComment } from '../features/comments/project-comment';
import { QuoteQuestions } from '../features/comments/quote-questions';
import { Discs } from '../features/ddp/discs';
import { projectAsClient } from '../features/files/as-client';
import { MetadataSheet } from '../features/metadata/metadata-sheet';
import { PeopleButton } from '../features/people/people-button';
import { DeleteProject } from '../features/projects/delete-project';
import { EditProject } from '../features/projects/edit-project';
import { LosslessListening } from '../features/projects/lossless-listening';
import { ProjectNotices, useProjectNoticesKnown } from '../features/projects/project-notices';
import { StatusBadgeMenu, StatusMenu } from '../features/projects/status-menu';
import { useVisit } from '../features/projects/use-visit';
import { OrdersPanel } from '../features/quotes/orders-panel';
import { PendingQuoteAlert, useQuoteNoticesKnown } from '../features/quotes/pending-quote-alert';
import { QuoteHistory } from '../features/quotes/quote-history';
import { QuotePanel } from '../features/quotes/quote-panel';
import { SendQuote } from '../features/quotes/send-quote';
import { ReminderMenu } from '../features/reminders/reminder-menu';
import { ShareProject } from '../features/sharing/share-project';
import { formatDateTime } from '../lib/format/format';
import { titled } from '../lib/installation';
import { DropAnywhere } from '../ui/drop-anywhere';
import { Failure } from '../ui/failure';
import { ChangesAskedBadge, ProjectStatusBadge } from '../ui/status-badge';
import { SteadyNotices } from '../ui/steady-notice';
import { useWiderThan } from '../ui/use-wider-than';
import { ProjectAsClient } from './project-as-client';
import { Files } from './project-files';
import { Album, Release, Staging } from './project-masters';
import { PROJECT_TABS } from './project-tabs';
import { useSendFiles } from './use-send-files';

export const meta = () => [{ title: titled('Project') }];

/** Tabs that accept dropped files themselves. */
const RECEIVING = new Set(['files', 'staging']);

/** Puts a title of one line on the middle of the controls beside it. */
const CENTERED = 'calc((var(--control-height) - 1lh) / 2)';

/** Characters of a title that a phone shows smaller, so that what it is about stays in view. */
const LONG_TITLE = 60;

/** Scrolls the selected tab into view, because a phone shows only some of the tabs. */
const intoView = (tab: HTMLButtonElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' });

function BackToProjects() {
  return (
    <Button component={Link} to="/app/projects" variant="default">
      Back to Projects
    </Button>
  );
}

export default function ProjectDetail() {
  const { projectId = '' } = useParams();
  const { data, isPending, error, refetch } = useQuery(projectsGetOptions({ path: { id: projectId } }));
  if (isPending) {
    return (
      <Stack gap="lg" role="status" aria-label="Loading project">
        <Skeleton h={32} w={320} maw="80%" />
        <Skeleton h={36} />
        <Skeleton h={160} />
      </Stack>
    );
  }
  if (isNotFound(error)) {
    return (
      <EmptyState mih={280} py="xl">
        <EmptyState.Indicator>
          <IconDisc size={36} stroke={1.5} aria-hidden />
        </EmptyState.Indicator>
        <EmptyState.Title order={1}>Project not found</EmptyState.Title>
        <EmptyState.Description>
          It may have been deleted, it belongs to someone else, or you were removed from it.
        </EmptyState.Description>
        <EmptyState.Actions>
          <BackToProjects />
        </EmptyState.Actions>
      </EmptyState>
    );
  }
  if (error) {
    return (
      <Failure title="Failed to load project details" error={error} onRetry={() => void refetch()}>
        <BackToProjects />
      </Failure>
    );
  }
  return <Loaded project={data.data} />;
}

function Loaded({ project }: { project: Project }) {
  // An invited person has joined once they have opened the project.
  useVisit(project.id, !project.can.update);
  const wide = useWiderThan('lg');
  /** Whether status and buttons are beside the title; on a phone they are below it. */
  const beside = useWiderThan('sm');
  const send = useSendFiles();
  const noticesKnown = [
    useQuoteNoticesKnown(project),
    useProjectNoticesKnown(project),
    useProposalKnown(project),
  ].every(Boolean);
  const [params, setParams] = useSearchParams();
  const tabs = PROJECT_TABS.filter(({ needs }) => needs === null || project.can[needs]);
  const wanted = params.get('tab');
  // Engineers begin with what has happened, clients with what they can hear and send.
  const first = project.can.update ? 'timeline' : 'files';
  const tab = tabs.some(({ value }) => value === wanted) ? (wanted as string) : first;
  const show = (value: string | null) =>
    setParams(value === null || value === first ? {} : { tab: value }, { preventScrollReset: true });
  if (project.can.update && params.get('as') === 'client') {
    const seen = projectAsClient(project);
    return (
      <ProjectAsClient project={project}>
        <SteadyNotices>
          <PaymentDue project={seen} tab="files" />
        </SteadyNotices>
        <Files project={seen} asClient />
      </ProjectAsClient>
    );
  }
  return (
    <Stack gap={wide ? 4 : beside ? 'lg' : 'xs'} mt={{ lg: -24 }}>
      <title>{titled(project.title)}</title>
      <Group gap={beside ? 'sm' : 'xs'} wrap={beside ? 'nowrap' : 'wrap'} align="flex-start">
        <Tooltip label="Back to Projects">
          <ActionIcon component={Link} to="/app/projects" size={32} aria-label="Back to Projects">
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Group flex={1} gap="sm" miw={0} display={beside ? undefined : 'contents'}>
          <Group gap="xs" wrap="nowrap" align="flex-start" miw={0} flex={beside ? undefined : '1 1 0'}>
            <Title
              order={1}
              miw={0}
              flex={beside ? undefined : 1}
              {...(!beside && project.title.length > LONG_TITLE ? { fz: 15 } : { py: CENTERED })}
              style={{ overflowWrap: 'anywhere' }}
            >
              {project.title}
            </Title>
            {project.can.update && <EditProject project={project} />}
          </Group>
          <Group gap="xs" w="100%" display={beside ? 'contents' : undefined}>
            {project.can.update && !beside ? (
              <StatusBadgeMenu project={project} />
            ) : (
              <ProjectStatusBadge status={project.status} />
            )}
            <ChangesAskedBadge count={project.changesAsked} />
            <Group gap="xs" ml="auto">
              {project.can.invite && <ShareProject projectId={project.id} />}
              <PeopleButton project={project} />
              {project.can.update && (
                <>
                  <SendQuote project={project} />
                  {tab !== 'quote' && tab !== 'release' && <SendInvoice project={project} />}
                  {beside && <StatusMenu project={project} />}
                </>
              )}
            </Group>
          </Group>
        </Group>
      </Group>
      {project.can.stage && !RECEIVING.has(tab) && (
        <DropAnywhere
          message={`Drop the files to stage them${tab === 'release' ? ', or one file into its slot' : ''}`}
          onDrop={(files) => send(project.id, files)}
        />
      )}
      <Stack className="notices" gap="xs" my={{ lg: 6 }}>
        <SteadyNotices>
          <ProjectNotices project={project} tab={tab} />
          {project.can.update && <ProposalAlert project={project} tab={tab} />}
          {project.can.decide && <PendingQuoteAlert project={project} />}
          {tab !== 'quote' && <PaymentDue project={project} tab={tab} />}
        </SteadyNotices>
      </Stack>
      <Tabs value={tab} onChange={show} style={{ visibility: noticesKnown ? undefined : 'hidden' }}>
        <Box style={{ overflowX: 'auto' }}>
          <Tabs.List miw="max-content" style={{ flexWrap: 'nowrap' }}>
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value} ref={value === tab ? intoView : undefined}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Box>
        <Tabs.Panel value="timeline" pt="lg">
          <Timeline project={project} />
        </Tabs.Panel>
        <Tabs.Panel value="files" pt="lg">
          <Files project={project} />
        </Tabs.Panel>
        <Tabs.Panel value="staging" pt={{ base: 'xs', sm: 'lg', lg: 4 }}>
          <Staging projectId={project.id} />
        </Tabs.Panel>
        <Tabs.Panel value="release" pt="lg">
          <Release project={project} />
        </Tabs.Panel>
        {project.can.stage && (
          <Tabs.Panel value="album" pt="lg">
            <Album project={project} />
          </Tabs.Panel>
        )}
        {project.can.seeMoney && (
          <Tabs.Panel value="metadata" pt="lg">
            <MetadataSheet projectId={project.id} />
          </Tabs.Panel>
        )}
        {project.can.seeMoney && (
          <Tabs.Panel value="cd" pt="lg">
            <Discs projectId={project.id} />
          </Tabs.Panel>
        )}
        {project.can.seeMoney && (
          <Tabs.Panel value="quote" pt="lg">
            <Stack gap={40}>
              <QuotePanel project={project} />
              <OrdersPanel project={project} />
              <InvoicePanel project={project} actions={(invoice) => <ReminderMenu invoice={invoice} />} />
              {/* Last, so that the first question moves nothing. */}
              <QuoteQuestions projectId={project.id} />
            </Stack>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="info" pt="lg">
          <Info project={project} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Timeline({ project }: { project: Project }) {
  useVisit(project.id, project.can.update);
  return (
    <Stack gap="lg" maw={760}>
      {project.can.comment && <CommentForm project={project} />}
      <ActivityFeed
        projectId={project.id}
        comment={(id, message) => <ProjectComment projectId={project.id} commentId={id} fallback={message} />}
      />
    </Stack>
  );
}

function Info({ project }: { project: Project }) {
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={2} mb={4}>
          Notes
        </Title>
        <Text
          size="sm"
          c={project.notes ? undefined : 'dimmed'}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {project.notes || 'No notes.'}
        </Text>
      </div>
      {project.can.seeMoney && (
        <div>
          <Title order={2} mb={4}>
            Quote history
          </Title>
          <QuoteHistory project={project} />
        </div>
      )}
      <DataList labelWidth="120px">
        <DataList.Item>
          <DataList.ItemLabel>Client</DataList.ItemLabel>
          <DataList.ItemValue>{project.client_name}</DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Created</DataList.ItemLabel>
          <DataList.ItemValue>{formatDateTime(project.createdAt)}</DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Updated</DataList.ItemLabel>
          <DataList.ItemValue>{formatDateTime(project.updatedAt)}</DataList.ItemValue>
        </DataList.Item>
      </DataList>
      {project.can.update && <LosslessListening project={project} />}
      {project.can.update && <DeleteProject project={project} />}
    </Stack>
  );
}
