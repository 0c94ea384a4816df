import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { BRAND, Mark } from '../ui/brand';

const DESCRIPTION =
  'The portal where audio mastering engineers and their clients share a project, from upload to release.';

export const meta = () => [{ title: BRAND }, { name: 'description', content: DESCRIPTION }];

export default function Landing() {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack align="center" gap="md" maw={520}>
        <Mark size={56} />
        <Title order={1} size={40} lts="-0.02em">
          {BRAND}
        </Title>
        <Text ta="center" c="dimmed" size="lg">
          {DESCRIPTION}
        </Text>
        <Button component={Link} to="/app" size="md" mt="sm">
          Sign in
        </Button>
      </Stack>
    </Center>
  );
}
