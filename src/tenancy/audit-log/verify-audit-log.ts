import type { Db } from '../../platform/database/index.ts';
import { digestOfDetails, digestOfRow, genesisOf, hashAfter } from './chain.ts';
import { type AuditRow, type ChainHead, selectHeads, selectInOrder, selectOrphans } from './queries.ts';

type BrokenChain = { chain: string; seq: number; eventId: string | null; why: string };

export type AuditVerdict = {
  chains: number;
  events: number;
  /** Events whose details were erased: with an account, or after their retention period. */
  erased: number;
  /** The first broken row of each chain that has one. */
  broken: BrokenChain[];
};

const PAGE = 500;

export async function verifyAuditLog(db: Db): Promise<AuditVerdict> {
  const verdict: AuditVerdict = { chains: 0, events: 0, erased: 0, broken: [] };
  for await (const head of allHeads(db)) {
    verdict.chains += 1;
    const broken = await verifyChain(db, head, verdict);
    if (broken) verdict.broken.push(broken);
  }
  for (const { id, chain } of await selectOrphans(db)) {
    verdict.broken.push({ chain, seq: 0, eventId: id, why: 'the end of its chain was removed' });
  }
  return verdict;
}

async function* allHeads(db: Db): AsyncGenerator<ChainHead> {
  let after: string | null = null;
  for (;;) {
    const heads: ChainHead[] = await selectHeads(db, after, PAGE);
    yield* heads;
    if (heads.length < PAGE) return;
    after = heads.at(-1)?.chain ?? null;
  }
}

/** Rows that were added after the head was read are left to the next time. */
async function verifyChain(db: Db, head: ChainHead, verdict: AuditVerdict): Promise<BrokenChain | null> {
  const { chain } = head;
  let hash = genesisOf(chain);
  let seq = 0;
  while (seq < head.seq) {
    const rows = await selectInOrder(db, chain, seq, Math.min(PAGE, head.seq - seq));
    for (const row of rows) {
      seq += 1;
      const why = row.seq === seq ? whyBroken(row, hash) : 'a row was removed before it';
      if (why) return { chain, seq, eventId: row.id, why };
      hash = row.hash;
      verdict.events += 1;
      if (row.details === null) verdict.erased += 1;
    }
    if (rows.length === 0) return { chain, seq: seq + 1, eventId: null, why: 'the row is missing' };
  }
  if (hash.equals(head.hash)) return null;
  return { chain, seq, eventId: null, why: 'the chain does not end with its last row' };
}

function whyBroken(row: AuditRow, previous: Buffer): string | null {
  const { salt, details } = row;
  if (salt && details !== null && !digestOfDetails(salt, details).equals(row.detailsDigest))
    return 'its details were changed';
  return hashAfter(previous, digestOfRow(row)).equals(row.hash) ? null : 'it was changed';
}
