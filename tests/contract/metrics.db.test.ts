import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { openStandInWorker } from '../support/stand-in-worker.ts';
import {
  forgetRateLimits,
  METRICS_TOKEN,
  openTestService,
  type TestService,
} from '../support/test-service.ts';

const FILES = [
  'prometheus/alerts.yaml',
  'grafana/vox-humana.json',
  'helm/vox-humana/templates/worker-scaling.yaml',
];
/** Prometheus adds these, or they are of a histogram, which has them behind its name. */
const ENDINGS = /_(count|sum|bucket)$/u;

describe('metrics', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService({ settings: { METRICS_TOKEN } });
    customer = await openCustomer(service);
    await (await openAdmin(service)).setPlan(customer, 'creator');
  });
  after(() => service.close());
  beforeEach(async () => {
    await forgetRateLimits(service.db);
    service.clock.advanceMs(60_000);
  });

  async function read(): Promise<string> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    return (await service.app.inject({ method: 'GET', url: '/metrics', headers })).body;
  }

  test('tell what waits, of what kind, for whom and for how long', async () => {
    const worker = await openStandInWorker(service);
    const film = { text: 'Hello.', video_model: 'musetalk' };
    for (let i = 0; i < 2; i += 1) await customer.byKey('POST', '/api/v1/avatar', film);
    service.clock.advanceMs(90_000);
    const metrics = await read();
    assert.match(metrics, /^vox_jobs\{kind="video",status="queued"\} 2$/mu);
    assert.match(metrics, /^vox_oldest_job_seconds\{kind="video"\} 9\d(\.\d+)?$/mu);
    assert.match(metrics, /^vox_jobs_waiting\{capability="lipsync:musetalk"\} 2$/mu);
    assert.match(metrics, /^vox_backlog_known 1$/mu);
    assert.match(metrics, /^vox_webhooks_due 0$/mu);
    assert.match(metrics, /^vox_payments_held 0$/mu);
    assert.doesNotMatch(metrics, /^vox_jobs_processing\{/mu);
    await worker.begin(1);
    service.clock.advanceMs(6_000);
    const later = await read();
    assert.match(later, /^vox_jobs_processing\{capability="lipsync:musetalk"\} 1$/mu);
    assert.match(later, /^vox_jobs_waiting\{capability="lipsync:musetalk"\} 1$/mu);
  });

  test('have all that the alerts and the dashboard ask for', async () => {
    const metrics = await read();
    const known = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gmu), ([, name]) => name));
    const missing: string[] = [];
    for (const file of FILES) {
      const text = await readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
      const names = text.match(/\b(vox|process|nodejs)_[a-z_]+/gu) ?? [];
      assert.ok(names.length > 2, file);
      for (const name of names)
        if (!known.has(name) && !known.has(name.replace(ENDINGS, ''))) missing.push(`${file}: ${name}`);
    }
    assert.deepEqual(missing, []);
  });

  test('can be read while the database is away, and say so', async () => {
    await service.database.close();
    const metrics = await read();
    assert.match(metrics, /^vox_backlog_known 0$/mu);
    assert.doesNotMatch(metrics, /^vox_(jobs|webhooks_due|payments_held)[ {]/mu);
    assert.match(metrics, /^vox_engine_calls\{/mu);
  });
});
