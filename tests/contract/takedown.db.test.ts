import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, type Job } from '../support/follow-job.ts';
import { clip as clipFile } from '../support/media-files.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { madeVoice } from '../support/voices.ts';

const TEXT = 'Hello there.';

describe('what a takedown stops', () => {
  let service: TestService;
  let admin: Admin;
  let files: Server;
  let place: string;
  let seller: Customer;
  let buyer: Customer;
  let arrived = Promise.withResolvers<void>();
  let gate = Promise.resolve();

  before(async () => {
    const clip = await clipFile();
    files = createServer(async (_request, response) => {
      arrived.resolve();
      await gate;
      response.end(clip);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => files.once('listening', resolve));
    place = `127.0.0.1:${(files.address() as AddressInfo).port}`;
    service = await openTestService({ outboundAllow: place, lips: true });
    admin = await openAdmin(service);
    [seller, buyer] = await Promise.all([openCustomer(service), openCustomer(service)]);
    for (const customer of [seller, buyer]) await admin.setPlan(customer, 'developer');
  });
  afterEach(() => forgetRateLimits(service.db));
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    files.closeAllConnections();
    files.close();
    await service.close();
  });

  const takeDown = (id: string, reason = 'Stop.') =>
    admin.call('POST', `/api/admin/listings/${id}/takedown`, { reason });
  async function published(clone: string): Promise<string> {
    const offer = { title: 'Ada', consent: true };
    const reply = await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, offer);
    assert.equal(reply.statusCode, 201, reply.body);
    const id = reply.json().voice_id;
    assert.equal((await buyer.byKey('POST', `/api/v1/voices/community/${id}`)).statusCode, 201);
    return id;
  }
  async function licensed(): Promise<{ clone: string; id: string }> {
    const clone = await giveVoice(service, seller, { seed: Math.random() * 1_000 });
    return { clone, id: await published(clone) };
  }
  /** Sends a request whose clip is still being fetched when the voice is taken down. */
  async function overtaken(
    id: string,
    send: (url: string) => ReturnType<Customer['speak']>,
    meanwhile?: () => Promise<void>,
  ) {
    const fetched = Promise.withResolvers<void>();
    gate = fetched.promise;
    arrived = Promise.withResolvers();
    const reply = send(`http://${place}/clip.mp4`);
    await arrived.promise;
    assert.equal((await takeDown(id)).statusCode, 200);
    await meanwhile?.();
    fetched.resolve();
    return reply;
  }
  const jobsOf = async (customer: Customer) =>
    (await customer.byKey('GET', '/api/v1/jobs')).json<{ jobs: Job[] }>().jobs.length;

  test('a video that was quoted before and enqueued after is refused: 404 to licensees, 409 to the owner', async () => {
    const used = (await buyer.figures()).credits.used;
    const first = await licensed();
    const second = await licensed();
    const generate = (by: Customer, voice_id: string) => (url: string) =>
      by.byKey('POST', '/api/v1/generate', { text: TEXT, voice_id, input: [{ type: 'video', url }] });
    assertError(await overtaken(first.id, generate(buyer, first.id)), 404, 'voice_not_found');
    assertError(await overtaken(second.id, generate(seller, second.clone)), 409, 'voice_taken_down');
    assert.deepEqual([await jobsOf(buyer), await jobsOf(seller)], [0, 0]);
    assert.equal((await buyer.figures()).credits.used, used);
  });

  test('a batch that was quoted before is refused as a whole, also when the seller has deleted the voice since', async () => {
    const { clone, id } = await licensed();
    const send = async (url: string) => {
      const items = [{ text: TEXT }, { text: TEXT, voice_id: id, input: [{ type: 'video', url }] }];
      return buyer.byKey('POST', '/api/v1/generate/batch', { items });
    };
    const remove = async () => {
      assert.equal((await seller.byKey('DELETE', `/api/voices/clone/${clone}`)).statusCode, 204);
    };
    assertError(await overtaken(id, send, remove), 404, 'voice_not_found');
    assert.equal(await jobsOf(buyer), 0);
  });

  test('of videos and a takedown at once, every video is refused or fails unpaid', async () => {
    const { id } = await licensed();
    const used = (await buyer.figures()).credits.used;
    const send = () => buyer.byKey('POST', '/api/v1/avatar', { text: TEXT, voice_id: id });
    const [, ...replies] = await Promise.all([takeDown(id), send(), send(), send(), send()]);
    for (const reply of replies) {
      if (reply.statusCode === 404) continue;
      assert.equal(reply.statusCode, 202, reply.body);
      const job = await finishedJob(buyer, reply.json<Job>().job_id);
      assert.deepEqual([job.status, job.credits], ['failed', 0]);
    }
    assert.equal((await buyer.figures()).credits.used, used);
  });

  test('remixes of the voice go with it, also published ones and those whose origin is deleted', async () => {
    const { clone, id } = await licensed();
    const remix = async (source: string) => {
      const order = { prompt: 'the same', strength: 0 };
      const reply = await seller.byKey('POST', `/api/v1/voices/${source}/remix`, order);
      assert.equal(reply.statusCode, 201, reply.body);
      assert.equal((await madeVoice(seller, reply.json().poll)).status, 'ready');
      return reply.json().voice_id as string;
    };
    const child = await remix(clone);
    const grandchild = await remix(child);
    const other = await giveVoice(service, seller, { seed: 5_000 });
    assert.equal((await seller.byKey('DELETE', `/api/voices/clone/${child}`)).statusCode, 204);
    const listed = await published(grandchild);
    assert.equal((await buyer.speak({ voice_id: listed })).statusCode, 200);
    assert.equal((await takeDown(id, 'Not his voice.')).statusCode, 200);
    assertError(await buyer.speak({ voice_id: listed }), 404, 'voice_not_found');
    assertError(await seller.speak({ voice_id: grandchild }), 409, 'voice_taken_down');
    const order = { prompt: 'deeper' };
    for (const source of [clone, grandchild])
      assertError(
        await seller.byKey('POST', `/api/v1/voices/${source}/remix`, order),
        409,
        'voice_taken_down',
      );
    const { notices } = (await buyer.byKey('GET', '/api/v1/voices/community/notices')).json();
    const told = (notices as { listing_id: string; reason: string }[])
      .filter(({ reason }) => reason === 'Not his voice.')
      .map(({ listing_id }) => listing_id);
    assert.deepEqual(told.sort(), [id, listed].sort());
    assert.equal((await seller.speak({ voice_id: other })).statusCode, 200);
  });
});
