import { type Columns, type Row, type Sql, sql, tableOf } from '../../../platform/database/index.ts';

/** A row that the statement that closes a charge writes too: never one without the other, and no extra round trip. */
export type Rider = {
  kind: RiderKind;
  row: Row;
  /** It may wait for a lock of its own tenant, so it is never written together with those of others. */
  waits?: boolean;
};

export type RiderKind = {
  columns: Columns;
  /**
   * The statements that write `rows`, a table with one row for each charge that is closed now, and its `credential_id`. They cannot
   * read the charge itself: the same statement may only just insert it.
   */
  write(rows: Sql): readonly Sql[];
};

export type ChargeRiders = { chargeId: string; riders?: readonly Rider[] | undefined };

/** Common tables that follow `held`, the charges that this statement closes. */
export function writeRiders(charges: readonly ChargeRiders[]): Sql {
  const rowsByKind = new Map<RiderKind, Row[]>();
  for (const { chargeId, riders = [] } of charges) {
    for (const { kind, row } of riders)
      rowsByKind.set(kind, [...(rowsByKind.get(kind) ?? []), { ...row, charge_id: chargeId }]);
  }
  const tables = [...rowsByKind].flatMap(([kind, rows], place) => {
    const name = sql.raw(`riders_${place}`);
    const read = sql`, ${name} AS MATERIALIZED (
      SELECT one.*, held.credential_id FROM held JOIN ${tableOf({ charge_id: 'uuid', ...kind.columns }, rows)} ON one.charge_id = held.id)`;
    const written = kind
      .write(name)
      .map((write, index) => sql`, ${sql.raw(`riders_${place}_${index}`)} AS (${write})`);
    return [read, ...written];
  });
  return tables.length > 0 ? sql.join(tables, sql` `) : sql``;
}
