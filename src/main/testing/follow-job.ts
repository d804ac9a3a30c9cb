import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Customer } from './customer.ts';
import type { TestService } from './test-service.ts';

export type Job = { job_id: string; status: string; poll: string; credits: number } & Record<string, unknown>;

/** Polls a job, as a customer would, until it has ended. */
export async function ended(customer: Pick<Customer, 'byKey'>, id: string): Promise<Job> {
  for (let waited = 0; waited < 10_000; waited += 25) {
    const job = (await customer.byKey('GET', `/api/v1/jobs/${id}`)).json<Job>();
    if (job.finished_at !== null) return job;
    await delay(25);
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
