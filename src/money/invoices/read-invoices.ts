import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { isPrefixedId } from '../../platform/ids.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { viewOf } from './describe-invoice.ts';
import { findInvoice, type InvoiceRow, selectInvoices } from './queries.ts';

const InvoiceNotFound = domainError('not_found', 'invoice_not_found', 'Invoice not found.');

export async function listInvoices({ db }: { db: Db }, accountId: string, { limit, cursor }: Page) {
  const before = idFromCursor(cursor, 'inv');
  const rows = await selectInvoices(db, accountId, { before, limit: limit + 1 });
  return { invoices: rows.slice(0, limit).map(viewOf), next_cursor: cursorAfter(rows, limit) };
}

export async function readInvoice({ db }: { db: Db }, accountId: string, id: string): Promise<InvoiceRow> {
  const invoice = isPrefixedId('inv', id) ? await findInvoice(db, accountId, id) : undefined;
  if (!invoice) throw new InvoiceNotFound();
  return invoice;
}

/** Tax law has invoices kept, with the buyer's name, even when the account is deleted. */
export function invoiceData({ db }: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      const pages = () => allPages((before) => selectInvoices(db, accountId, { before, limit: EXPORT_PAGE }));
      yield jsonLines('invoices.jsonl', pages);
    },
    erase: async () => undefined,
  };
}
