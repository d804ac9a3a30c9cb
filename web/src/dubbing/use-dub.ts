import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, type Dub } from '@vox-humana/client';
import { api } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';

export type DubLine = Dub['lines'][number];
export type DubSpeaker = Dub['speakers'][number];

const keyOf = (id: string) => ['dub', id];

export function useDub(id: string) {
  return useQuery({ queryKey: keyOf(id), queryFn: () => api.dubs.get(id) });
}

export function refreshDub(id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(id) });
}

/**
 * A change of the dub. Each names the version that was seen: when somebody else was faster, nothing is overwritten, the
 * dub is read again, and what was typed stays.
 */
export function useDubChange<Input>(
  id: string,
  send: (input: Input) => PromiseLike<unknown>,
  onDone?: (input: Input) => void,
) {
  return useMutation({
    mutationFn: async (input: Input) => {
      await send(input);
      await refreshDub(id);
    },
    onSuccess: (_, input) => onDone?.(input),
    onError: (error) => {
      if (isConflict(error)) return refreshDub(id);
    },
  });
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'version_conflict';
}
