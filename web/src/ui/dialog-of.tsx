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
    return wanted && Dialog && <Dialog {...props} />;
  };
}
