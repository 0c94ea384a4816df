import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSession } from '../../api/session';
import { SectionHeader } from '../../ui/section-header';

/** Exports all data that the portal has about the person. */
export function OwnData() {
  const { user } = useSession();
  return (
    <section aria-labelledby="own-data">
      <SectionHeader
        id="own-data"
        title="Your data"
        subtitle="Everything that this portal keeps about you, as one JSON file."
      >
        <Button
          component="a"
          href={`/api/users/${user.id}/data`}
          download="my-data.json"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download my data
        </Button>
      </SectionHeader>
    </section>
  );
}
