import { Notifications } from '@mantine/notifications';

/** Shows the toasts in the store, including those from before it was mounted. */
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
