import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MELODY_RATE, melody } from '../../engines/fingerprint/testing/melody.ts';
import { testSigner } from '../../engines/manifests/testing/test-signer.ts';
import type { Caller } from '../../src/http/index.ts';
import { TEST_CALLER } from '../../src/http/testing.ts';
import { openReplyVoice, payForClause } from '../../src/media/spoken-replies/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import type { Provenance } from '../../src/work/provenance/index.ts';
import { openTestProvenance } from '../../src/work/provenance/testing.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const FEE = 15;
const ONE = { speech: 'One two. ' };
const TWO = { speech: 'Three.' };
const PRICE_OF_ONE = 'One two.'.length;
const PRICE_OF_TWO = 'Three.'.length;

describe('charging a spoken reply by clauses', () => {
  let service: TestService;
  let seller: Customer;
  let buyer: Customer;
  let caller: Caller;
  let listing: string;
  let provenance: Provenance;
  before(async () => {
    service = await openTestService();
    const { db, clock, storage } = service;
    const signer = { ...testSigner(), isOwn: false, serialNumber: '1' };
    provenance = await openTestProvenance({ db, clock, storage, signer });
    const admin = await openAdmin(service);
    [seller, buyer] = await Promise.all([openCustomer(service), openCustomer(service)]);
    for (const customer of [seller, buyer]) await admin.setPlan(customer, 'developer');
    await sql`INSERT INTO seller_verifications (account_id, legal_name, country, document_id, status, requested_at, decided_at)
      VALUES (${seller.accountId}, 'Ada', 'GB', 'P1', 'verified', now(), now())`.execute(service.db);
    const clone = await giveVoice(service, seller, { seed: 7 });
    const offer = { title: 'Ada', consent: true, price_credits: FEE };
    listing = (await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, offer)).json().voice_id;
    await buyer.byKey('POST', `/api/v1/voices/community/${listing}`);
    caller = { ...TEST_CALLER, accountId: buyer.accountId, plan: 'developer' };
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });

  const open = (voiceId = listing) =>
    openReplyVoice(
      { ...service, engine: service.speech, provenance },
      caller,
      { kind: 'agent', voice_id: voiceId },
      'request',
    );
  async function spentBy(use: () => Promise<void>): Promise<number> {
    const used = async () => (await buyer.figures()).credits.used;
    const before = await used();
    await use();
    const { rows } = await sql`SELECT FROM charges WHERE status = 'reserved'`.execute(service.db);
    assert.equal(rows.length, 0);
    return (await used()) - before;
  }

  test('takes the price of what is settled, and nothing for what is released', async () => {
    const voice = await open('af_heart');
    const spent = await spentBy(async () => {
      const one = await voice.reserve(ONE);
      const two = await voice.reserve(TWO);
      await two.release();
      await one.settle();
      await one.release();
    });
    assert.equal(spent, PRICE_OF_ONE);
  });

  test('takes the fee of a listed voice once, though the next clause is reserved before the first is settled', async () => {
    const voice = await open();
    const spent = await spentBy(async () => {
      const one = await voice.reserve(ONE);
      const two = await voice.reserve(TWO);
      assert.deepEqual([one.credits, two.credits], [PRICE_OF_ONE + FEE, PRICE_OF_TWO]);
      await one.settle();
      await two.settle();
      await (await voice.reserve(TWO)).settle();
    });
    assert.equal(spent, PRICE_OF_ONE + FEE + 2 * PRICE_OF_TWO);
  });

  test('takes the fee with the first clause that is sent, if the one before never was', async () => {
    const voice = await open();
    const spent = await spentBy(async () => {
      await (await voice.reserve(ONE)).release();
      await (await voice.reserve(TWO)).settle();
    });
    assert.equal(spent, PRICE_OF_TWO + FEE);
  });

  test('does not charge for what is left out of the speech', async () => {
    const voice = await open('af_heart');
    const spent = await spentBy(async () => {
      await (await voice.reserve({ speech: `See ${' '.repeat(200)} there. ` })).settle();
    });
    assert.equal(spent, 'See there.'.length);
  });

  test('charges nothing if what is kept with it cannot be kept', async () => {
    const voice = await open();
    const spent = await spentBy(async () => {
      const reserved = await voice.reserve(ONE, async (_tx, credits) => {
        throw new Error(`not ${credits}`);
      });
      await assert.rejects(reserved.settle(), new Error(`not ${PRICE_OF_ONE + FEE}`));
      const next = await voice.reserve(TWO);
      assert.equal(next.credits, PRICE_OF_TWO + FEE);
      await next.release();
    });
    assert.equal(spent, 0);
  });

  test('is not paid by a listener who has left', async () => {
    const voice = await open();
    const spent = await spentBy(async () => {
      const gone = AbortSignal.abort(new Error('left'));
      await assert.rejects(payForClause(await voice.reserve(ONE), gone), new Error('left'));
    });
    assert.equal(spent, 0);
  });

  test('records what has left, once and for who paid, and nothing of a reply of which nothing left', async () => {
    const recorded = async () => {
      const { rows } = await sql<{ bytes: number; credential_id: string; heard: boolean }>`
        SELECT bytes, credential_id, landmarks IS NOT NULL OR EXISTS (
            SELECT FROM fingerprints WHERE provenance_id = provenance.id) AS heard
        FROM provenance WHERE kind = 'agent' AND account_id = ${buyer.accountId}::uuid`.execute(service.db);
      return rows;
    };
    const silent = await open('af_heart');
    await (await silent.reserve(ONE)).release();
    await silent.record();
    assert.deepEqual(await recorded(), []);

    const voice = await open('af_heart');
    await (await voice.reserve(ONE)).settle();
    const sound = melody(2, 1);
    voice.left(sound.subarray(0, MELODY_RATE));
    voice.left(sound.subarray(MELODY_RATE));
    await Promise.all([voice.record(), voice.record()]);
    const { id } = caller.credential;
    assert.deepEqual(await recorded(), [{ bytes: 2 * sound.length, credential_id: id, heard: true }]);
  });

  test('is refused with 402 where the credits do not pay for the clause', async () => {
    const voice = await open('af_heart');
    const { remaining } = (await buyer.figures()).credits;
    await assert.rejects(voice.reserve({ speech: 'x'.repeat(remaining + 1) }), { kind: 'payment_required' });
  });
});
