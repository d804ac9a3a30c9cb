/** Writes docs/guides/cli.md by running the command against the real service. `npm run guide:cli`, some minutes. */
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startService } from '../running-service/service-process.ts';
import { ANNA, CHECKS } from './agent.ts';
import { CONCLUSION, INTRODUCTION, SECTIONS, type Step } from './sections.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PASSWORD = 'a password that is long enough';
const MOST_LINES = 14;
/** Stands for the program that a developer writes, at `localhost:3000` in the guide. */
const RECEIVER_PORT = 38_217;

const folder = await mkdtemp(join(tmpdir(), 'vox-guide-'));
const [bin, work, dataDir] = ['bin', 'work', 'data'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
await Promise.all([mkdir(bin), mkdir(work)]);
const service = await startService({ dataDir });
const receiver = spawn(process.execPath, [
  '-e',
  `require('node:http').createServer((_, response) => response.end()).listen(${RECEIVER_PORT})`,
]);
try {
  await prepare();
  const sections = SECTIONS.map(({ title, text, steps, after }) =>
    [`## ${title}`, text, ['```console', ...steps.map(transcribe), '```'].join('\n'), after ?? '']
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  const page = [INTRODUCTION, ...sections, CONCLUSION].join('\n\n');
  await writeFile(join(ROOT, 'docs/guides/cli.md'), page);
} finally {
  receiver.kill();
  await service.stop();
  await rm(folder, { recursive: true });
}

/** The files and accounts that the guide speaks of. */
async function prepare(): Promise<void> {
  await symlink(join(ROOT, 'vox'), join(bin, 'vox'));
  await writeFile(join(work, 'password.txt'), PASSWORD);
  const lines = [
    { request_id: 'welcome', payload: { text: 'Welcome.' } },
    { request_id: 'goodbye', payload: { text: 'Goodbye.' } },
  ];
  await writeFile(join(work, 'films.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await writeFile(join(work, 'anna.json'), JSON.stringify(ANNA));
  await writeFile(join(work, 'checks.json'), JSON.stringify(CHECKS));
  // A microphone that always says the same.
  const recorder = `#!/bin/sh\nfor path; do :; done\ncp ${join(work, 'hello.wav')} "$path"\nexec sleep 60\n`;
  await writeFile(join(bin, 'arecord'), recorder);
  await chmod(join(bin, 'arecord'), 0o755);
  await post('/api/auth', { action: 'signup', email: 'ann@example.com', password: PASSWORD });
  const { out } = bash('cat $VOX_LOCAL_DATA/demo-key');
  // Clones and batches need a plan. Outside production it is not paid for.
  await post('/api/billing/checkout', { plan: 'creator' }, { authorization: `Bearer ${out.trim()}` });
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
  const response = await fetch(`${service.url}${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

function transcribe(step: Step): string {
  const { run, lines } = typeof step === 'string' ? { run: step, lines: MOST_LINES } : step;
  const { out, code } = bash(run.replace('localhost:3000', `localhost:${RECEIVER_PORT}`));
  const shown = out.trimEnd().split('\n');
  const body = shown.length > lines ? [...shown.slice(0, lines), '…'] : shown;
  const exit = code === 0 ? [] : [`# exit code ${code}`];
  process.stderr.write(`$ ${run}\n${out}`);
  return [`$ ${run}`, ...body.filter((line) => line !== ''), ...exit].map(tidy).join('\n');
}

/** Removes keys, and names the folders that a reader has. */
function tidy(line: string): string {
  return line
    .replace(/sk_live_\w{8,}/g, 'sk_live_…')
    .replaceAll(folder, '~')
    .replaceAll(`localhost:${RECEIVER_PORT}`, 'localhost:3000')
    .replace(/whsec_\S{8,}/g, 'whsec_…')
    .replaceAll(service.url, 'http://127.0.0.1:8080')
    .trimEnd();
}

function bash(command: string): { out: string; code: number | null } {
  const { PATH } = process.env;
  const { stdout, status } = spawnSync('bash', ['-c', `{ ${command}; } 2>&1`], {
    cwd: work,
    encoding: 'utf8',
    env: {
      PATH: `${bin}:${PATH}`,
      HOME: folder,
      VOX_LOCAL_DATA: dataDir,
      // There is no loudspeaker where this runs.
      SDL_AUDIODRIVER: 'dummy',
    },
  });
  return { out: stdout, code: status };
}
