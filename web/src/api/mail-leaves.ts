import { useQuery } from '@tanstack/react-query';
import { authPortalOptions, dataOf } from '.';

/**
 * False when links must be handed over in person, because no mail is sent. In Dev Mode the mailbox shows every mail.
 */
export function useMailLeaves(): boolean {
  const { data } = useQuery({ ...authPortalOptions(), select: dataOf });
  return !data || data.mailLeaves || data.devMode;
}
