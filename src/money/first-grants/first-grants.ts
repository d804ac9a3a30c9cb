import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { grantWithheld, openWallet, selectWithheld } from '../ledger/index.ts';
import { claimAddress, leaveAddresses } from './claim-address.ts';

type Opened = { accountId: string; email: string; plan: string; emailVerified: boolean; createdAt: Date };
type Owner = { accountId: string; email: string };

/**
 * A free plan's first credits, once per address for ever. Whoever comes back with an address that had them gets those of the next
 * month, as if the account had stayed. While another account has the address, the free plan grants nothing: else one mailbox would
 * have as many free months as it has spellings.
 */
export function createFirstGrants({
  clock,
  key,
  mustVerify,
}: {
  clock: Clock;
  /** The key of the hashes of addresses. With another key, every address is new. */
  key: Buffer;
  /** Whether the address must be verified first, which takes mail. */
  mustVerify: boolean;
}) {
  const claim = (tx: Tx, { accountId, email }: Owner) =>
    claimAddress(tx, key, { accountId, email }, clock.now());
  return {
    async opened(tx: Tx, { email, ...opened }: Opened): Promise<void> {
      const mustWait = mustVerify && !opened.emailVerified;
      const claimed = mustWait ? 'taken' : await claim(tx, { ...opened, email });
      await openWallet(tx, { ...opened, withhold: claimed === 'taken', isFirst: claimed === 'first' });
    },
    /** The address is the owner's: at first, and again when it was changed. */
    async verified(tx: Tx, owner: Owner): Promise<void> {
      const claimed = await claim(tx, owner);
      if (claimed === 'taken') return;
      await grantWithheld({ db: tx, clock }, owner.accountId, { isFirst: claimed === 'first' });
    },
    /**
     * An account that is older than the hashes claims its address now, so that the address counts as used. One that
     * never got its credits claims nothing: the address may be a stranger's.
     */
    async closed(tx: Tx, owner: Owner): Promise<void> {
      if (!(await selectWithheld(tx, owner.accountId))) await claim(tx, owner);
      for (const accountId of await leaveAddresses(tx, owner.accountId))
        await grantWithheld({ db: tx, clock }, accountId, { isFirst: false });
    },
  };
}
