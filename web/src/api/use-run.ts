import { useMutation } from '@tanstack/react-query';
import { ApiError, type RequestOptions } from '@vox-humana/client';
import { useRef } from 'react';
import { isPassing } from './query-client.ts';
import { refreshUser } from './session.ts';

/** Each run hands these to the client with its request. */
export type RunOptions = Required<Pick<RequestOptions, 'signal' | 'idempotencyKey'>>;

type Told<Input, Answer> = {
  onSuccess?(answer: Answer, input: Input): unknown;
  onError?(error: Error): unknown;
  onSettled?(): unknown;
};

/**
 * A request that costs something and can be stopped. One press is one request: further presses count only after it has
 * ended. While nobody knows whether it was charged, the same input is sent with the same idempotency key, so `input` must
 * hold everything that the request says.
 */
export function useRun<Input, Answer>(
  run: (input: Input, options: RunOptions) => Promise<Answer>,
  told: Told<Input, Answer> = {},
) {
  const abort = useRef<AbortController | null>(null);
  // The state of the mutation reaches the button only with the next render, after a double click.
  const running = useRef(false);
  const open = useRef<{ input: unknown; key: string } | null>(null);
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      abort.current = new AbortController();
      if (!open.current || !isSame(open.current.input, input)) open.current = { input, key: randomKey() };
      const { key } = open.current;
      const answer = await run(input, { signal: abort.current.signal, idempotencyKey: key });
      open.current = null;
      return answer;
    },
    onSuccess: (answer, input) => told.onSuccess?.(answer, input),
    onError: (error) => {
      if (isDecided(error)) open.current = null;
      return told.onError?.(error);
    },
    onSettled: async () => {
      running.current = false;
      await Promise.all([told.onSettled?.(), refreshUser()]);
    },
  });
  return {
    answer: mutation.data,
    busy: mutation.isPending,
    error: abort.current?.signal.aborted ? null : mutation.error,
    start(input: Input): void {
      if (running.current) return;
      running.current = true;
      mutation.mutate(input);
    },
    stop: () => abort.current?.abort(),
    reset: mutation.reset,
  };
}

/** The service refused it, so nothing was charged. */
function isDecided(error: unknown): boolean {
  return error instanceof ApiError && !isPassing(error) && error.code !== 'idempotency_key_in_flight';
}

/** Files are the same when they are the same object; everything else is compared as it is sent. */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Blob || other instanceof Blob) return one === other;
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
