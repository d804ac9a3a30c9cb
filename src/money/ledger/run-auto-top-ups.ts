import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { microsOfCents } from '../pricing/index.ts';
import { type AutoTopUpRow, closeTopUp, lockPendingTopUp } from './queries/auto-top-ups.ts';
import { topUp } from './top-up.ts';

export type AutoTopUpDeps = { db: Db; clock: Clock; log: Log; production: boolean };

/** Serves pending requests, one transaction each: the credit is added and the request closed together. */
export async function runAutoTopUps(deps: AutoTopUpDeps): Promise<number> {
  for (let served = 0; ; served += 1) {
    const request = await deps.db.transaction().execute((tx) => serveNext(deps, tx));
    if (!request) return served;
    logOutcome(deps, request);
  }
}

async function serveNext(deps: AutoTopUpDeps, tx: Tx): Promise<AutoTopUpRow | undefined> {
  const request = await lockPendingTopUp(tx);
  if (!request) return undefined;
  const { id, account_id: accountId, amount_cents: cents } = request;
  const { clock, production } = deps;
  if (!production) {
    const payment = {
      micros: microsOfCents(cents),
      reference: `auto_top_up:${id}`,
      note: 'demo auto top-up',
    };
    await topUp({ db: tx, clock }, { accountId, ...payment });
  }
  await closeTopUp(tx, { id, status: production ? 'refused' : 'added', now: clock.now() });
  return request;
}

function logOutcome(deps: AutoTopUpDeps, request: AutoTopUpRow): void {
  const facts = { account_id: request.account_id, amount_cents: request.amount_cents };
  if (deps.production) deps.log.warn(facts, 'auto top-up refused: no card provider is set up');
  else deps.log.info(facts, 'demo auto top-up: credit added without a payment');
}
