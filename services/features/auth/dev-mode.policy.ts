/** Ids of the users whom Dev Mode signs in without a password; the same on every installation. */
export const demoUsers = {
  engineerId: '01900000-0000-7000-8000-000000000001',
  clientId: '01900000-0000-7000-8000-000000000002',
} as const;
