import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CommandError } from './errors.ts';

type Recorder = { name: string; args(path: string): string[] };

/** The first one that is installed records mono at 16 kHz, which the models hear best. */
const RECORDERS: readonly Recorder[] = [
  { name: 'arecord', args: (path) => ['-q', '-f', 'S16_LE', '-r', '16000', '-c', '1', '-t', 'wav', path] },
  { name: 'rec', args: (path) => ['-q', '-c', '1', '-r', '16000', path] },
  {
    name: 'ffmpeg',
    args: (path) => ['-loglevel', 'error', '-y', ...microphone(), '-ac', '1', '-ar', '16000', path],
  },
];

function microphone(): string[] {
  return process.platform === 'darwin' ? ['-f', 'avfoundation', '-i', ':0'] : ['-f', 'alsa', '-i', 'default'];
}

/** A WAV file has this many bytes before its first sample. */
const HEADER_BYTES = 44;

/** Records the microphone into a WAV file until `stop` is called. */
export function startRecording(path: string, env: NodeJS.ProcessEnv) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const recorder = RECORDERS.find(({ name }) => folders.some((folder) => existsSync(join(folder, name))));
  if (!recorder)
    throw new CommandError('No recorder was found. Install alsa-utils (arecord), SoX or ffmpeg.');
  // The recorder has a group of its own, so that Ctrl-C reaches it only through `stop`, once.
  const child = spawn(recorder.name, recorder.args(path), {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  return {
    name: recorder.name,
    /** Ends well: each of them completes its file when it is interrupted. */
    stop: () => void child.kill('SIGINT'),
    ended: endOf(recorder.name, child, path),
  };
}

async function endOf(name: string, child: ChildProcess, path: string): Promise<void> {
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-500);
  });
  await once(child, 'close');
  // Their exit codes after an interrupt differ; what counts is whether there is sound.
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size > HEADER_BYTES) return;
  throw new CommandError(`${name} recorded nothing. ${complaint.trim().split('\n').at(-1) ?? ''}`.trim(), 1, [
    'Is there a microphone?',
  ]);
}
