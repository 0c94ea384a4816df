import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useBrandColor, withBrand } from '../lib/brand-color';
import { colorSchemeManager, defaultLook, useLook } from '../lib/look';
import { createQueryClient } from './query-client';
import { cssVariablesOf, themeOf } from './theme';

export function Providers({ isPublic, children }: { isPublic: boolean; children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const own = useLook();
  const brand = useBrandColor();
  // The public site is always the product's own.
  const look = useMemo(() => (isPublic ? defaultLook : brand ? withBrand(own, brand) : own), [isPublic, own, brand]);
  const theme = useMemo(() => themeOf(look), [look]);
  const cssVariablesResolver = useMemo(() => cssVariablesOf(look), [look]);
  return (
    <QueryClientProvider client={client}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        forceColorScheme={isPublic ? 'dark' : undefined}
      >
        <ModalsProvider>{children}</ModalsProvider>
        <Notifications
          limit={5}
          position="bottom-right"
          autoClose={4000}
          transitionDuration={250}
          containerWidth={440}
          notificationMaxHeight={200}
          pauseResetOnHover="all"
        />
      </MantineProvider>
    </QueryClientProvider>
  );
}
