import { sql } from '../../../platform/database/index.ts';

/**
 * Always true of the charges that a statement is given. From an equality the planner infers that they are few, and looks each up
 * by its index. Otherwise it reads whole tables for as long as it knows nothing of their size.
 */
export const HINT_FEW_ROWS = sql`COALESCE(charge_id, payer) = charge_id`;
