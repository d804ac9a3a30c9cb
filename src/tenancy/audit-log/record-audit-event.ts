import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Actor } from './actor.ts';
import { digestOfDetails, digestOfRow, SYSTEM_CHAIN } from './chain.ts';
import type { AuditEventName } from './events.ts';
import { appendRow } from './queries.ts';

type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[] | undefined>>;

export type AuditEvent = {
  /** Whose log it belongs to. Null: it concerns no account. */
  accountId: string | null;
  by: Actor;
  event: AuditEventName;
  /** The id of the key, session, listing … that it was done to. */
  subject?: string | undefined;
  /** The facts say what changed, and to what. They are kept for ever, so they hold no secrets and nothing personal. */
  before?: Facts | undefined;
  after?: Facts | undefined;
  /** The same for names, addresses and URLs, which are erased with the account. No secrets. */
  personal?: { before?: Facts | undefined; after?: Facts | undefined } | undefined;
};

/** The part that can be erased. */
export type Details = {
  address?: string | undefined;
  userAgent?: string | undefined;
  before?: Facts | undefined;
  after?: Facts | undefined;
};

const SALT_BYTES = 16;
const USER_AGENT_CHARACTERS = 300;

/**
 * Call it in the transaction of the act, so that neither is there without the other, and as its last statement: it locks
 * the chain of the account until the transaction ends.
 */
export async function recordAuditEvent(deps: { tx: Tx; clock: Clock }, input: AuditEvent): Promise<void> {
  const { accountId, by, event, personal } = input;
  const at = deps.clock.now();
  const userAgent = by.userAgent?.slice(0, USER_AGENT_CHARACTERS);
  const details = JSON.stringify({ address: by.address, userAgent, ...personal } satisfies Details);
  const salt = randomBytes(SALT_BYTES);
  const row = {
    id: uuidv7(at.getTime()),
    chain: accountId ?? SYSTEM_CHAIN,
    at,
    event,
    subject: input.subject ?? null,
    actor: by.kind,
    actorAccountId: by.accountId ?? null,
    credentialKind: by.credential?.kind ?? null,
    credentialId: by.credential?.id ?? null,
    before: jsonOf(input.before),
    after: jsonOf(input.after),
    detailsDigest: digestOfDetails(salt, details),
  };
  await appendRow(deps.tx, { ...row, digest: digestOfRow(row), salt, details });
}

/** JSON escapes what PostgreSQL's text cannot hold. */
function jsonOf(facts: Facts | undefined): string | null {
  return facts === undefined ? null : JSON.stringify(facts);
}
