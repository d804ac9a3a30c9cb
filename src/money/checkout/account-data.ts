import type { Db } from '../../platform/database/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { cardApiOf, type Providers } from '../providers/index.ts';
import { currentSubscription } from '../subscriptions/index.ts';
import { forgetPages, selectCheckouts } from './queries/checkouts.ts';
import { deletePlanChange } from './queries/plan-changes.ts';

const CALL_TIMEOUT_MS = 70_000;

/** A deleted account is charged no further month. When the provider does not answer, erasing is repeated. */
export function checkoutData({ db, providers }: { db: Db; providers: Providers }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonLines('checkouts.jsonl', () =>
        allPages((before) => selectCheckouts(db, accountId, { before, limit: EXPORT_PAGE })),
      );
    },
    async erase(accountId) {
      const subscription = await currentSubscription(db, accountId);
      const api = subscription && cardApiOf(providers, subscription.provider);
      if (api && !subscription.cancelAtPeriodEnd)
        await api.cancelAtPeriodEnd(subscription.id, AbortSignal.timeout(CALL_TIMEOUT_MS));
      await deletePlanChange(db, accountId);
      await forgetPages(db, accountId);
    },
  };
}
