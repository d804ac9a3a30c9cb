import { Download } from 'lucide-react';
import { account } from '../../../api/clients.ts';
import { fill, useFormats, useTexts } from '../../../texts/index.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card, EmptyState } from '../../../ui/layout.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';

export function Invoices() {
  const { billing: texts } = useTexts();
  const formats = useFormats();
  return (
    <Card title={texts.invoices}>
      <PagedTable
        label={texts.invoices}
        queryKey={['invoices']}
        fetchPage={(page) => account.billing.invoices(page)}
        rowKey={({ id }) => id}
        columns={[
          { header: texts.invoiceNumber, cell: (invoice) => invoice.number },
          { header: texts.date, cell: (invoice) => formats.date(invoice.issued_at) },
          { header: texts.description, cell: (invoice) => invoice.description },
          {
            header: texts.amountPaid,
            numeric: true,
            cell: (invoice) => (
              <>
                {formats.cents(invoice.amount_cents)}
                {invoice.refunded_cents > 0 && (
                  <span className="block text-xs text-muted">
                    {fill(texts.refunded, { amount: formats.cents(invoice.refunded_cents) })}
                  </span>
                )}
              </>
            ),
          },
          {
            header: texts.document,
            numeric: true,
            cell: (invoice) => (
              <a
                className={buttonClasses('quiet')}
                href={invoice.pdf}
                download={`${invoice.number}.pdf`}
                aria-label={fill(texts.downloadInvoice, { number: invoice.number })}
              >
                <Download aria-hidden className="size-4" />
                PDF
              </a>
            ),
          },
        ]}
        empty={<EmptyState title={texts.noInvoices}>{texts.noInvoicesHint}</EmptyState>}
      />
    </Card>
  );
}
