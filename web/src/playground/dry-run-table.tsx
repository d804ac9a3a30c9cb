import type { Output } from '@vox-humana/client';
import { useTexts } from '../texts/index.tsx';
import { Badge } from '../ui/layout.tsx';
import { Table } from '../ui/table.tsx';

export type DryRun = Extract<Output<'POST /api/v1/generate/batch'>, { valid: number }>;

/** Shows what the service says about each line. */
export function DryRunTable({ dryRun }: { dryRun: DryRun }) {
  const { batch: texts } = useTexts();
  return (
    <Table
      label={texts.verdicts}
      rows={dryRun.lines}
      rowKey={({ line }) => line}
      columns={[
        { header: texts.line, numeric: true, cell: ({ line }) => line },
        { header: texts.requestId, cell: ({ request_id }) => <code>{request_id ?? '–'}</code> },
        {
          header: texts.verdict,
          cell: ({ ok, error }) =>
            ok ? (
              <Badge tone="good">{texts.ok}</Badge>
            ) : (
              <span className="text-danger">{error ?? texts.notOk}</span>
            ),
        },
      ]}
    />
  );
}
