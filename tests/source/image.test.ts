import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { parseConfig } from '../../src/platform/config/index.ts';
import { contextOf, copiedBy, filesReadBy, textOf } from '../support/image-files.ts';
import { finishSeconds, knownSettings } from '../support/known-settings.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const dockerfile = textOf('Dockerfile');
const isSent = contextOf(textOf('.dockerignore'));
const copied = copiedBy(dockerfile);
const fromContext = copied.filter(({ from }) => from === null);

const compose = textOf('compose.yaml');
const SECRETS = {
  SESSION_SECRET: 's'.repeat(32),
  WORKER_SECRET: 'w'.repeat(32),
  METRICS_TOKEN: 'm'.repeat(32),
};

test('everything that the Dockerfile copies exists, and is sent to the build', () => {
  assert.ok(fromContext.length > 20);
  for (const { stage, path } of fromContext) {
    assert.ok(existsSync(join(ROOT, path)), `${stage} copies ${path}, which is not there`);
    assert.ok(isSent(path), `${stage} copies ${path}, which .dockerignore leaves out`);
  }
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  for (const { from } of copied)
    assert.ok(from === null || stages.includes(from), `there is no stage ${from}`);
});

test('the image has every file that its programs load or name', () => {
  const commands = readdirSync(join(ROOT, 'src/main')).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const read = filesReadBy([...commands.map((name) => `src/main/${name}`), 'packages/cli/src/main.ts']);
  assert.ok(read.size > 1_000, `only ${read.size} files were found`);
  for (const known of ['assets/speech/vox-decoder.onnx', 'migrations', 'engines/video/simd/kernels.wasm'])
    assert.ok(read.has(known), `${known} was not found, so this test does not see what it should`);
  const inImage = fromContext.filter(({ stage }) => ['program', 'final'].includes(stage));
  const missing = [...read].filter(
    (path) =>
      path !== 'web/dist' &&
      !(isSent(path) && inImage.some((one) => path === one.path || path.startsWith(`${one.path}/`))),
  );
  assert.deepEqual(missing, []);
});

test('neither secrets nor data nor what only tests need is sent to a build', () => {
  const kept = [
    '.env',
    '.git/config',
    'data/secrets.json',
    'node_modules/pg/package.json',
    'tests/source/image.test.ts',
  ];
  for (const path of [
    ...kept,
    'src/main/admin.slow.test.ts',
    'web/dist/index.html',
    'training/README.md',
    'vox.env',
  ])
    assert.equal(isSent(path), false, path);
});

test('every setting in compose.yaml and in the files for systemd is one that the program knows', () => {
  const known = knownSettings();
  for (const service of ['vox', 'worker', 'bucket'])
    for (const name of Object.keys(environmentOf(service))) assert.ok(known.has(name), `${service}: ${name}`);
  for (const file of ['serve', 'worker'])
    for (const [, name = ''] of textOf(`deploy/systemd/${file}.environment`).matchAll(
      /^#?([A-Z][A-Z0-9_]*)=/gm,
    ))
      assert.ok(known.has(name), `${file}.environment: ${name}`);
  const [, image = ''] = /^ENV (HOST=.*)$/m.exec(dockerfile) ?? [];
  for (const setting of image.split(' ')) assert.ok(known.has(setting.split('=')[0] ?? ''), setting);
});

test('the settings of compose.yaml are accepted, also in production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://voice.example.com', TRUST_PROXY: '1' };
  const env = { ...environmentOf('vox'), ...SECRETS, DATA_KEYS: `2026:${'d'.repeat(32)}` };
  const config = parseConfig({ ...env, ...production });
  assert.equal(config.databaseUrl, 'postgres://vox:secret@database:5432/vox');
  assert.equal(config.s3?.bucket, parseConfig(environmentOf('bucket')).s3?.bucket);
  parseConfig({ ...environmentOf('worker'), ...SECRETS });
});

test('deploy/make-env.sh writes every secret that compose.yaml asks for, for its owner alone, and never twice', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'make-env-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'env');
  const write = () => execFileSync(join(ROOT, 'deploy/make-env.sh'), [file], { stdio: 'pipe' });
  write();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const written = readFileSync(file, 'utf8');
  const env = parseEnv(written) as Record<string, string>;
  const asked = [...compose.matchAll(/\$\{([A-Z_0-9]+):\?/g)].map(([, name = '']) => name);
  assert.ok(asked.length > 8);
  for (const name of asked) assert.ok(env[name], `${name} is missing`);
  parseConfig({ ...env, NODE_ENV: 'production', PUBLIC_URL: 'https://voice.example.com' });
  assert.throws(write, /is there already/);
  assert.equal(readFileSync(file, 'utf8'), written);
  assert.deepEqual(readdirSync(folder), ['env']);
});

test('ports, the route of the health check and the times of a stop are those of the program', () => {
  const { port } = parseConfig({});
  assert.match(dockerfile, new RegExp(`^EXPOSE ${port}$`, 'm'));
  assert.match(compose, new RegExp(`127\\.0\\.0\\.1:${port}\\}:${port}'`));
  assert.equal(environmentOf('worker').VOX_SERVER, `http://vox:${port}`);
  const [, route = ''] =
    /\$\{process\.env\.PORT \?\? \d+\}(\/[a-z/]+)/.exec(textOf('src/main/check-health.ts')) ?? [];
  assert.match(textOf('src/site/health/index.ts'), new RegExp(`app\\.get\\('${route}'`));
  const unit = textOf('deploy/systemd/vox-humana@.service');
  for (const [text, pattern] of [
    [compose, /stop_grace_period: (\d+)s/g],
    [unit, /TimeoutStopSec=(\d+)s/g],
  ] as const)
    for (const [, seconds] of text.matchAll(pattern)) assert.ok(Number(seconds) > finishSeconds());
});

/** The settings of one service, with a value for each variable that has no default. */
function environmentOf(service: string): Record<string, string> {
  const [, body = ''] = new RegExp(`\\n  ${service}:\\n((?:(?: {4}.*)?\\n)*)`).exec(compose) ?? [];
  const [, lines = ''] = /\n {4}environment:\n((?: {6}.*\n)*)/.exec(`\n${body}`) ?? [];
  const settings = [...lines.matchAll(/^ {6}([A-Z][A-Z0-9_]*): (.*)$/gm)];
  assert.ok(settings.length > 0, `${service} has no settings`);
  return Object.fromEntries(settings.map(([, name, value = '']) => [name, filledIn(value)]));
}

function filledIn(value: string): string {
  const plain = value.replace(/^'(.*)'$/, '$1');
  return plain.replace(/\$\{[A-Z_0-9]+(:[-?])([^}]*)\}/g, (_, kind, rest) =>
    kind === ':-' ? rest : 'secret',
  );
}
