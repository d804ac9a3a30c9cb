import { closeRestoredTopUps } from '../money/checkout/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, releaseRestoration } from '../platform/database/index.ts';
import { internalError } from '../platform/errors.ts';
import { findAccountByEmail, printPasswordReset } from '../tenancy/accounts/index.ts';
import {
  type Administrator,
  adminsFrom,
  listAdministrators,
  NoSuchAccount,
  setAdmin,
} from '../tenancy/administrators/index.ts';
import { OPERATOR } from '../tenancy/audit-log/index.ts';
import {
  createWorkerSecret,
  listWorkerSecrets,
  revokeWorkerSecret,
  type WorkerSecret,
} from '../work/workers/index.ts';

import { describeFile, PROVENANCE } from './provenance-command.ts';

const ADMIN_USAGE =
  'Usage: ./run admin grant EMAIL | revoke EMAIL | list | reset-password EMAIL | worker add NAME [KIND…] | worker list | worker revoke ID | release';

const WrongAdminCommand = internalError('invalid', 'wrong_command', ADMIN_USAGE);

export type AdminDeps = { db: Db; clock: Clock; publicUrl: string; adminEmails: readonly string[] };

/** Runs a command of the operator and returns the text to print. */
export async function runAdminCommand(deps: AdminDeps, args: readonly string[]): Promise<string> {
  const [command, email, ...rest] = args;
  if (command === 'worker') return runWorkerCommand(deps, args.slice(1));
  if (command === PROVENANCE) return describeFile(deps.db, args.slice(1));
  if (command === 'release' && email === undefined) return release(deps);
  if (command === 'list' && email === undefined) {
    const administrators = await listAdministrators(deps.db, deps.adminEmails);
    const isAdmin = adminsFrom(deps.adminEmails);
    const lines = administrators.map((one) => `${describe(one)}: ${standingOf(one, isAdmin(one))}`);
    return lines.length > 0 ? lines.join('\n') : 'There are no administrators.';
  }
  if (command === 'reset-password' && email !== undefined && rest.length === 0)
    return resetLinkFor(deps, email);
  if ((command !== 'grant' && command !== 'revoke') || email === undefined || rest.length > 0)
    throw new WrongAdminCommand();
  const account = await setAdmin(deps, email, command === 'grant');
  if (command === 'grant') return `${describe(account)} is now an administrator.`;
  const still = adminsFrom(deps.adminEmails)(account);
  return `${describe(account)} ${still ? 'is still an administrator by ADMIN_EMAILS.' : 'is no longer an administrator.'}`;
}

/** Balances that were low before the payments since the backup were known may not be so any more. */
async function release({ db, clock }: AdminDeps): Promise<string> {
  const restoration = await db.transaction().execute(async (tx) => {
    const held = await releaseRestoration(tx);
    if (held) await closeRestoredTopUps(tx, clock.now());
    return held;
  });
  if (!restoration) return 'Nothing is held: this is not a restored copy, or it was released before.';
  return `Released the copy of ${restoration.takenAt.toISOString()}. Webhooks, mail and charges of saved cards go on within seconds.`;
}

async function runWorkerCommand(
  deps: AdminDeps,
  [command, name, ...kinds]: readonly string[],
): Promise<string> {
  if (command === 'list' && name === undefined) {
    const secrets = await listWorkerSecrets(deps);
    const lines = secrets.map(
      (one) =>
        `${one.id} ${one.name} (…${one.lastFour}): ${one.kinds?.join(', ') ?? 'every kind'}, ${standingOfSecret(one)}`,
    );
    return lines.length > 0 ? lines.join('\n') : 'No worker has a secret of its own.';
  }
  if (command === 'add' && name !== undefined) {
    const input = { name, kinds: kinds.length > 0 ? kinds : null, by: OPERATOR };
    const { secret } = await deps.db
      .transaction()
      .execute((tx) => createWorkerSecret({ ...deps, tx }, input));
    return `Start the worker with this secret, which is shown only once:\nWORKER_SECRET=${secret}`;
  }
  if (command !== 'revoke' || name === undefined || kinds.length > 0) throw new WrongAdminCommand();
  const revoked = await revokeWorkerSecret(deps, { id: name, by: OPERATOR });
  return `The secret of ${revoked.name} is revoked, and its jobs go to other workers.`;
}

function standingOfSecret({ revokedAt, lastUsedAt }: WorkerSecret): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  return lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used';
}

async function resetLinkFor(deps: AdminDeps, email: string): Promise<string> {
  const account = await findAccountByEmail(deps.db, email.trim());
  if (!account) throw new NoSuchAccount(email);
  return [
    `Whoever opens this link can choose a new password for ${describe(account)}:`,
    await printPasswordReset(deps, account.id),
    'It works once, within 30 minutes.',
  ].join('\n');
}

/** Includes what the operator needs to spot an account that a stranger opened with this address. */
function describe({ email, id, createdAt, emailVerified }: Administrator): string {
  const verified = emailVerified ? 'address verified' : 'address NOT verified';
  return `${email} (account ${id}, created ${createdAt.toISOString()}, ${verified})`;
}

function standingOf({ adminGranted }: Administrator, isAdmin: boolean): string {
  if (adminGranted) return 'administrator by grant';
  return isAdmin
    ? 'administrator by ADMIN_EMAILS'
    : 'listed in ADMIN_EMAILS, not an administrator until verified';
}
