import { Button, CloseButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { installation } from '../lib/installation';
import classes from './site.module.css';

/** Markup of the early-access dialog; `early-access-form` adds the behaviour. */
export function EarlyAccess() {
  return (
    <dialog id="early-access" className={classes.dialog} aria-labelledby="early-access-title">
      <form noValidate>
        <Group justify="space-between" wrap="nowrap" mb="md">
          <h2 id="early-access-title">Register for Early Access</h2>
          <CloseButton aria-label="Close" data-close />
        </Group>
        <p role="alert" data-failure hidden />
        <Stack gap="md">
          <div>
            <TextInput
              label="Name"
              name="name"
              required
              autoFocus
              autoComplete="name"
              maxLength={200}
              aria-describedby="name-error"
            />
            <p id="name-error" className={classes.error} hidden>
              Name is required
            </p>
          </div>
          <div>
            <TextInput
              label="Email"
              name="email"
              type="email"
              required
              autoComplete="email"
              maxLength={254}
              aria-describedby="email-error"
            />
            <p id="email-error" className={classes.error} hidden>
              Enter one email address, such as kim@example.org
            </p>
          </div>
          <Textarea
            label="Notes"
            name="notes"
            placeholder="What would you like it to do for you? (Optional)"
            rows={4}
            maxLength={2000}
          />
          <div className={classes.trap} aria-hidden>
            <label>
              Website
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-close>
              Cancel
            </Button>
            <Button type="submit">Register for Early Access</Button>
          </Group>
        </Stack>
      </form>
      <div data-thanks role="status" hidden>
        <Stack align="center" gap="sm" py="lg" ta="center">
          <IconCircleCheck size={44} stroke={1.5} color="var(--mantine-color-teal-4)" aria-hidden />
          <Text fw={600} size="lg">
            Thank you for your interest!
          </Text>
          <Text c="dimmed">We will write to you when your early access is ready.</Text>
          <Text c="dimmed" size="sm">
            Your privacy matters: your address is used for news of {installation.brand} only, is never shared, and is
            deleted when you ask.
          </Text>
          <Button mt="sm" data-close>
            Close
          </Button>
        </Stack>
      </div>
    </dialog>
  );
}
