import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesObject } from './renderer.ts';

type Series = { series: string; values: string };

const LABELS = 'namespace="voice"';
/** Two nodes tell the same of the database, and another installation tells of its own. */
const onNodes = (metric: string, labels: string, value: number): Series[] =>
  ['a', 'b'].map((pod) => ({ series: `${metric}{${labels}${LABELS},pod="${pod}"}`, values: String(value) }));
const elsewhere = { series: 'vox_jobs_waiting{capability="video",namespace="other"}', values: '50' };
const jobs = (state: string, capability: string, value: number): Series[] =>
  onNodes(`vox_jobs_${state}`, `capability="${capability}",`, value);
const known = onNodes('vox_backlog_known', '', 1);

/** What a pool for `video`, `dub` and one pair of languages should be told. Null: nothing, so that it keeps its size. */
const TOLD: { when: string; series: Series[]; expected: number | null }[] = [
  { when: 'nothing waits or runs', series: known, expected: 0 },
  { when: 'three wait', series: [...known, ...jobs('waiting', 'video', 3)], expected: 3 },
  {
    when: 'three wait and two run',
    series: [
      ...known,
      ...jobs('waiting', 'video', 2),
      ...jobs('waiting', 'dub', 1),
      ...jobs('processing', 'dub', 2),
    ],
    expected: 5,
  },
  { when: 'two run', series: [...known, ...jobs('processing', 'video', 2)], expected: 2 },
  { when: 'jobs wait for others', series: [...known, ...jobs('waiting', 'music', 9)], expected: 0 },
  { when: 'the database is away', series: onNodes('vox_backlog_known', '', 0), expected: null },
  { when: 'no node is read', series: [], expected: null },
];

/** Asks Prometheus' own test program what the queries of KEDA answer. Null where the machine does not have it. */
export function wrongAnswers(objects: readonly KubernetesObject[]): string[] | null {
  if (spawnSync('promtool', ['--version']).status !== 0) return null;
  const pool = objects.find(({ kind }) => kind === 'ScaledObject');
  const { triggers } = (pool?.spec ?? { triggers: [] }) as { triggers: { metadata: { query: string } }[] };
  const [trigger] = triggers;
  if (!trigger) return ['there is no query to try'];
  const tests = TOLD.map(({ when, series, expected }) => ({
    name: when,
    input_series: [elsewhere, ...series],
    promql_expr_test: [
      {
        expr: trigger.metadata.query,
        eval_time: '0m',
        exp_samples: expected === null ? [] : [{ labels: '{}', value: expected }],
      },
    ],
  }));
  const folder = mkdtempSync(join(tmpdir(), 'vox-promql-'));
  try {
    const file = join(folder, 'test.json');
    writeFileSync(file, JSON.stringify({ rule_files: [], tests }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    return status === 0 ? [] : [`${stdout}${stderr}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
