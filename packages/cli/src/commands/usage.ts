import { defineCommand } from '../command.ts';

const GROUPS = ['day', 'unit', 'key', 'voice'] as const;

export const usage = defineCommand({
  name: 'usage',
  summary: 'Show the credits that were used',
  options: {
    by: { type: 'string', value: 'GROUP', choices: GROUPS, description: 'Default: day' },
    from: { type: 'string', value: 'DATE', description: 'Default: 30 days ago' },
    to: { type: 'string', value: 'DATE', description: 'Default: now' },
  },
  async run({ client, output, signal }, { options: { by = 'day', from, to } }) {
    const report = await client.billing.usage(
      { group_by: by, ...(from && { from }), ...(to && { to }) },
      { signal },
    );
    const row = ({ credits, charges, units }: typeof report.total) => [
      ...[`${credits}`, `${charges}`],
      Object.entries(units)
        .map(([unit, count]) => `${unit} ${count}`)
        .join(', '),
    ];
    const rows = report.usage.map((entry) => [entry.group, ...row(entry)]);
    const total = ['total', ...row(report.total)];
    output.table(
      report,
      [by.toUpperCase(), 'CREDITS', 'CHARGES', 'UNITS'],
      rows.length > 0 ? [...rows, total] : [],
      'Nothing was used in this time.',
    );
  },
});
