import type { BatchRow } from './queries/finish.ts';

export type BatchMetrics = {
  totalGenerations: number;
  successCount: number;
  failedCount: number;
  pendingCount: number;
};

/** A canceled job counts as failed, so that the counts always add up to the total. */
export function batchMetrics({ size, succeeded, failed }: BatchRow): BatchMetrics {
  return {
    totalGenerations: size,
    successCount: succeeded,
    failedCount: failed,
    pendingCount: size - succeeded - failed,
  };
}
