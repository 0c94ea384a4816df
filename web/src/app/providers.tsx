import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useFetched } from '../lib/hooks/use-fetched';
import { useIdle } from '../lib/hooks/use-idle';
import { useBrandColor, withBrand } from '../lib/theme/brand-color';
import { useThemeSettings } from '../lib/theme/theme-settings';
import { Themed } from '../ui/themed';
import { createQueryClient } from './query-client';

const loadToasts = () => import('./toasts');

/** Providers around every page of the application. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const own = useThemeSettings();
  const brand = useBrandColor();
  const settings = useMemo(() => (brand ? withBrand(own, brand) : own), [own, brand]);
  return (
    <QueryClientProvider client={client}>
      <Themed settings={settings}>
        <ModalsProvider>{children}</ModalsProvider>
        <Toasts />
      </Themed>
    </QueryClientProvider>
  );
}

/** Toasts made before their code is loaded are shown then. */
function Toasts() {
  const Loaded = useFetched(loadToasts, useIdle())?.default;
  return Loaded && <Loaded />;
}
