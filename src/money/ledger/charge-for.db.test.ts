import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import {
  chargeFor,
  currentWallet,
  DeadlineExceeded,
  expireReservations,
  QuotaExhausted,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('chargeFor', () => {
  let bench: Bench;
  let accountId: string;
  before(async () => {
    bench = await openBench();
    await sql`CREATE TABLE notes (text text NOT NULL)`.execute(bench.db);
  });
  beforeEach(async () => {
    accountId = await signUp(bench);
  });
  after(() => bench.close());

  const poolLeft = async () => (await currentWallet(bench, accountId)).pool_credits;
  const notes = async () =>
    (await sql<{ text: string }>`SELECT text FROM notes`.execute(bench.db)).rows.map((row) => row.text);
  const charges = async () => {
    const query = sql<{
      quantity: number;
      credits: number;
    }>`SELECT status, unit, quantity, credits, credential_id, voice_id, model, request_id
      FROM charges WHERE account_id = ${accountId} ORDER BY id`;
    return (await query.execute(bench.db)).rows;
  };

  test('charges work that succeeds, and records key, voice, model and request', async () => {
    const result = await chargeFor(bench, chargeRequestOf(accountId, 120), async () => 'sound');
    assert.equal(result, 'sound');
    assert.equal(await poolLeft(), 11_880);
    const figures = { status: 'settled', unit: 'tts_character', quantity: 120, credits: 120 };
    const origin = {
      credential_id: 'key-1',
      voice_id: 'af_heart',
      model: 'kokoro-82m',
      request_id: 'req_test',
    };
    assert.deepEqual(await charges(), [{ ...figures, ...origin }]);
  });

  test('charges nothing for work that fails, and passes its error on', async () => {
    const failure = new Error('engine died');
    await assert.rejects(
      chargeFor(bench, chargeRequestOf(accountId, 120), () => Promise.reject(failure)),
      failure,
    );
    assert.equal(await poolLeft(), 12_000);
  });

  test('starts no work that cannot be paid for', async () => {
    let started = false;
    const work = async () => {
      started = true;
    };
    await assert.rejects(chargeFor(bench, chargeRequestOf(accountId, 12_001), work), QuotaExhausted);
    assert.equal(started, false);
    assert.deepEqual(await charges(), []);
  });

  test('releases when the caller leaves, even if the work ignores the signal', async () => {
    const gone = new AbortController();
    const charged = chargeFor(bench, chargeRequestOf(accountId, 120), () => new Promise(() => undefined), {
      signal: gone.signal,
    });
    setImmediate(() => gone.abort(new Error('client gone')));
    await assert.rejects(charged, /client gone/);
    assert.equal(await poolLeft(), 12_000);
  });

  test('releases when the caller leaves just before the work ends', async () => {
    const gone = new AbortController();
    const work = async () => gone.abort(new Error('client gone'));
    await assert.rejects(
      chargeFor(bench, chargeRequestOf(accountId, 120), work, { signal: gone.signal }),
      /client gone/,
    );
    assert.equal(await poolLeft(), 12_000);
  });

  test('stops and releases work that outlasts its deadline', async () => {
    let told = false;
    const work = (signal: AbortSignal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          told = true;
          reject(signal.reason);
        });
      });
    await assert.rejects(
      chargeFor(bench, chargeRequestOf(accountId, 120, { deadlineMs: 20 }), work),
      DeadlineExceeded,
    );
    assert.equal(told, true);
    assert.equal(await poolLeft(), 12_000);
  });

  test('settles the actual amount when it is known only afterwards', async () => {
    const actual = (seconds: number) => ({ credits: seconds * 5, quantity: seconds });
    await chargeFor(
      bench,
      chargeRequestOf(accountId, 500, { unit: 'stt_second', quantity: 100 }),
      async () => 40,
      {
        actual,
      },
    );
    assert.equal(await poolLeft(), 11_800);
    const [charge] = await charges();
    assert.deepEqual([charge?.quantity, charge?.credits], [40, 200]);
  });

  test('writes rows alongside if and only if the charge is settled', async () => {
    const alongside = async (tx: Db, text: string) => {
      await sql`INSERT INTO notes VALUES (${text})`.execute(tx);
      if (text === 'refused') throw new Error('cannot keep it');
    };
    await chargeFor(bench, chargeRequestOf(accountId, 100), async () => 'kept', { alongside });
    await assert.rejects(
      chargeFor(bench, chargeRequestOf(accountId, 100), async () => 'refused', { alongside }),
      /cannot keep/,
    );
    assert.deepEqual(await notes(), ['kept']);
    assert.equal(await poolLeft(), 11_900);
  });

  test('returns nothing if the sweep released the charge meanwhile', async () => {
    const work = async () => {
      bench.clock.advanceMs(60_000);
      await expireReservations(bench);
    };
    await assert.rejects(chargeFor(bench, chargeRequestOf(accountId, 100), work), {
      code: 'deadline_exceeded',
    });
    assert.equal(await poolLeft(), 12_000);
  });

  test('returns the result if the settlement was committed but the reply was lost', async () => {
    const deps = { db: withCommitsThatLoseTheirAnswer(bench.db), clock: bench.clock };
    const alongside = async () => undefined;
    const result = await chargeFor(deps, chargeRequestOf(accountId, 100), async () => 'sound', { alongside });
    assert.equal(result, 'sound');
    assert.equal(await poolLeft(), 11_900);
  });

  test('every balance can still be rebuilt from the entries', async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
  });
});

function withCommitsThatLoseTheirAnswer(db: Db): Db {
  const transaction = () => ({
    execute: async (work: (tx: Tx) => Promise<unknown>) => {
      await db.transaction().execute(work);
      throw new Error('connection lost');
    },
  });
  return new Proxy(db, {
    get(target, key) {
      if (key === 'transaction') return transaction;
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
