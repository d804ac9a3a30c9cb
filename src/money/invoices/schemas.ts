import { Type } from '@sinclair/typebox';
import { NextCursor } from '../../http/index.ts';

const Cents = (description: string) => Type.Integer({ description });

const InvoiceView = Type.Object(
  {
    id: Type.String(),
    number: Type.String({ description: 'Printed on the invoice. Counts per account, without gaps.' }),
    description: Type.String(),
    purpose: Type.Union([Type.Literal('plan'), Type.Literal('top_up')]),
    plan: Type.Union([Type.String(), Type.Null()]),
    provider: Type.String(),
    amount_cents: Cents('In US cents, taxes included.'),
    net_cents: Cents('Without taxes.'),
    taxes: Type.Array(
      Type.Object({ name: Type.String(), percent: Type.Number(), cents: Cents('Part of `amount_cents`.') }),
    ),
    paid_minor: Type.Integer({
      description: 'What the provider charged, in the smallest unit of `currency`.',
    }),
    currency: Type.String(),
    refunded_cents: Cents('Returned by refunds and disputes.'),
    issued_at: Type.String({ format: 'date-time' }),
    pdf: Type.String({ description: 'Path of the printable invoice.' }),
  },
  { title: 'Invoice' },
);

export const InvoicePage = Type.Object({ invoices: Type.Array(InvoiceView), next_cursor: NextCursor });
export const InvoiceParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
