import { createClient } from '@vox-humana/client';
import { queryClient } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';

/** Calls of administrators. They carry a token that no other site can read, without which nothing is changed. */
export const admin = createClient({
  baseUrl: location.origin,
  apiKey: null,
  logLevel: 'error',
  fetch: async (input, init) => {
    const { csrf_token } = await queryClient.ensureQueryData(meQuery);
    const headers = new Headers(init?.headers);
    if (csrf_token) headers.set('x-csrf-token', csrf_token);
    return fetch(input, { ...init, headers });
  },
});
