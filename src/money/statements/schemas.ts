import { Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';
import { BALANCES } from './describe-entry.ts';

const Balance = Type.Union(BALANCES.map((name) => Type.Literal(name)));
const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const EntriesQuery = Type.Composite([PageQuery, Type.Object({ balance: Type.Optional(Balance) })]);

export const StatementQuery = Type.Composite([
  EntriesQuery,
  Type.Object({
    format: Type.Optional(
      Type.Union([Type.Literal('json'), Type.Literal('csv')], {
        description: 'Overrides the Accept header. `csv` is the whole statement, without pages.',
      }),
    ),
  }),
]);

const entry = {
  id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  kind: Type.String({
    description: 'What moved it, such as `top_up`, `use`, `reserve`, `settle` or `renew`.',
  }),
  reason: Type.String(),
  balance: Type.String({ description: `What it moved: ${BALANCES.join(', ')}.` }),
  unit: Type.Union([Type.Literal('usd'), Type.Literal('credits')]),
  change: Type.Number(),
  balance_after: Type.Number(),
  charge_id: Nullable('The charge of a request.'),
  request_id: Nullable('The `X-Request-Id` of that request.'),
};

const EntryView = Type.Object(entry, { title: 'LedgerEntry' });
export const StatementPage = Type.Object({ entries: Type.Array(EntryView), next_cursor: NextCursor });
export const AdminEntriesPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      ...entry,
      note: Nullable('As it was recorded.'),
      reference: Nullable('The payment or refund.'),
    }),
  ),
  next_cursor: NextCursor,
});
