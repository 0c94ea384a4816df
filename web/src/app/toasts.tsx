import { Notifications } from '@mantine/notifications';

/** Shows what is in the store of toasts, also what came before it was there. */
export default function Toasts() {
  return (
    <Notifications
      limit={5}
      position="bottom-right"
      autoClose={4000}
      transitionDuration={250}
      containerWidth={440}
      notificationMaxHeight={200}
      pauseResetOnHover="all"
    />
  );
}
