import assert from 'node:assert/strict';
import { until } from '../../src/platform/testing/until.ts';
import type { Customer } from './customer.ts';
import type { TestService } from './test-service.ts';

export type Job = { job_id: string; status: string; poll: string; credits: number } & Record<string, unknown>;

/** Waits for the events of a job, which end with it. Polling on a slow machine would reach the rate limit of the key. */
export async function finishedJob(customer: Pick<Customer, 'byKey'>, id: string): Promise<Job> {
  await customer.byKey('GET', `/api/v1/jobs/${id}/events`);
  const read = async () => {
    const reply = await customer.byKey('GET', `/api/v1/jobs/${id}`);
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json<Job>();
  };
  return until(read, ({ finished_at }) => finished_at !== null);
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
