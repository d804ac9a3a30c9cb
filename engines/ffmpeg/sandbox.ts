import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { lstat, readlink, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { withScratchFolder } from '../../src/platform/scratch.ts';
import { findProgram } from './find-ffmpeg.ts';

/** bubblewrap with what every run of ffmpeg may see. The files of one run follow. */
export type Sandbox = readonly string[];

/** Why there is none is for the operator. */
export type OpenedSandbox = { sandbox: Sandbox; problem: null } | { sandbox: null; problem: string };

/** No network, no other processes, no privileges, an empty file system; ffmpeg dies with the process that started it. */
const ALONE = ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', '--clearenv'];
/** Versions before 0.8 lack it. It keeps ffmpeg from reaching the parts of the kernel that only namespaces offer. */
const NO_FURTHER_NAMESPACES = ['--unshare-user', '--disable-userns'];
/** Where systems keep what a dynamically linked ffmpeg loads. */
const LIBRARIES = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/nix/store'],
  ...['/etc/ld.so.cache', '/etc/alternatives'],
];
const TRIAL_MS = 30_000;

/**
 * Opens the best sandbox that works here, which only a trial shows: bubblewrap may be installed where the kernel, a
 * container or a security module forbids namespaces. `hidden` are folders that no library needs.
 */
export async function openSandbox(
  ffmpeg: string,
  { hidden, env }: { hidden: readonly string[]; env: NodeJS.ProcessEnv },
): Promise<OpenedSandbox> {
  const bwrap = await findProgram('bwrap', env);
  if (!bwrap) return { sandbox: null, problem: 'bwrap was not found' };
  const seen = await visibleFiles(ffmpeg, hidden);
  let problem = '';
  for (const walls of [[...ALONE, ...NO_FURTHER_NAMESPACES], ALONE]) {
    const sandbox = [bwrap, ...walls, ...seen];
    problem = await tryOut(sandbox, ffmpeg);
    if (problem === '') return { sandbox, problem: null };
  }
  return { sandbox: null, problem };
}

/** The command that runs ffmpeg with these arguments and shows it the files that they name, and no others. */
export function inSandbox(sandbox: Sandbox, ffmpeg: string, args: readonly string[]): string[] {
  const binds = filesIn(args).flatMap(({ path, written }) => {
    if (!written) return ['--ro-bind', path, path];
    // Files by a pattern have a folder of their own.
    if (/%\d*d/.test(basename(path))) return ['--bind', dirname(path), dirname(path)];
    // Only what exists can be shown.
    closeSync(openSync(path, 'a'));
    return ['--bind', path, path];
  });
  return [...sandbox, ...binds, '--', ffmpeg, ...args];
}

/** ffmpeg gets every file with its protocol, and `-i` before those that it reads. */
function filesIn(args: readonly string[]): { path: string; written: boolean }[] {
  return args.flatMap((arg, i) =>
    arg.startsWith('file:') ? [{ path: arg.slice('file:'.length), written: args[i - 1] !== '-i' }] : [],
  );
}

async function visibleFiles(ffmpeg: string, hidden: readonly string[]): Promise<string[]> {
  const folders = new Set([...LIBRARIES, join(dirname(await realpath(ffmpeg)), '../lib')]);
  const shown = await Promise.all([...folders].map(showing));
  const present = await Promise.all(hidden.map((path) => realpath(path).catch(() => [])));
  const covered = present.flat().filter((path) => [...folders].some((folder) => isInside(path, folder)));
  return [...shown.flat(), ...covered.flatMap((path) => ['--tmpfs', path]), '--ro-bind', ffmpeg, ffmpeg];
}

/** A link stays one, so that what is hidden is hidden under each of its names. */
async function showing(path: string): Promise<string[]> {
  const found = await lstat(path).catch(() => null);
  if (!found) return [];
  return found.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

/** The problem, or an empty text. It must read the file that it is shown, and not the one beside it. */
function tryOut(sandbox: Sandbox, ffmpeg: string): Promise<string> {
  return withScratchFolder(async (folder) => {
    const shown = join(folder, 'shown.pcm');
    const beside = join(folder, 'beside.pcm');
    const bytes = Buffer.from('two bytes a sample');
    await Promise.all([shown, beside].map((path) => writeFile(path, bytes)));
    const [asked, stolen] = await Promise.all([
      run(inSandbox(sandbox, ffmpeg, copyArguments(shown))),
      run([...sandbox, '--ro-bind', shown, shown, '--', ffmpeg, ...copyArguments(beside)]),
    ]);
    if (!asked.stdout.equals(bytes)) return asked.complaint || 'ffmpeg does not read its file in there';
    return stolen.stdout.length > 0 ? 'files beside the one that it is shown are visible in there' : '';
  });
}

function copyArguments(path: string): string[] {
  const input = ['-nostdin', '-v', 'error', '-f', 's16le', '-ar', '8000', '-ac', '1', '-i', `file:${path}`];
  return [...input, '-c', 'copy', '-f', 's16le', 'pipe:1'];
}

function run([program = '', ...args]: string[]): Promise<{ stdout: Buffer; complaint: string }> {
  const options = { env: {}, timeout: TRIAL_MS, killSignal: 'SIGKILL', encoding: 'buffer' } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const [said = ''] = stderr.toString().trim().split('\n');
      resolve({ stdout, complaint: said || (error?.killed ? 'it did not answer' : '') });
    });
  });
}
