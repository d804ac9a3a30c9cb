import { Type } from '@sinclair/typebox';
import { TimeRangeQuery } from '../../http/index.ts';
import { USAGE_GROUPS } from './queries.ts';

/** The smallest top-up, and the largest that is not a likely mistake. */
const MIN_TOP_UP_CENTS = 500;
const MAX_CENTS = 1_000_000;

const settings = {
  autoTopUpEnabled: Type.Boolean({ description: 'Top up automatically when the balance is low.' }),
  autoTopUpAmountCents: Type.Integer({ minimum: MIN_TOP_UP_CENTS, maximum: MAX_CENTS }),
  lowBalanceThresholdCents: Type.Integer({ minimum: 0, maximum: MAX_CENTS }),
  monthlySpendCapCents: Type.Union([Type.Integer({ minimum: 0, maximum: 100 * MAX_CENTS }), Type.Null()], {
    description: 'Prepaid spend allowed per billing cycle. Null means no cap.',
  }),
  usageAlertPercents: Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
    maxItems: 10,
    uniqueItems: true,
    description:
      'Percentages of the monthly credits at which the account gets a mail and a `usage.alert` webhook, once per cycle.',
    examples: [[50, 80, 100]],
  }),
  autoTopUpMonthlyCapCents: Type.Union(
    [Type.Integer({ minimum: 0, maximum: 100 * MAX_CENTS }), Type.Null()],
    { description: 'Sum of automatic top-ups allowed per billing month. Null means no cap.' },
  ),
};

export const PaygSettingsView = Type.Object(settings);
export const PaygSettingsBody = Type.Partial(PaygSettingsView, {
  minProperties: 1,
  description: 'Omitted fields keep their values.',
});

export const UsageQuery = Type.Composite([
  TimeRangeQuery,
  Type.Object({ group_by: Type.Optional(Type.Union(USAGE_GROUPS.map((group) => Type.Literal(group)))) }),
]);

const usageTotal = {
  credits: Type.Integer(),
  charges: Type.Integer(),
  prepaid_cents: Type.Integer(),
  units: Type.Record(Type.String(), Type.Integer(), { description: 'Quantity of each metered unit.' }),
};

export const UsageView = Type.Object({
  from: Type.String(),
  to: Type.String(),
  group_by: Type.String(),
  total: Type.Object(usageTotal),
  usage: Type.Array(
    Type.Object({
      group: Type.String(),
      name: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description: 'With `group_by=key`: the name of the API key; null for a session.',
        }),
      ),
      ...usageTotal,
    }),
  ),
});
