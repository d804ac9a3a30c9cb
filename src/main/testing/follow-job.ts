import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Customer } from './customer.ts';
import type { TestService } from './test-service.ts';

export type Job = { job_id: string; status: string; poll: string; credits: number } & Record<string, unknown>;

/** Polls a job, as a customer would, until it has finished. */
export async function finishedJob(customer: Pick<Customer, 'byKey'>, id: string): Promise<Job> {
  // Waits longer each time, so that polling on a busy machine does not exhaust the rate limit.
  for (let waited = 0, wait = 25; waited < 20_000; waited += wait, wait = Math.min(wait * 1.5, 500)) {
    const reply = await customer.byKey('GET', `/api/v1/jobs/${id}`);
    assert.equal(reply.statusCode, 200, reply.body);
    const job = reply.json<Job>();
    if (job.finished_at !== null) return job;
    await delay(wait);
  }
  assert.fail(`job ${id} does not end`);
}

/** Holds every render until the returned function is called. */
export function holdVideos({ video }: Pick<TestService, 'video'>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  video.gate = promise;
  return resolve;
}

export async function routingCredits({ bySession }: Pick<Customer, 'bySession'>): Promise<number> {
  return (await bySession('GET', '/api/me')).json<{ user: { routingCredits: number } }>().user.routingCredits;
}
