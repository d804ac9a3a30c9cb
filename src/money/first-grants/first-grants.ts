import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { grantWithheld, openWallet, selectWithheld } from '../ledger/index.ts';
import { claimAddress } from './claim-address.ts';

type Opened = { accountId: string; email: string; plan: string; emailVerified: boolean; createdAt: Date };
type Owner = { accountId: string; email: string };

export type FirstGrants = ReturnType<typeof createFirstGrants>;

/**
 * A free plan's first credits, once per address for ever. Whoever comes back with an address that had them gets those of the next
 * month, as if the account had stayed.
 */
export function createFirstGrants({
  clock,
  key,
  mustVerify,
}: {
  clock: Clock;
  /** Of the hashes. With another one, every address is new. */
  key: Buffer;
  /** Whether the address must be verified first, which takes mail. */
  mustVerify: boolean;
}) {
  const claim = (tx: Tx, email: string): Promise<boolean> =>
    claimAddress(tx, key, { email, now: clock.now() });
  return {
    async opened(tx: Tx, { email, ...opened }: Opened): Promise<void> {
      const withhold = mustVerify && !opened.emailVerified;
      const isFirst = withhold || (await claim(tx, email));
      await openWallet(tx, { ...opened, withhold, isFirst });
    },
    /** The address is the owner's: at first, and again when it was changed. */
    async verified(tx: Tx, { accountId, email }: Owner): Promise<void> {
      const isFirst = await claim(tx, email);
      await grantWithheld({ db: tx, clock }, accountId, { isFirst });
    },
    /** For accounts that are older than the hashes. One that never had its credits used no address: it may be a stranger's. */
    async closed(tx: Tx, { accountId, email }: Owner): Promise<void> {
      if (!(await selectWithheld(tx, accountId))) await claim(tx, email);
    },
  };
}
