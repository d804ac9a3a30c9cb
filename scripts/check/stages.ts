import { globSync } from 'node:fs';
import { delimiter } from 'node:path';
import { usesFfmpeg } from './uses-ffmpeg.ts';

export type Stage = {
  name: string;
  files: string[];
  /** Files that share a process. */
  groupSize: number;
  env: NodeJS.ProcessEnv;
};

/** What this machine has, and parts of the paths that are wanted: none means all. */
export type Wanted = {
  postgresUrl: string | undefined;
  chromium: boolean;
  apertium: boolean;
  /** For the worker in Python. */
  python: boolean;
  ffmpeg: boolean;
  /** A folder with the packaged ffmpeg, which starts in a fifth of the time of one that loads two hundred libraries. */
  quickFfmpeg: string | undefined;
  wanted: string[];
};

const FOLDERS = '{src,engines,tests,packages,web,bench,scripts}';
/**
 * What runs on PGlite, too, where there is a server: every statement that moves money or hands out work, and the database itself.
 * Routes and whole promises need one of the two. That no query waits for its own transaction, which only PGlite would show,
 * `testing-guard.ts` finds on a server.
 */
const ON_BOTH = /^(src\/(money|platform|work\/jobs)|tests\/keeping)\//;
/** Hundreds of random cases, which test what the code does with any of them. */
const RANDOM_CASES = /-properties\.db|mutated-payloads/;

/** The longest first, so that the short ones fill the gaps at the end. */
export function planStages({
  postgresUrl,
  chromium,
  apertium,
  python,
  ffmpeg,
  quickFfmpeg,
  wanted,
}: Wanted): Stage[] {
  const all = globSync(`${FOLDERS}/**/*.test.ts`, { exclude: ['**/node_modules/**'] }).sort();
  const files = all
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .filter((file) => ffmpeg || !usesFfmpeg(file))
    .filter((file) => python || !file.includes('/python-'));
  const endingIn = (kind: string) => files.filter((file) => file.endsWith(`.${kind}.test.ts`));
  const { TEST_DATABASE_URL: _, ...plain } = process.env;
  // What calls ffmpeg has unit tests, which run on the system's, as a service that finds one does.
  const env = quickFfmpeg ? { ...plain, PATH: [quickFfmpeg, plain.PATH].join(delimiter) } : plain;
  const databases = endingIn('db');
  const onPglite = postgresUrl
    ? databases.filter((file) => ON_BOTH.test(file) && !RANDOM_CASES.test(file))
    : databases;
  return [
    // In two processes, because the files of a process share a service with its engines, and a browser.
    { name: 'console in a browser', files: chromium ? endingIn('browser') : [], groupSize: 10, env },
    {
      name: 'engines with their real weights',
      files: endingIn('engine').filter((file) => apertium || !file.includes('/apertium.')),
      // The files of a process share the engines, which take as long to start as a test.
      groupSize: 25,
      env,
    },
    {
      name: 'database: PostgreSQL',
      files: postgresUrl ? databases : [],
      groupSize: 70,
      env: { ...env, TEST_DATABASE_URL: postgresUrl },
    },
    { name: 'database: PGlite', files: onPglite, groupSize: 60, env },
    { name: 'slow unit', files: endingIn('slow'), groupSize: 16, env: plain },
    {
      name: 'unit',
      files: files.filter((file) => !/\.(db|engine|browser|slow)\.test/.test(file)),
      groupSize: 110,
      env: plain,
    },
  ];
}

/** Dealt out like cards: neighbours in a folder take alike long, and a group of the longest would end last and alone. */
export function groupsOf({ files, groupSize }: Stage): string[][] {
  const count = Math.ceil(files.length / groupSize);
  return Array.from({ length: count }, (_, i) => files.filter((_, n) => n % count === i));
}
