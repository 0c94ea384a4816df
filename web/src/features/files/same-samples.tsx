import { Alert, Code, CopyButton, Group, Loader, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type File, taggedCopiesProofOptions } from '../../api';
import { formatBytes } from '../../lib/format/format';
import { Failure } from '../../ui/failure';

interface SameSamplesProps {
  file: File;
  opened: boolean;
  onClose: () => void;
}

/** The checksums of the samples in the uploaded file and in its tagged copy. */
export default function SameSamples({ file, opened, onClose }: SameSamplesProps) {
  const { data, isPending, error, refetch } = useQuery({
    ...taggedCopiesProofOptions({ path: { id: file.id } }),
    enabled: opened,
    // A changed sheet gives another copy.
    staleTime: 0,
  });
  const proof = data?.data;
  const isSame = proof?.originalSamplesSha256 === proof?.taggedSamplesSha256;
  return (
    <Modal opened={opened} onClose={onClose} title="As uploaded and tagged" size="lg">
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file.fileName}
        </Text>
        {isPending && (
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm" c="dimmed">
              Reading both files…
            </Text>
          </Group>
        )}
        {error && <Failure title="Failed to compare" error={error} onRetry={() => void refetch()} />}
        {proof && (
          <>
            <Alert
              variant="light"
              color={isSame ? 'green' : 'red'}
              icon={isSame ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
              title={isSame ? 'The samples are identical' : 'The samples differ'}
            >
              {isSame
                ? `All ${formatBytes(proof.sampleBytes)} of audio are the same in both. Only the metadata around them differs.`
                : 'Do not use the tagged copy, and tell whoever runs this portal.'}
            </Alert>
            {proof.left.length > 0 && (
              <Text size="sm">The tagged copy leaves out {new Intl.ListFormat('en').format(proof.left)}.</Text>
            )}
            {proof.added.length > 0 && (
              <Text size="sm">
                Its header states {new Intl.ListFormat('en').format(proof.added)}, which the uploaded file does not.
              </Text>
            )}
            {proof.says.map(({ place, field, value }) => (
              <Text size="sm" key={place + value}>
                Its {place} {field === 'isrc' ? `has the ISRC ${value}` : `says “${value}”`}, which the sheet cannot
                replace.
              </Text>
            ))}
            <Sum label="Samples as uploaded, SHA-256" value={proof.originalSamplesSha256} />
            <Sum label="Samples in the tagged copy, SHA-256" value={proof.taggedSamplesSha256} />
            <Sum label="Samples as uploaded, MD5" value={proof.originalSamplesMd5} />
            <Sum label="Samples in the tagged copy, MD5" value={proof.taggedSamplesMd5} />
            {file.sha256 && (
              <Sum label={`File as uploaded (${formatBytes(file.sizeBytes)}), SHA-256`} value={file.sha256} />
            )}
            <Sum label={`Tagged copy (${formatBytes(proof.sizeBytes)}), SHA-256`} value={proof.sha256} />
          </>
        )}
      </Stack>
    </Modal>
  );
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <UnstyledButton onClick={copy} aria-label={copied ? 'Copied' : `Copy: ${value}`}>
            <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              {copied ? 'Copied' : value}
            </Code>
          </UnstyledButton>
        )}
      </CopyButton>
    </Stack>
  );
}
