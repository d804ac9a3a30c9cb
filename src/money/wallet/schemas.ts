import { Type } from '@sinclair/typebox';
import { USAGE_GROUPS } from './queries.ts';

/** The smallest payment, and the largest that is plausible without a word with us. */
const MIN_TOP_UP_CENTS = 500;
const MAX_CENTS = 1_000_000;

const settings = {
  autoTopUpEnabled: Type.Boolean({ description: 'Recharge by itself when the balance is low.' }),
  autoTopUpAmountCents: Type.Integer({ minimum: MIN_TOP_UP_CENTS, maximum: MAX_CENTS }),
  lowBalanceThresholdCents: Type.Integer({ minimum: 0, maximum: MAX_CENTS }),
  monthlySpendCapCents: Type.Union([Type.Integer({ minimum: 0, maximum: 100 * MAX_CENTS }), Type.Null()], {
    description: 'Prepaid spend allowed per cycle; null for none.',
  }),
};

export const PaygSettingsView = Type.Object(settings);
export const PaygSettingsBody = Type.Partial(PaygSettingsView, {
  minProperties: 1,
  description: 'A field that is left out keeps its value.',
});

export const UsageQuery = Type.Object({
  from: Type.Optional(
    Type.String({ description: 'Date or time, inclusive; 30 days before `to` when absent.' }),
  ),
  to: Type.Optional(Type.String({ description: 'Date or time, exclusive; now when absent.' })),
  group_by: Type.Optional(Type.Union(USAGE_GROUPS.map((group) => Type.Literal(group)))),
});

const usageTotal = {
  credits: Type.Integer(),
  charges: Type.Integer(),
  prepaid_cents: Type.Integer(),
  units: Type.Record(Type.String(), Type.Integer(), { description: 'Characters, seconds or clips by unit.' }),
};

export const UsageView = Type.Object({
  from: Type.String(),
  to: Type.String(),
  group_by: Type.String(),
  total: Type.Object(usageTotal),
  usage: Type.Array(Type.Object({ group: Type.String(), ...usageTotal })),
});
