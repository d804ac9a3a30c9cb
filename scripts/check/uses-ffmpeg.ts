import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g;
/** A test that looks for the ffmpeg of this machine itself. */
const LOOKS_FOR_FFMPEG = /\bfindFfmpeg\b[^;]*from '\.\.[^']*\/ffmpeg\/index\.ts'/;
/** Other tests find it by these, for themselves or for the service that they open. */
const FINDS_FFMPEG = resolve(import.meta.dirname, '../../engines/ffmpeg/testing');

const known = new Map<string, readonly string[]>();

/** Whether a test file, or something that it imports, looks for ffmpeg. */
export function usesFfmpeg(file: string): boolean {
  if (LOOKS_FOR_FFMPEG.test(readFileSync(file, 'utf8'))) return true;
  const files = new Set([resolve(file)]);
  // A set also yields what is added while it is read.
  for (const one of files) for (const imported of importsOf(one)) files.add(imported);
  return [...files].some((one) => dirname(one) === FINDS_FFMPEG);
}

/** Samples of code in a text look like imports of files that are not there. */
function importsOf(file: string): readonly string[] {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

function readImports(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(IMPORT);
  return [...specifiers]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((path) => existsSync(path));
}
