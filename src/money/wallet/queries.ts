import { type Db, sql } from '../../platform/database/index.ts';

export type PaygSettingsInput = {
  autoTopUpEnabled?: boolean;
  autoTopUpAmountCents?: number;
  lowBalanceThresholdCents?: number;
  /** Null: no cap. Undefined: leave it. */
  monthlySpendCapCents?: number | null;
  usageAlertPercents?: number[];
  autoTopUpMonthlyCapCents?: number | null;
};

export async function updateSettings(db: Db, accountId: string, input: PaygSettingsInput): Promise<void> {
  const percents = input.usageAlertPercents?.toSorted((a, b) => a - b);
  await sql`
    UPDATE wallets SET
      auto_top_up_enabled = COALESCE(${input.autoTopUpEnabled ?? null}::boolean, auto_top_up_enabled),
      auto_top_up_amount_cents = COALESCE(${input.autoTopUpAmountCents ?? null}::integer, auto_top_up_amount_cents),
      low_balance_threshold_cents =
        COALESCE(${input.lowBalanceThresholdCents ?? null}::integer, low_balance_threshold_cents),
      monthly_spend_cap_cents = CASE WHEN ${input.monthlySpendCapCents === undefined}::boolean
        THEN monthly_spend_cap_cents ELSE ${input.monthlySpendCapCents ?? null}::integer END,
      usage_alert_percents = CASE WHEN ${percents === undefined}::boolean
        THEN usage_alert_percents ELSE NULLIF(${percents ?? []}::integer[], '{}') END,
      auto_top_up_monthly_cap_cents = CASE WHEN ${input.autoTopUpMonthlyCapCents === undefined}::boolean
        THEN auto_top_up_monthly_cap_cents ELSE ${input.autoTopUpMonthlyCapCents ?? null}::integer END
    WHERE account_id = ${accountId}::uuid
  `.execute(db);
}

export const USAGE_GROUPS = ['day', 'unit', 'key', 'voice'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const GROUP_COLUMNS = {
  day: sql`to_char(closed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  unit: sql`unit`,
  key: sql`credential_id`,
  voice: sql`COALESCE(voice_id, '')`,
};

export type UsageRow = {
  group: string;
  unit: string;
  quantity: number;
  credits: number;
  micros: number;
  charges: number;
};

export async function selectUsage(
  db: Db,
  accountId: string,
  range: { from: Date; to: Date; groupBy: UsageGroup },
): Promise<UsageRow[]> {
  const result = await sql<UsageRow>`
    SELECT ${GROUP_COLUMNS[range.groupBy]} AS "group", unit, sum(quantity)::bigint AS quantity,
      sum(credits)::bigint AS credits, sum(wallet_micros)::bigint AS micros, count(*) AS charges
    FROM charges
    WHERE account_id = ${accountId}::uuid AND status = 'settled'
      AND closed_at >= ${range.from}::timestamptz AND closed_at < ${range.to}::timestamptz
    GROUP BY 1, 2 ORDER BY 1, 2
  `.execute(db);
  return result.rows;
}
