import { Button, Group, Input, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { archivePaths } from '../../../../services/file-names/paths.js';
import { MAX_TEMPLATE, TEMPLATE_FIELDS, templateFault } from '../../../../services/file-names/template.js';
import { SectionHeader } from '../../ui/section-header';

const example = (originalName: string, nn: string, title: string, slot: string, bits: string, rate: string) => ({
  originalName,
  values: { nn, title, slot, bits, rate, project: 'Night Songs', name: originalName },
});
/** One file has no bit depth, as an MP3, so that people see what happens to its name. */
const EXAMPLES = [
  example('Ember_master_v3.wav', '01', 'Ember', 'Hi-Res', '24', '96'),
  example('Golden Hour.mp3', '02', 'Golden Hour', 'Streaming', '', '44.1'),
];

interface FileNamesProps {
  template: string;
  field: TextInputProps;
  onChange: (template: string) => void;
}

/** Edits the template of the names that released files have in a ZIP, with an example of its effect. */
export function FileNames({ template, field, onChange }: FileNamesProps) {
  const input = useRef<HTMLInputElement>(null);
  const fault = templateFault(template.trim());
  const insert = (text: string) => {
    const { selectionStart: from, selectionEnd: to } = input.current!;
    onChange(template.slice(0, from ?? template.length) + text + template.slice(to ?? template.length));
    input.current!.focus();
  };
  return (
    <Stack gap="md" component="section" aria-labelledby="file-names">
      <SectionHeader
        id="file-names"
        title="Downloads"
        subtitle="Names of released masters in the ZIP that your clients download."
      />
      <TextInput
        ref={input}
        label="File names"
        description="A slash makes a folder. The file keeps its extension."
        maxLength={MAX_TEMPLATE}
        autoComplete="off"
        spellCheck={false}
        {...field}
        error={field.error ?? fault}
      />
      <Group gap={6} role="group" aria-label="Insert into the file name">
        {Object.entries(TEMPLATE_FIELDS).map(([name, meaning]) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => insert(`{${name}}`)}>
            {meaning}
          </Button>
        ))}
      </Group>
      <Input.Wrapper label="Example" labelElement="div">
        <Stack gap={2} mt={4} aria-live="polite">
          {fault === null ? (
            archivePaths(EXAMPLES, template.trim()).map((path) => (
              <Text key={path} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {path}
              </Text>
            ))
          ) : (
            <Text size="sm" c="dimmed">
              Complete the name to see an example.
            </Text>
          )}
        </Stack>
      </Input.Wrapper>
    </Stack>
  );
}
