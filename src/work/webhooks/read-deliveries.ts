import { cursorAfter, idFromCursor, isUuid, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { DeliveryNotFound } from './errors.ts';
import {
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  selectAllDeliveries,
  selectDeliveries,
} from './queries/deliveries.ts';

type Deps = { db: Db };
type Deliveries = { deliveries: DeliveryRow[]; nextCursor: string | null };

export async function findOwnDelivery({ db }: Deps, accountId: string, id: string): Promise<DeliveryRow> {
  const found = isUuid(id) ? await findDelivery(db, accountId, id) : undefined;
  if (!found) throw new DeliveryNotFound();
  return found;
}

export async function listDeliveries(
  { db }: Deps,
  accountId: string,
  query: Page & DeliveryFilter,
): Promise<Deliveries> {
  return pageOf(await selectDeliveries(db, accountId, query, sliceOf(query)), query);
}

/** Reads across tenants, because it is for administrators. */
export async function listAllDeliveries(
  { db }: Deps,
  query: Page & DeliveryFilter & { account_id?: string | undefined },
): Promise<Deliveries> {
  return pageOf(await selectAllDeliveries(db, query, sliceOf(query)), query);
}

function sliceOf({ limit, cursor }: Page) {
  return { limit: limit + 1, before: idFromCursor(cursor) };
}

function pageOf(rows: DeliveryRow[], { limit }: Page): Deliveries {
  return { deliveries: rows.slice(0, limit), nextCursor: cursorAfter(rows, limit) };
}
