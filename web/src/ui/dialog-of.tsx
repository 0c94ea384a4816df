import { useMounted } from '@mantine/hooks';
import { type ComponentType, useState } from 'react';
import { useFetched } from '../lib/hooks/use-fetched';
import { useIdle } from '../lib/hooks/use-idle';

/**
 * Loads the code of a dialog lazily, so that its page does not wait. The dialog stays mounted after it was first
 * opened.
 */
export function dialogOf<Props extends { opened: boolean }>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return function WhenOpened(props: Props) {
    const isIdle = useIdle();
    const [wanted, setWanted] = useState(false);
    if (props.opened && !wanted) setWanted(true);
    const Dialog = useFetched(load, isIdle || wanted)?.default;
    return wanted && Dialog && <Opening Dialog={Dialog} props={props} />;
  };
}

/**
 * Opens the dialog after mounting it: a dialog that is mounted open does not know the previous focus and cannot restore
 * it.
 */
function Opening<Props extends { opened: boolean }>({ Dialog, props }: { Dialog: ComponentType<Props>; props: Props }) {
  const isMounted = useMounted();
  return <Dialog {...props} opened={props.opened && isMounted} />;
}
