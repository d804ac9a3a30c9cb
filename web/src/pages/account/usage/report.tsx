import type { Output } from '@vox-humana/client';
import { ChartColumn } from 'lucide-react';
import { fill, useFormats, useTexts } from '../../../texts/index.tsx';
import { BarChart } from '../../../ui/chart.tsx';
import { Card, EmptyState } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Table } from '../../../ui/table.tsx';
import { everyDay, groupingOf } from './range.ts';
import { useGroupNames } from './use-group-names.ts';

/** Shows the report as it was asked for, which may be the one before while the next one loads. */
export function Report({ report }: { report: Output<'GET /api/usage'> }) {
  const { usage: texts, speech } = useTexts();
  const formats = useFormats();
  const by = groupingOf(report.group_by);
  const nameOf = useGroupNames(by);
  const lines = report.usage;
  const bars = by === 'day' ? everyDay(report.from, report.to, lines) : lines;
  const chart = fill(texts.chart, { grouping: texts.groupings[by] });
  return (
    <Card
      title={fill(texts.total, {
        credits: formats.number(report.total.credits),
        requests: formats.number(report.total.charges),
      })}
    >
      {lines.length === 0 ? (
        <EmptyState
          icon={<ChartColumn aria-hidden />}
          title={texts.empty}
          action={<LinkButton to="/playground/speech">{speech.title}</LinkButton>}
        >
          {texts.emptyHint}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <BarChart
            label={chart}
            bars={bars.map((line) => ({ label: nameOf(line), value: line.credits }))}
            format={formats.number}
          />
          <Table
            label={chart}
            rows={lines}
            rowKey={({ group }) => group}
            columns={[
              { header: texts.groupings[by], cell: (line) => nameOf(line) },
              { header: texts.credits, numeric: true, cell: ({ credits }) => formats.number(credits) },
              { header: texts.requests, numeric: true, cell: ({ charges }) => formats.number(charges) },
              {
                header: texts.prepaid,
                numeric: true,
                cell: ({ prepaid_cents }) => formats.cents(prepaid_cents),
              },
            ]}
          />
        </div>
      )}
    </Card>
  );
}
