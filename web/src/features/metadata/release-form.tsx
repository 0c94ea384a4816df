import { Autocomplete, SimpleGrid, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import type { MetadataFinding, ReleaseMetadata } from '../../api';
import { genres } from '../../lib/words';
import { releaseColumns, type ReleaseField } from './columns';

interface ReleaseFormProps {
  release: ReleaseMetadata;
  /** Findings about the release that still apply. */
  findings: MetadataFinding[];
  onChange: (fields: Partial<ReleaseMetadata>) => void;
}

const languages = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'sv', 'tr', 'zxx'];
const placeholders: Partial<Record<ReleaseField, string>> = {
  upc: '12 or 13 digits',
  language: 'Code such as en',
  pLine: '2026 Night Records',
  cLine: '2026 Night Records',
};

/** The calendar cannot show other texts, which an imported sheet may have. */
const isDayOrEmpty = (text: string): boolean => text === '' || /^\d{4}-\d\d-\d\d$/.test(text);

/** The fields of the whole release. */
export function ReleaseForm({ release, findings, onChange }: ReleaseFormProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm" verticalSpacing="sm" flex={1}>
      {releaseColumns.map(({ field, label, maxLength }) => {
        const props = {
          label,
          id: `cell-release-${field}`,
          value: release[field],
          error: findings.find((finding) => finding.field === field && finding.kind === 'wrong')?.message,
        };
        const set = (value: string) => onChange({ [field]: value });
        if (field === 'releaseDate' && isDayOrEmpty(release[field])) {
          return (
            <DateInput
              key={field}
              {...props}
              value={props.value || null}
              onChange={(value) => set(value ?? '')}
              valueFormat="MMM D, YYYY"
              weekendDays={[]}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the release date' }}
            />
          );
        }
        const text = { ...props, maxLength, placeholder: placeholders[field] };
        if (field === 'genre' || field === 'language') {
          return (
            <Autocomplete key={field} {...text} data={field === 'genre' ? [...genres] : languages} onChange={set} />
          );
        }
        return <TextInput key={field} {...text} onChange={(event) => set(event.currentTarget.value)} />;
      })}
    </SimpleGrid>
  );
}
