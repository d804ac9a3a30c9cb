import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { refreshUser } from '../api/session.ts';

/** A request that costs something and can be stopped. */
export function useRun<Input, Answer>(run: (input: Input, signal: AbortSignal) => Promise<Answer>) {
  const abort = useRef<AbortController | null>(null);
  const mutation = useMutation({
    mutationFn: (input: Input) => {
      abort.current = new AbortController();
      return run(input, abort.current.signal);
    },
    onSettled: refreshUser,
  });
  return {
    answer: mutation.data,
    busy: mutation.isPending,
    error: abort.current?.signal.aborted ? null : mutation.error,
    start: mutation.mutate,
    stop: () => abort.current?.abort(),
  };
}
