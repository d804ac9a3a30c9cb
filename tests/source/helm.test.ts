import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { parse } from 'yaml';
import { JOB_KINDS } from '../../src/main/job-kinds.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { isPublicAddress } from '../../src/platform/safe-fetch/judge-address.ts';
import { chartFile, chartText, fitValues } from '../support/chart.ts';
import { textOf } from '../support/image-files.ts';
import { finishSeconds, knownSettings, leaseSeconds } from '../support/known-settings.ts';
import { type DockerProfile, plainSeccomp } from '../support/plain-seccomp.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TEMPLATES = readdirSync(join(ROOT, 'deploy/helm/vox-humana/templates'));
const templates = TEMPLATES.map((name) => chartText(`templates/${name}`)).join('\n');
const all = (pattern: RegExp, text = templates): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
];

test('the values of the chart fit their schema, and so does a URL', () => {
  assert.deepEqual(fitValues({}), []);
  assert.deepEqual(fitValues({ publicUrl: 'https://voice.example.com' }), []);
});

test('the examples of the README of the chart fit the schema', () => {
  const examples = [...chartText('README.md').matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(
    ([, text = '']) => text,
  );
  assert.equal(examples.length, 3);
  for (const example of examples) assert.deepEqual(fitValues(parse(example) as object), [], example);
});

test('a secret cannot be a value of the chart', () => {
  const secrets = [...knownSettings()].filter((name) =>
    /SECRET|PASSPHRASE|KEY|DATABASE_URL|SMTP_URL|_TOKEN$|PROVD_LOGIN/.test(name),
  );
  assert.ok(secrets.length > 25);
  for (const name of secrets) assert.notDeepEqual(fitValues({ settings: { [name]: 'x' } }), [], name);
  const others = ['MAIL_FROM', 'LLM_MAX_OUTPUT_TOKENS', 'LOG_LEVEL', 'HOST', 'PROVENANCE_CERTIFICATES'];
  for (const name of others) assert.deepEqual(fitValues({ settings: { [name]: 'x' } }), [], name);
});

test('the chart sets only what the program knows, and what production needs', () => {
  const environment = chartText('templates/_environment.tpl');
  const named = all(/(?:- name: |"name" "|list |" )"?([A-Z][A-Z0-9_]+)"?/g, environment);
  const listed = all(/"([A-Z][A-Z0-9_]+)"/g, environment);
  const names = [...new Set([...named, ...listed])];
  assert.ok(names.length > 15, names.join());
  const known = knownSettings();
  for (const name of names) assert.ok(known.has(name), name);
  const env = Object.fromEntries(names.map((name) => [name, 's'.repeat(32)]));
  const own = { NODE_ENV: 'production', PUBLIC_URL: 'https://voice.example.com', TRUST_PROXY: '1' };
  const numbers = { DRAIN_SECONDS: '15', JOB_CONCURRENCY: '0', SPEECH_PROCESSES: '1' };
  const places = { DATABASE_URL: 'postgres://vox@db/vox', S3_ENDPOINT: 'https://s3.example.com' };
  const config = parseConfig({ ...env, ...own, ...numbers, ...places, DATA_KEYS: `2026:${'d'.repeat(32)}` });
  assert.ok(config.production);
});

test('probes, ports, commands and times of the chart are those of the program', () => {
  const routes = textOf('src/site/health/index.ts');
  const paths = all(/httpGet: \{ path: (\/\S+),/g);
  assert.deepEqual(paths.sort(), ['/api/health', '/api/live']);
  for (const path of paths) assert.ok(routes.includes(`app.get('${path}'`), path);
  assert.deepEqual(all(/(?:containerPort|TCP, port): (\d+)/g), [String(parseConfig({}).port)]);
  const commands = all(/args: \[([a-z-]+)/g);
  assert.deepEqual(commands.sort(), ['create-bucket', 'migrate', 'serve', 'worker']);
  for (const command of commands) assert.ok(existsSync(join(ROOT, `src/main/${command}.ts`)), command);
  const [after = ''] = all(/add \.Values\.api\.drainSeconds (\d+)/g);
  assert.ok(Number(after) > finishSeconds());
  const { workerDefaults } = chartFile('values.yaml') as {
    workerDefaults: { terminationGracePeriodSeconds: number };
  };
  assert.ok(workerDefaults.terminationGracePeriodSeconds > Math.max(leaseSeconds(), finishSeconds()));
});

test('the pools of the chart are for kinds of jobs that there are', () => {
  const { workers } = chartFile('values.yaml') as { workers: { capabilities: string[] }[] };
  const kinds = new Set<string>(JOB_KINDS.all.map(({ name }) => name));
  for (const capability of workers.flatMap(({ capabilities }) => capabilities))
    assert.ok(kinds.has(capability.split(':')[0] ?? ''), capability);
});

test('the network policy lets the service reach exactly the addresses that it calls public', () => {
  const policy = chartText('templates/_network.tpl');
  const excepted = all(/^ {6}- ([0-9a-f.:]+\/\d+)$/gm, policy).map((range) => ipaddr.parseCIDR(range));
  const isReached = (text: string): boolean => {
    const address = ipaddr.parse(text);
    return !excepted.some((range) => range[0].kind() === address.kind() && address.match(range));
  };
  for (let high = 0; high < 256; high += 1)
    for (let low = 0; low < 256; low += 1) agrees(`${high}.${low}.1.1`);
  for (const [address] of excepted) agrees(address.toString());
  for (const net of ['192.0.0', '192.0.2', '192.31.196', '192.52.193', '192.88.99', '192.175.48'])
    agrees(`${net}.9`);
  for (const address of ['198.51.100.9', '203.0.113.9', '168.63.129.16', '168.63.129.17', '2606:4700::1111'])
    agrees(address);
  for (const address of [
    '2001:2::1',
    '2001:4:112::1',
    '2001:20::1',
    '2620:4f:8000::1',
    '3fff::1',
    '2001:200::1',
  ])
    agrees(address);

  function agrees(address: string): void {
    assert.equal(isReached(address), isPublicAddress(address), address);
  }
});

test('the seccomp profile of the chart is that of the image, without what Kubernetes does not read', () => {
  const image = JSON.parse(textOf('deploy/image/seccomp.json')) as DockerProfile;
  const written = chartText('files/seccomp.json');
  assert.deepEqual(JSON.parse(written), plainSeccomp(image));
  assert.doesNotMatch(written, /includes|excludes|archMap|minKernel/);
  for (const name of ['reboot', 'bpf', 'init_module', 'setns'])
    assert.ok(!written.includes(`"${name}"`), name);
});

test('the chart belongs to this version, and its README names every value', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  assert.equal(chartFile('Chart.yaml').appVersion, version);
  const readme = chartText('README.md');
  const values = chartFile('values.yaml');
  const names = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : [name],
  );
  assert.ok(names.length > 50);
  assert.deepEqual(
    names.filter((name) => !readme.includes(`\`${name}\``)),
    [],
  );
});
