import { useMounted } from '@mantine/hooks';
import { type ComponentType, useState } from 'react';
import { useFetched } from '../lib/use-fetched';
import { useIdle } from '../lib/use-idle';

/** A dialog whose code does not keep its page waiting; it is there from the first time on that it is opened. */
export function dialogOf<Props extends { opened: boolean }>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return function WhenOpened(props: Props) {
    const isIdle = useIdle();
    const [wanted, setWanted] = useState(false);
    if (props.opened && !wanted) setWanted(true);
    const Dialog = useFetched(load, isIdle || wanted)?.default;
    return wanted && Dialog && <Opening Dialog={Dialog} props={props} />;
  };
}

/** Opened once it is there: a dialog that begins open does not know where the focus was and cannot give it back. */
function Opening<Props extends { opened: boolean }>({ Dialog, props }: { Dialog: ComponentType<Props>; props: Props }) {
  const isMounted = useMounted();
  return <Dialog {...props} opened={props.opened && isMounted} />;
}
