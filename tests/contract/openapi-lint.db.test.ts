import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openTestService } from '../support/test-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const RULES = join(ROOT, 'scripts/openapi-rules');
/** A linter looks for no news of itself while it checks. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

describe('the OpenAPI document, to linters that others use', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    file = join(folder, 'openapi.json');
    const service = await openTestService();
    const document = (await service.app.inject('/api/openapi.json')).json<object>();
    await service.close();
    // A linter warns of localhost, which is right for a document that is published.
    const published = { ...document, servers: [{ url: 'https://voice.test' }] };
    await writeFile(file, JSON.stringify(published, null, 1));
  });
  after(() => rm(folder, { recursive: true }));

  const lint = (tool: string, ...options: string[]): { status: number | null; output: string } => {
    const path = join(ROOT, 'node_modules', tool);
    const ran = spawnSync(process.execPath, [path, 'lint', file, ...options], {
      cwd: folder,
      env: { ...process.env, ...QUIET },
      encoding: 'utf8',
    });
    return { status: ran.status, output: `${ran.stdout}${ran.stderr}` };
  };

  test('has no error and no warning by the recommended rules of Redocly', () => {
    const rules = join(RULES, 'redocly.yaml');
    const { status, output } = lint('@redocly/cli/bin/cli.js', `--config=${rules}`, '--format=stylish');
    assert.equal(status, 0, output);
    assert.doesNotMatch(output, /\b(error|warning)s?\b {2}/, output);
    assert.match(output, /Your API description is valid/, output);
  });

  test('has no error, no warning and no hint by the rules of Spectral', () => {
    const rules = join(RULES, 'spectral.yaml');
    const options = [`--ruleset=${rules}`, '--fail-severity=hint', '--format=text'];
    const { status, output } = lint('@stoplight/spectral-cli/dist/index.js', ...options);
    assert.equal(status, 0, output.slice(0, 5_000));
  });
});
