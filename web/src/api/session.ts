import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { account, forgetKey } from './clients.ts';
import { forgetFiles } from './kept-files.ts';
import { ME, queryClient } from './query-client.ts';

type Me = Output<'GET /api/me'>;
export type User = NonNullable<Me['user']>;

export const meQuery = queryOptions({ queryKey: ME, queryFn: () => account.request('GET /api/me') });

/** The account that is signed in. Only for pages behind the sign-in. */
export function useUser(): User {
  const { data } = useQuery(meQuery);
  if (!data?.user) throw new Error('This page needs a session.');
  return data.user;
}

/** A session that ended elsewhere needs a new sign-in, which leads back to this page. */
export function goToSignIn(): void {
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Credits and balance change with every call that costs something. */
export function refreshUser(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}

/** Nothing of another account may remain after a sign-in. */
export async function beginSession(): Promise<void> {
  forgetKey();
  queryClient.clear();
  await queryClient.fetchQuery(meQuery);
}

export async function signOut(): Promise<void> {
  await account.request('POST /api/auth', { json: { action: 'signout' } });
  forgetKey();
  await forgetFiles();
  // A full load, so that nothing of the account stays in memory.
  location.assign('/sign-in');
}
