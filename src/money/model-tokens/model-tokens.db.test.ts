import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type ChatPart,
  type LanguageModel,
  LanguageModelFailed,
  type Usage,
} from '../../../engines/language-model/index.ts';
import type { Caller } from '../../http/index.ts';
import { TEST_CALLER } from '../../http/testing.ts';
import { sql } from '../../platform/database/index.ts';
import { currentWallet, expireReservations, verifyLedger } from '../ledger/index.ts';
import { type Bench, openBench, signUp } from '../ledger/testing/bench.ts';
import { PLANS } from '../plans/index.ts';
import {
  giveBackOfDay,
  holdOfDay,
  keepOfDay,
  type ModelTab,
  modelTokensData,
  openModelTab,
  takeOfDay,
} from './index.ts';

const HOUR_MS = 3_600_000;

type Script = { text: string; usage?: Usage | null; fails?: Error; stalls?: () => void };

describe('the tab of a language model', () => {
  let bench: Bench;
  let caller: Caller;
  before(async () => {
    bench = await openBench();
  });
  beforeEach(async () => {
    caller = { ...TEST_CALLER, accountId: await signUp(bench), plan: 'free' };
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  function modelSaying({ text, usage = null, fails, stalls }: Script): LanguageModel {
    return {
      model: 'tiny',
      external: false,
      maxOutputTokens: 1_000,
      complete: () => Promise.reject(new Error('not asked')),
      async *chat(_request, { signal } = {}): AsyncGenerator<ChatPart, void, undefined> {
        if (text !== '') yield { type: 'text', text };
        if (fails) throw fails;
        if (stalls) {
          stalls();
          await once(signal ?? new EventTarget(), 'abort');
          signal?.throwIfAborted();
        }
        yield { type: 'end', model: 'tiny', usage };
      },
    };
  }
  const tabOf = (script: Script): ModelTab =>
    openModelTab(bench, caller, { languageModel: modelSaying(script), requestId: 'req_test' });
  const ask = async (tab: ModelTab, content = 'x'.repeat(4_000), signal?: AbortSignal): Promise<void> => {
    // Charges of one moment have no order.
    bench.clock.advanceMs(1);
    for await (const _ of tab.chat({ messages: [{ role: 'user', content }] }, { signal }));
  };
  const spent = async () => 12_000 - (await currentWallet(bench, caller.accountId)).pool_credits;
  const tokensOfDay = async () => {
    const { rows } = await sql<{ tokens: number }>`
      SELECT tokens FROM model_tokens WHERE account_id = ${caller.accountId}::uuid`.execute(bench.db);
    return rows[0]?.tokens;
  };
  const statuses = async () => {
    const { rows } = await sql<{ status: string; quantity: number; credits: number }>`
      SELECT status, quantity, credits FROM charges WHERE account_id = ${caller.accountId}::uuid AND unit = 'llm_token'
      ORDER BY id`.execute(bench.db);
    return rows.map(({ status, quantity, credits }) => [status, quantity, credits]);
  };

  test('a call that nobody listens to any more when it is reserved is given back before the tab is', async () => {
    const tab = tabOf({ text: 'Hello' });
    const listening = new AbortController();
    const stopped = assert.rejects(ask(tab, 'Hi', listening.signal), new Error('hung up'));
    listening.abort(new Error('hung up'));
    await tab.release();
    assert.deepEqual(
      (await statuses()).map(([status]) => status),
      ['released'],
    );
    assert.equal(await tokensOfDay(), 0);
    await stopped;
    assert.equal(await spent(), 0);
  });

  test('takes what the server counted, for all calls of an answer together', async () => {
    const usage = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_000 };
    const tab = tabOf({ text: 'Hello', usage });
    await ask(tab);
    await ask(tab);
    assert.equal(tab.credits(), 2 * 26);
    await bench.db.transaction().execute((tx) => tab.settle(tx));
    assert.equal(await spent(), 52);
    assert.deepEqual(await statuses(), [
      ['settled', 1_000, 26],
      ['settled', 1_000, 26],
    ]);
    await tab.release();
    assert.equal(await tokensOfDay(), 2_000);
    assert.equal(await spent(), 52);
  });

  test('a server that does not count, or lies, costs a quarter of the characters', async () => {
    const lies = [null, { prompt_tokens: -5, completion_tokens: Number.NaN, total_tokens: 1e300 }];
    for (const usage of lies) {
      const tab = tabOf({ text: 'x'.repeat(400), usage });
      await ask(tab);
      assert.equal(tab.credits(), 28);
      await tab.release();
    }
    assert.equal(await spent(), 0);
  });

  test('an answer that breaks off costs what came of it, and nothing if nothing came', async () => {
    for (const [text, credits, tokens] of [
      ['x'.repeat(400), 28, 1_100],
      ['', 0, 0],
    ] as const) {
      const before = { spent: await spent(), tokens: (await tokensOfDay()) ?? 0 };
      const tab = tabOf({ text, fails: new LanguageModelFailed('broke off') });
      await assert.rejects(ask(tab), LanguageModelFailed);
      assert.equal(tab.credits(), credits);
      await bench.db.transaction().execute((tx) => tab.settle(tx));
      await tab.release();
      assert.equal((await spent()) - before.spent, credits);
      assert.equal((await statuses()).at(-1)?.[0], credits > 0 ? 'settled' : 'released');
      assert.equal(await tokensOfDay(), before.tokens + tokens);
    }
  });

  test('an answer that breaks off and is not delivered costs nothing, but the day counts what the model did', async () => {
    const tab = tabOf({ text: 'Half of', fails: new LanguageModelFailed('broke off') });
    await assert.rejects(ask(tab), LanguageModelFailed);
    await tab.release();
    assert.equal(await spent(), 0);
    assert.equal((await statuses())[0]?.[0], 'released');
    assert.equal(await tokensOfDay(), 1_000 + 2);
  });

  test('a model that thinks and says nothing costs nothing, but the day counts it', async () => {
    const usage = { prompt_tokens: 900, completion_tokens: 1_000, total_tokens: 1_900 };
    const tab = tabOf({ text: '', usage });
    await ask(tab);
    assert.equal(tab.credits(), 0);
    await bench.db.transaction().execute((tx) => tab.settle(tx));
    await tab.release();
    assert.equal(await spent(), 0);
    assert.equal((await statuses())[0]?.[0], 'released');
    assert.equal(await tokensOfDay(), 1_900);
  });

  test('a caller who stops it pays what came until then, and nothing if nothing came', async () => {
    for (const [text, credits] of [
      ['x'.repeat(400), 28],
      ['', 0],
    ] as const) {
      const stalled = Promise.withResolvers<void>();
      const tab = tabOf({ text, stalls: stalled.resolve });
      const stop = new AbortController();
      const asked = assert.rejects(ask(tab, undefined, stop.signal), /enough/);
      await stalled.promise;
      stop.abort(new Error('enough'));
      // Settled before the model has noticed.
      await bench.db.transaction().execute((tx) => tab.settle(tx));
      assert.equal(tab.credits(), credits);
      await asked;
      await tab.release();
    }
    assert.equal(await spent(), 28);
  });

  /** The process is gone; nothing else is done for the tab. */
  const crash = async (): Promise<void> => {
    bench.clock.advanceMs(HOUR_MS);
    await expireReservations(bench);
  };

  test('a crash takes what was written when words last left, and nothing if none did', async () => {
    const untold = tabOf({ text: 'x'.repeat(400) });
    await ask(untold);
    await crash();
    assert.deepEqual([await spent(), (await statuses())[0]?.[0]], [0, 'released']);
    const told = tabOf({ text: 'x'.repeat(400) });
    await told.advance();
    await ask(told);
    await told.advance();
    await ask(told);
    await told.advance();
    await ask(told);
    await crash();
    assert.equal(await spent(), 2 * 28);
    assert.deepEqual(
      (await statuses()).slice(1).map(([status, quantity]) => [status, quantity]),
      [
        ['settled', 1_100],
        ['settled', 1_100],
        ['released', 3_200],
      ],
    );
    await assert.rejects(told.advance(), { code: 'deadline_exceeded' });
  });

  test('what left is never given back, and is paid by the sweep if it could not be settled', async () => {
    const tab = tabOf({ text: 'x'.repeat(400) });
    await ask(tab);
    await tab.advance();
    await tab.release();
    assert.equal((await statuses())[0]?.[0], 'reserved');
    await crash();
    assert.equal(await spent(), 28);
    const settled = tabOf({ text: 'x'.repeat(400) });
    await ask(settled);
    await settled.advance();
    await settled.settle(bench.db);
    await settled.release();
    await crash();
    assert.equal(await spent(), 2 * 28);
  });

  test('notes words as they leave, once for each credit, and not at all if what notes them fails', async () => {
    const word = (): ChatPart => ({ type: 'text', text: 'four' });
    const writes: LanguageModel['chat'] = async function* () {
      for (let i = 0; i < 100; i += 1) yield word();
    };
    const tab = openModelTab(bench, caller, {
      languageModel: { ...modelSaying({ text: '' }), chat: writes },
      requestId: 'req_test',
    });
    const totals: number[] = [];
    for await (const _ of tab.chat({ messages: [{ role: 'user', content: 'x'.repeat(4_000) }] }))
      await tab.advance(async (_tx, credits) => {
        totals.push(credits);
      });
    assert.deepEqual(totals, [21, 22, 23, 24, 25, 26, 27, 28]);
    await ask(tab);
    await tab.release();
    const failing = tabOf({ text: 'x'.repeat(400) });
    await ask(failing);
    await assert.rejects(
      failing.advance(() => Promise.reject(new Error('no'))),
      /no/,
    );
    await crash();
    assert.equal(await spent(), 28);
  });

  test('refuses what the credits do not cover, before the model is asked, and the day keeps nothing of it', async () => {
    await sql`UPDATE wallets SET pool_credits = 10 WHERE account_id = ${caller.accountId}::uuid`.execute(
      bench.db,
    );
    const tab = tabOf({ text: 'Hello' });
    await assert.rejects(ask(tab), { code: 'quota_exhausted' });
    assert.equal(await tokensOfDay(), 0);
    await sql`UPDATE wallets SET pool_credits = 12000 WHERE account_id = ${caller.accountId}::uuid`.execute(
      bench.db,
    );
  });

  test('a day has a limit that calls at the same moment cannot pass together, and a new day begins anew', async () => {
    const limit = PLANS.free.languageModel.tokensPerDay;
    const most = { input: limit / 4, output: 1 };
    const taken = await Promise.allSettled(Array.from({ length: 12 }, () => takeOfDay(bench, caller, most)));
    assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 3);
    const refused = taken.find((one) => one.status === 'rejected');
    assert.equal(refused?.reason.code, 'model_limit_reached');
    assert.match(
      refused?.reason.public,
      /150,003 of 200,000 .* until 2026-01-16T00:00:00.000Z\. Upgrade the plan/,
    );
    await assert.rejects(
      takeOfDay(bench, { ...caller, accountId: await signUp(bench) }, { input: limit, output: 1 }),
    );
    const others = { ...caller, accountId: await signUp(bench) };
    await takeOfDay(bench, others, most);
    bench.clock.advanceMs(12 * 3_600_000);
    await takeOfDay(bench, caller, most);
    assert.equal(await tokensOfDay(), limit / 4 + 1);
  });

  test('a crash gives back what its calls held of the day, once, and nothing else', async () => {
    const usage = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_000 };
    const ended = tabOf({ text: 'Hello', usage });
    await ask(ended);
    await takeOfDay(bench, caller, { input: 7, output: 0 });
    const most = { input: 2_200, output: 1_000 };
    const running = await holdOfDay(bench, caller, most);
    const killed = [await holdOfDay(bench, caller, most), await holdOfDay(bench, caller, most)];
    await giveBackOfDay(bench);
    assert.equal(await tokensOfDay(), 1_007 + 3 * 3_200);
    await keepOfDay(bench, running, { input: 10, output: 1 });
    bench.clock.advanceMs(HOUR_MS);
    const counts = await Promise.all([giveBackOfDay(bench), giveBackOfDay(bench)]);
    assert.ok(counts.some((count) => count >= killed.length));
    assert.equal(await tokensOfDay(), 1_007 + 11);
    for (const share of [running, ...killed]) await keepOfDay(bench, share, { input: 0, output: 0 });
    assert.equal(await tokensOfDay(), 1_007 + 11);
    await ended.release();
  });

  test('what a crash gives back of yesterday is not taken from today', async () => {
    await holdOfDay(bench, caller, { input: 1_000, output: 1 });
    bench.clock.advanceMs(24 * HOUR_MS);
    await holdOfDay(bench, caller, { input: 50, output: 1 });
    await giveBackOfDay(bench);
    assert.equal(await tokensOfDay(), 51);
  });

  test('a deleted account leaves no count', async () => {
    await holdOfDay(bench, caller, { input: 1, output: 1 });
    await modelTokensData(bench).erase(caller.accountId);
    assert.equal(await tokensOfDay(), undefined);
  });
});
