import assert from 'node:assert/strict';
import { until } from '../../src/platform/testing/until.ts';
import type { Customer } from './customer.ts';
import type { TestService } from './test-service.ts';

export type Voice = { id: string; voice_id: string; status: string } & Record<string, unknown>;

/**
 * Waits until a clone or a design is ready or failed. The events of its job end with it; polling on a slow machine would reach
 * the rate limit of the key.
 */
export async function madeVoice(
  customer: Pick<Customer, 'byKey'>,
  poll: string,
  limitMs?: number,
): Promise<Voice> {
  const read = async () => {
    const reply = await customer.byKey('GET', poll);
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json<Voice>();
  };
  const { job_id: jobId } = await read();
  if (jobId) await customer.byKey('GET', `/api/v1/jobs/${jobId}/events`);
  return until(read, ({ status }) => status === 'ready' || status === 'failed', limitMs);
}

/** Keeps every voice waiting until the returned function is called. */
export function holdVoices({ voiceMaker }: Pick<TestService, 'voiceMaker'>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  voiceMaker.gate = promise;
  return resolve;
}
