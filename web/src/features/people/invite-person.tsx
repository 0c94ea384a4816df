import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { peopleInviteMutation } from '../../api';
import { zInvitePerson } from '../../api/generated/zod.gen';
import { clientKeys, projectKeys } from '../../api/keys';
import { useMailLeaves } from '../../api/mail-leaves';
import { useSession } from '../../api/session';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';
import { optionsOf, type ProjectRole, projectRoles } from '../../lib/words';

type Values = { name: string; email: string; role: ProjectRole };

const bodyOf = ({ name, email, role }: Values) => ({ name: name.trim(), email: email.trim(), role });

/** Form that invites a person to a project by address. */
export function InvitePerson({ projectId }: { projectId: string }) {
  const mailLeaves = useMailLeaves();
  const isEngineer = useSession().user.role === 'engineer';
  const form = useForm<Values>({
    initialValues: { name: '', email: '', role: 'comments' },
    validate: (values) => formErrors(zInvitePerson, bodyOf(values)),
  });
  const { role } = form.values;
  const invite = useMutation({
    ...peopleInviteMutation(),
    meta: {
      invalidates: [...projectKeys(projectId), ...clientKeys()],
      success: { title: 'Invited', message: 'They see this project once they accept' },
      failure: { title: 'Error', message: 'Failed to invite' },
    },
    onSuccess: () => form.setValues({ name: '', email: '' }),
  });
  const submit = form.onSubmit(
    (values) => invite.mutate({ path: { projectId }, body: bodyOf(values) }),
    focusFirstError(form),
  );
  const delivery = mailLeaves
    ? 'They get an invitation by e-mail and see only this project.'
    : isEngineer
      ? 'This portal does not send e-mail: copy the invitation link from the list and send it yourself.'
      : 'This portal does not send e-mail: your studio passes the invitation on.';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Title order={3}>Invite</Title>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="Name" required autoComplete="off" maxLength={200} {...form.getInputProps('name')} />
          <TextInput label="E-mail" type="email" required autoComplete="off" {...form.getInputProps('email')} />
        </SimpleGrid>
        <div>
          <SegmentedControl
            fullWidth
            aria-label="Role"
            data={optionsOf(projectRoles)}
            value={role}
            onChange={(next) => form.setFieldValue('role', next)}
          />
          <Text size="xs" c="dimmed" mt={6}>
            {projectRoles[role].means}. {delivery}
          </Text>
        </div>
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
