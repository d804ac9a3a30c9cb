import type { Api } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';
import { backoffMs } from '../core/retries.ts';

/** Polls what has no event stream. The pauses grow from one second to ten. */
export async function pollUntil<T>(
  { settings: { sleep } }: Pick<Api, 'settings'>,
  read: (options: RequestOptions) => Promise<T>,
  isDone: (state: T) => boolean,
  { onProgress, ...options }: RequestOptions & { onProgress?: (state: T) => void },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const state = await read(options);
    onProgress?.(state);
    if (isDone(state)) return state;
    await sleep(backoffMs(attempt, { firstMs: 1_000, longestMs: 10_000 }), options.signal);
  }
}
