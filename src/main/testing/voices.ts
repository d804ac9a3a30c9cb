import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Customer } from './customer.ts';
import type { TestService } from './test-service.ts';

export type Voice = { id: string; voice_id: string; status: string } & Record<string, unknown>;

/** Polls a clone or a design, as a customer would, until it is ready or failed. */
export async function madeVoice(
  customer: Pick<Customer, 'byKey'>,
  poll: string,
  maxMs = 20_000,
): Promise<Voice> {
  for (let waited = 0, wait = 25; waited < maxMs; waited += wait, wait = Math.min(wait * 1.5, maxMs / 40)) {
    const reply = await customer.byKey('GET', poll);
    assert.equal(reply.statusCode, 200, reply.body);
    const voice = reply.json<Voice>();
    if (voice.status === 'ready' || voice.status === 'failed') return voice;
    await delay(wait);
  }
  assert.fail(`${poll} does not end`);
}

/** Keeps every voice waiting until the returned function is called. */
export function holdVoices({ voiceMaker }: Pick<TestService, 'voiceMaker'>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  voiceMaker.gate = promise;
  return resolve;
}
