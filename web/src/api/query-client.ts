import { QueryClient } from '@tanstack/react-query';
import { ApiError, ConnectionError } from '@vox-humana/client';

/** The client itself repeats what may be repeated, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: 'always' } },
});

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export function isOffline(error: unknown): boolean {
  return error instanceof ConnectionError;
}
