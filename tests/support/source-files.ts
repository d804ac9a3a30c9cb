import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const TEST = /\.test\.ts$|(^|\/)testing(-\w+)?(\/|\.ts$)/;

/** The files of the service and of its engines, tests and their support apart. Paths are relative to the root. */
export const sourceFiles = (): string[] =>
  ['src', 'engines'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => file.endsWith('.ts') && !TEST.test(file))
      .sort(),
  );

export const sourceText = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
