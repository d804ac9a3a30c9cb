import { createHash, createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { deleteMarks, upsertMark } from './queries.ts';

const DAY_MS = 86_400_000;
const NETWORK_DAYS = 90;
const CARD_DAYS = 365;

type Deps = { db: Db; clock: Clock };

/**
 * Notes that somebody signed in from this address (`addressOf`). Addresses are few enough to be guessed, so the hash has a key.
 * A private address says nothing: it is this machine, or a proxy in front of it.
 */
export async function markNetwork(
  { db, clock, sessionSecret }: Deps & { sessionSecret: string },
  accountId: string,
  address: string,
): Promise<void> {
  if (!isPublic(address)) return;
  const mark = createHmac('sha256', sessionSecret).update(`network:${address}`).digest();
  await upsertMark(db, { accountId, kind: 'network', mark, expiresAt: inDays(clock, NETWORK_DAYS) });
}

/** Notes a card by the provider's own name for it, which is the same for whoever pays with it. */
export async function markCard({ db, clock }: Deps, accountId: string, fingerprint: string): Promise<void> {
  const mark = createHash('sha256').update(`card:${fingerprint}`).digest();
  await upsertMark(db, { accountId, kind: 'card', mark, expiresAt: inDays(clock, CARD_DAYS) });
}

export function sweepMarks({ db, clock }: Deps): Promise<number> {
  return deleteMarks(db, clock.now());
}

function inDays(clock: Clock, days: number): Date {
  return new Date(clock.now().getTime() + days * DAY_MS);
}

function isPublic(address: string): boolean {
  const [ip = ''] = address.split('/');
  return ipaddr.isValid(ip) && ipaddr.parse(ip).range() === 'unicast';
}
