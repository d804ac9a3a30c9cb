import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type Scope = { accountId: string; route: string; key: string };

export type KeyRow = {
  id: string;
  owner: string | null;
  fingerprint: Uint8Array;
  status: number | null;
  headers: Record<string, string> | null;
  sealed_body: Uint8Array | null;
  stored_body: boolean;
};

type Claim = Scope & {
  id: string;
  owner: string;
  fingerprint: Buffer;
  now: Date;
  leasedUntil: Date;
  oldest: Date;
};

/**
 * Takes the key if it is new, older than a day, or was left behind by a call that died; the row that
 * comes back has our `owner` exactly when we got it.
 */
export async function claimKey(db: Db, claim: Claim): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    with claimed as (
      insert into idempotency_keys as kept (id, account_id, route, key, fingerprint, owner, leased_until, created_at)
      values (${claim.id}, ${claim.accountId}, ${claim.route}, ${claim.key}, ${claim.fingerprint},
              ${claim.owner}, ${claim.leasedUntil}, ${claim.now})
      on conflict (account_id, route, key) do update
        set id = excluded.id, fingerprint = excluded.fingerprint, owner = excluded.owner,
            leased_until = excluded.leased_until, created_at = excluded.created_at,
            status = null, headers = null, sealed_body = null, stored_body = false
        where kept.created_at < ${claim.oldest}
           or (kept.status is null and kept.leased_until < ${claim.now} and kept.fingerprint = excluded.fingerprint)
      returning id, owner, fingerprint, status, headers, sealed_body, stored_body
    )
    select * from claimed
    union all
    select id, owner, fingerprint, status, headers, sealed_body, stored_body from idempotency_keys
    where account_id = ${claim.accountId} and route = ${claim.route} and key = ${claim.key}
      and not exists (select from claimed)`.execute(db);
  return rows[0];
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

/** False when the lease was lost to another call: the transaction around it must then not commit. */
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

export async function deleteKeysBefore(db: Db, oldest: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from idempotency_keys where id in (
      select id from idempotency_keys where created_at < ${oldest} limit ${limit} for update skip locked
    ) returning id`.execute(db);
  return rows.map((row) => row.id);
}

export async function selectStoredBodies(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from idempotency_keys where account_id = ${accountId}::uuid and stored_body`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteKeysOf(db: Db, accountId: string): Promise<void> {
  await sql`delete from idempotency_keys where account_id = ${accountId}::uuid`.execute(db);
}
