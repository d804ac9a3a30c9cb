import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, ConnectionError } from '@vox-humana/client';

/** This key holds the account that is signed in. */
export const ME = ['me'];

/** The client itself repeats what may be repeated, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: 'always' } },
  queryCache: new QueryCache({ onError: askWhoIsSignedIn }),
  mutationCache: new MutationCache({ onError: askWhoIsSignedIn }),
});

/** A key of the console may have expired, which the next call repairs, or the session has ended. */
function askWhoIsSignedIn(error: unknown): void {
  if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: ME });
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The connection or the service is gone for a while; what was asked may work later. */
export function isPassing(error: unknown): boolean {
  return isOffline(error) || (error instanceof ApiError && (error.status === 429 || error.status >= 500));
}

export function isOffline(error: unknown): boolean {
  return error instanceof ConnectionError;
}
