import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { restoreMigratedFolder } from '../../src/platform/database/testing.ts';
import { type ServiceProcess, startService } from '../running-service/service-process.ts';
import { readBlocks } from './read-guide.ts';
import { makeBin, type Runtime, runBlocks } from './run-guide.ts';

const GUIDES = join(import.meta.dirname, '../../docs/guides');
/** The files that a guide says it makes begin with these bytes; `at` is where. */
const BEGINNINGS: Record<string, { bytes: string; at: number }> = {
  '.wav': { bytes: 'RIFF', at: 0 },
  '.opus': { bytes: 'OggS', at: 0 },
  '.mp4': { bytes: 'ftyp', at: 4 },
  '.jpg': { bytes: '\u00ff\u00d8\u00ff', at: 0 },
  '.vtt': { bytes: 'WEBVTT', at: 0 },
  '.srt': { bytes: '1\n00:', at: 0 },
};

const can = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const pythonWith = (module: string) =>
  ['python3', '/usr/bin/python3'].find((python) => can(python, '-c', `import ${module}`)) ?? null;

const guides = (await readdir(GUIDES)).filter((name) => name.endsWith('.md'));

/** Each guide gets a key of its own, since a fast machine runs several within the minute that a key's rate limit is for. */
async function keysOfDemo(url: string): Promise<(name: string) => Promise<string>> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/api/auth', { action: 'demo' });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  return async (name) => {
    const created = await post('/api/keys', { name }, cookie.join('; '));
    assert.equal(created.status, 201);
    return ((await created.json()) as { api_key: string }).api_key;
  };
}

describe('the lines of the guides, with the real engines', () => {
  let service: ServiceProcess;
  let folder: string;
  let runtime: Omit<Runtime, 'key'>;
  let newKey: (name: string) => Promise<string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-guides-'));
    const bin = join(folder, 'bin');
    await makeBin(bin, can('jq', '--version'));
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await restoreMigratedFolder(dataDir);
    service = await startService({ dataDir, speechProcesses: 1 });
    newKey = await keysOfDemo(service.url);
    runtime = { server: service.url, python: pythonWith('requests'), bin };
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  for (const name of guides)
    test(name, async () => {
      const blocks = readBlocks(await readFile(join(GUIDES, name), 'utf8'));
      const wanted = blocks.filter(({ tag, language }) => {
        if (tag === 'skip') return false;
        const module = tag === 'openai' ? 'openai' : 'requests';
        if (language !== 'python' || pythonWith(module)) return true;
        console.log(`!! NOT TESTED: Python of ${name}. The package ${module} was not found.`);
        return false;
      });
      const place = join(folder, name);
      await mkdir(place);
      await runBlocks(wanted, place, { ...runtime, key: await newKey(name) });
      for (const file of await readdir(place)) await checkFile(join(place, file));
    });
});

async function checkFile(path: string): Promise<void> {
  const extension = extname(path);
  if (extension === '.json') return void JSON.parse(await readFile(path, 'utf8'));
  const beginning = BEGINNINGS[extension];
  if (extension === '.mp3') return assertMp3(await readFile(path));
  if (!beginning) return;
  const { bytes, at } = beginning;
  const content = await readFile(path);
  assert.equal(content.toString('latin1', at, at + bytes.length), bytes, path);
}

/** An ID3 tag, or the sync word of a frame. */
function assertMp3(content: Buffer): void {
  const isFrame = content[0] === 0xff && ((content[1] ?? 0) & 0xe0) === 0xe0;
  assert.ok(content.length > 1_000 && (isFrame || content.toString('latin1', 0, 3) === 'ID3'));
}
