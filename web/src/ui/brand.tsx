import { Group, Image, Text } from '@mantine/core';
import { installation } from '../lib/installation';

export const BRAND = installation.brand;

/** A lacquer disc: rim, groove and spindle. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" style={{ flex: 'none' }} aria-hidden>
      <circle cx="12" cy="12" r="11" fill="var(--mantine-primary-color-filled)" />
      <circle cx="12" cy="12" r="7.25" stroke="var(--mantine-color-body)" strokeWidth="1.25" />
      <circle cx="12" cy="12" r="3" fill="var(--mantine-color-body)" />
    </svg>
  );
}

interface BrandProps {
  crowded: boolean;
  name: string;
  /** Shown instead of the mark. */
  logo: string | null;
}

/** The mark with the name. On a narrow screen the name is hidden if `crowded`. */
export function Brand({ crowded, name, logo }: BrandProps) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      {logo ? <Image src={logo} alt="" h={32} w="auto" maw={120} fit="contain" /> : <Mark />}
      <Text component="span" visibleFrom={crowded ? 'xs' : undefined} fw={650} size="lg" lts="-0.01em" truncate>
        {name}
      </Text>
    </Group>
  );
}
