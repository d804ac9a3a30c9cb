import { type Static, Type } from '@sinclair/typebox';
import { NextCursor } from '../../http/index.ts';
import type { PayoutRow } from '../../money/ledger/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { documentOf } from './documents.ts';
import type { VerificationRow } from './queries/sellers.ts';

const Time = Type.String({ format: 'date-time' });
const OptionalTime = Type.Union([Time, Type.Null()]);
const Reason = Type.Union([Type.String(), Type.Null()], { description: 'Why it was rejected.' });
const oneOf = <Value extends string>(...values: Value[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));

/** Why an admin refuses. */
export const ReasonBody = Type.Object({
  reason: Type.String({
    minLength: 1,
    maxLength: 1_000,
    pattern: '\\S',
    description: 'Shown to the customer.',
  }),
});

export const VerificationStatusSchema = oneOf('pending', 'verified', 'rejected');
export const PayoutStatusSchema = oneOf('requested', 'paid', 'rejected');

export const VerificationRequest = Type.Object({
  legal_name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  country: Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 code.', examples: ['GB'] }),
  document_id: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'Number of a passport or an identity card. Only its last four characters are shown again.',
  }),
});
export type VerificationRequest = Static<typeof VerificationRequest>;

export const VerificationView = Type.Object(
  {
    status: VerificationStatusSchema,
    legal_name: Type.String(),
    country: Type.String(),
    document_last_four: Type.String({ description: 'Empty if the server lacks the key that sealed it.' }),
    reason: Reason,
    requested_at: Time,
    decided_at: OptionalTime,
  },
  { title: 'SellerVerification' },
);

export const EarningsView = Type.Object({
  earned_credits: Type.Integer(),
  requested_credits: Type.Integer({ description: 'Set aside by payouts that are not decided.' }),
  paid_credits: Type.Integer(),
  reversed_credits: Type.Integer({
    description:
      'Of sales whose payment was refunded or disputed. A dispute that the buyer loses restores them.',
  }),
  pending_credits: Type.Integer({ description: 'Too young to be paid out; `pending` says until when.' }),
  available_credits: Type.Integer({
    description:
      'Can be paid out. Below zero when more was reversed than is left; later earnings make up for it.',
  }),
  pending: Type.Array(Type.Object({ available_at: Time, credits: Type.Integer() })),
  free_plan_credits: Type.Integer({
    description:
      'The part of `earned_credits` that came from the monthly credits of free plans. An administrator decides whether it is paid out.',
  }),
  months: Type.Array(
    Type.Object({
      listing_id: Type.String(),
      month: Type.String({ examples: ['2026-11'] }),
      uses: Type.Integer(),
      credits: Type.Integer(),
    }),
  ),
});

export const PayoutRequest = Type.Object({
  amount_credits: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
});

export const PayoutView = Type.Object(
  {
    id: Type.String(),
    status: PayoutStatusSchema,
    amount_credits: Type.Integer(),
    reason: Reason,
    requested_at: Time,
    decided_at: OptionalTime,
  },
  { title: 'Payout' },
);
export const PayoutPage = Type.Object({ payouts: Type.Array(PayoutView), next_cursor: NextCursor });

export function viewOfVerification(sealing: Sealing, row: VerificationRow): Static<typeof VerificationView> {
  const { status, legal_name, country, reason } = row;
  return {
    status,
    legal_name,
    country,
    document_last_four: documentOf(sealing, row)?.slice(-4) ?? '',
    reason,
    requested_at: row.requested_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}

export function viewOfPayout({ id, status, credits, reason, ...row }: PayoutRow): Static<typeof PayoutView> {
  return {
    id,
    status,
    amount_credits: credits,
    reason,
    requested_at: row.requested_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
