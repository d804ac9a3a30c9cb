import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackPackage } from '../debian-package.ts';
import { PEOPLE, type Person } from './people.ts';

const run = promisify(execFile);
const RATE = 16_000;
/** `a` is matched, `b` is compared with, and `more` is fitted: as much as a customer would upload. */
const CLONED_SECONDS = { a: 20, b: 20, more: 75 };
const MIN_SECONDS = 8;
const GAP = Buffer.alloc(2 * Math.round(0.2 * RATE));

/**
 * Writes NAME-a.wav, NAME-more.wav, which starts with the same audio and continues, and NAME-b.wav, with other words,
 * unless they exist. Needs apt and ffmpeg.
 */
export async function fetchPeople(
  folder: string,
  people: readonly Person[] = PEOPLE,
  maxSeconds: Record<string, number> = CLONED_SECONDS,
): Promise<void> {
  await mkdir(join(folder, 'packages'), { recursive: true });
  for (const person of people) {
    const fileOf = (name: string): string => join(folder, `${person.name}-${name}.wav`);
    const missing = Object.keys(maxSeconds).filter((name) => !existsSync(fileOf(name)));
    if (missing.length === 0) continue;
    const paths = await filesOf(person, await unpackPackage(person.package, join(folder, 'packages')));
    const half = paths.length >> 1;
    for (const name of missing) {
      const some = spread(name === 'b' ? paths.slice(half) : paths.slice(0, half));
      const sound = await record(some, maxSeconds[name] ?? 0);
      if (sound.length < 2 * RATE * MIN_SECONDS)
        throw new Error(`${person.name} has only ${sound.length / 2 / RATE} s`);
      await writeFile(fileOf(name), waveFile(sound));
    }
  }
}

async function filesOf({ files, minBytes = 0 }: Person, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => files.test(path));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return paths.filter((_, i) => (sizes[i] ?? 0) > minBytes).sort();
}

/** Reorders the list, always in the same way, so that the first paths come from all over it. */
function spread(paths: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(paths.length / 12));
  return Array.from({ length: step }, (_, first) => paths.filter((_, i) => i % step === first)).flat();
}

async function record(paths: readonly string[], maxSeconds: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for (const path of paths) {
    if (length >= 2 * RATE * maxSeconds) break;
    const sound = await decode(path);
    parts.push(sound, GAP);
    length += sound.length + GAP.length;
  }
  return Buffer.concat(parts).subarray(0, 2 * RATE * maxSeconds);
}

async function decode(path: string): Promise<Buffer> {
  const options = ['-v', 'error', '-i', path, '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'];
  const { stdout } = await run('ffmpeg', options, { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 });
  return stdout;
}

function waveFile(sound: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(2 * RATE, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}
