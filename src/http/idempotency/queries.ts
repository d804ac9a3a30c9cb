import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { markSelected, type ObjectColumn } from '../../platform/storage/index.ts';

/** Answers that are too long for a row. */
export const ANSWER_OBJECTS: readonly ObjectColumn[] = [
  { keys: sql`SELECT 'idempotency/' || id FROM idempotency_keys WHERE stored_body` },
];

export type Scope = { accountId: string; route: string; key: string };

export type KeyRow = {
  id: string;
  owner: string | null;
  fingerprint: Uint8Array;
  sent_fingerprint: Uint8Array | null;
  status: number | null;
  headers: Record<string, string> | null;
  sealed_body: Uint8Array | null;
  stored_body: boolean;
  created_at: Date;
};

export type Claim = Scope & {
  id: string;
  owner: string;
  fingerprint: Buffer;
  sentFingerprint: Buffer | null;
  now: Date;
  leasedUntil: Date;
};

/** Claims the key if it is new or its lease expired. The claim succeeded if the returned row has our `owner`. */
export async function claimKey(db: Db, claim: Claim): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    with claimed as (
      insert into idempotency_keys as kept (id, account_id, route, key, fingerprint, sent_fingerprint, owner, leased_until, created_at)
      values (${claim.id}, ${claim.accountId}, ${claim.route}, ${claim.key}, ${claim.fingerprint},
              ${claim.sentFingerprint}::bytea, ${claim.owner}, ${claim.leasedUntil}, ${claim.now})
      on conflict (account_id, route, key) do update
        set id = excluded.id, fingerprint = excluded.fingerprint,
            sent_fingerprint = excluded.sent_fingerprint, owner = excluded.owner,
            leased_until = excluded.leased_until, created_at = excluded.created_at,
            status = null, headers = null, sealed_body = null, stored_body = false
        where kept.status is null and kept.leased_until < ${claim.now}
          and (kept.fingerprint = excluded.fingerprint or kept.sent_fingerprint = excluded.sent_fingerprint)
      returning id, owner, fingerprint, sent_fingerprint, status, headers, sealed_body, stored_body, created_at
    )
    select * from claimed
    union all
    select id, owner, fingerprint, sent_fingerprint, status, headers, sealed_body, stored_body, created_at from idempotency_keys
    where account_id = ${claim.accountId} and route = ${claim.route} and key = ${claim.key}
      and not exists (select from claimed)`.execute(db);
  return rows[0];
}

export async function isKnownKey(db: Db, { accountId, route, key }: Scope): Promise<boolean> {
  const { rows } = await sql`
    select from idempotency_keys
    where account_id = ${accountId} and route = ${route} and key = ${key}`.execute(db);
  return rows.length > 0;
}

export async function extendLease(db: Db, id: string, owner: string, leasedUntil: Date): Promise<void> {
  await sql`
    update idempotency_keys set leased_until = ${leasedUntil}
    where id = ${id} and owner = ${owner} and status is null`.execute(db);
}

export type KeptAnswer = {
  status: number;
  headers: Record<string, string>;
  sealedBody: Buffer | null;
  storedBody: boolean;
};

/** False when another call took over the lease: the transaction must then not commit. */
export async function keepAnswer(tx: Tx, id: string, owner: string, answer: KeptAnswer): Promise<boolean> {
  const { rows } = await sql`
    update idempotency_keys
    set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}::jsonb,
        sealed_body = ${answer.sealedBody}, stored_body = ${answer.storedBody}, owner = null, leased_until = null
    where id = ${id} and owner = ${owner} and status is null
    returning id`.execute(tx);
  return rows.length === 1;
}

export async function dropClaim(db: Db, id: string, owner: string): Promise<void> {
  await sql`delete from idempotency_keys where id = ${id} and owner = ${owner} and status is null`.execute(
    db,
  );
}

/** Deletes one batch across tenants, or only the key with `id`. Stored bodies are marked for deletion. */
export async function deleteExpiredKeys(
  db: Db,
  { oldest, id, now, limit }: { oldest: Date; id: string | null; now: Date; limit: number },
): Promise<{ body_key: string | null }[]> {
  const which = id === null ? sql`true` : sql`id = ${id}::uuid`;
  const { rows } = await sql<{ body_key: string | null }>`
    with expired as (
      select id from idempotency_keys where created_at < ${oldest} and ${which}
      order by created_at limit ${limit} for update skip locked
    ), gone as (
      delete from idempotency_keys where id in (select id from expired)
      returning case when stored_body then 'idempotency/' || id end as body_key
    ), marked as (${markSelected(sql`select body_key from gone`, now)})
    select body_key from gone`.execute(db);
  return rows;
}

export async function selectStoredBodies(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from idempotency_keys where account_id = ${accountId}::uuid and stored_body`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteKeysOf(db: Db, accountId: string): Promise<void> {
  await sql`delete from idempotency_keys where account_id = ${accountId}::uuid`.execute(db);
}
