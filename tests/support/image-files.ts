import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
/** `new URL('…', import.meta.url)` and `join(import.meta.dirname, '…')`. */
const BESIDE = /new URL\(\s*['`](\.[^'`]*)['`],\s*(?:import\.meta\.url|HERE|base)\)/g;
const BELOW = /join\(import\.meta\.dirname,\s*'([^']+)'\)/g;

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What `docker build` is sent, by the rules of .dockerignore: the last line that matches a path or a folder above it decides. */
export function contextOf(dockerignore: string): (path: string) => boolean {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isSent: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (path) => {
    const above = path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'));
    const matching = rules.filter(({ pattern }) => above.some((folder) => pattern.test(folder)));
    return matching.at(-1)?.isSent ?? true;
  };
}

/** Docker's `*` matches names that begin with a dot, too. */
function patternOf(rule: string): RegExp {
  const escaped = rule.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))}$`);
}

export type Copied = { stage: string; from: string | null; path: string };

/** What the COPY lines of a Dockerfile name, with the stage that they are in. */
export function copiedBy(dockerfile: string): Copied[] {
  let stage = '';
  return dockerfile.split('\n').flatMap((line) => {
    const begun = /^FROM \S+(?: AS (\S+))?$/.exec(line);
    if (begun) stage = begun[1] ?? 'final';
    if (!line.startsWith('COPY ')) return [];
    const words = line.split(' ').slice(1);
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
    const paths = words.filter((word) => !word.startsWith('--')).slice(0, -1);
    return paths.map((path) => ({ stage, from, path }));
  });
}

/** The files that a program loads, directly and indirectly, and files and folders that they name beside themselves. */
export function filesReadBy(entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (path.endsWith('.ts') && statSync(join(ROOT, path)).isFile()) waiting.push(...namedBy(path));
  }
  return found;
}

function namedBy(path: string): string[] {
  const text = textOf(path);
  return [IMPORT, BESIDE, BELOW]
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
    .map((name) => name.replace(/\$\{.*/, ''))
    .map((name) => relative(ROOT, resolve(ROOT, dirname(path), name)))
    .filter((name) => existsSync(join(ROOT, name)));
}
