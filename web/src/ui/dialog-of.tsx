import { type ComponentType, lazy, Suspense, useState } from 'react';

/** A dialog whose code is fetched when it is first opened; a page is shown the sooner for what it opens seldom. */
export function dialogOf<Props extends { opened: boolean }>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Dialog: ComponentType<Props> = lazy(load);
  return function WhenOpened(props: Props) {
    const [wanted, setWanted] = useState(false);
    if (props.opened && !wanted) setWanted(true);
    return (
      wanted && (
        <Suspense>
          <Dialog {...props} />
        </Suspense>
      )
    );
  };
}
