import { useQuery } from '@tanstack/react-query';
import { authPortalOptions, dataOf } from '.';

/** False where links have to be handed over by hand. In Dev Mode the mailbox shows every mail. */
export function useMailLeaves(): boolean {
  const { data } = useQuery({ ...authPortalOptions(), select: dataOf });
  return !data || data.mailLeaves || data.devMode;
}
