import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findFfmpeg, findPrlimit, openSandbox } from '../../../../engines/ffmpeg/index.ts';
import {
  type Check,
  type Finding,
  fault,
  good,
  type Installation,
  orGood,
  reasonOf,
  warning,
} from '../check.ts';

const run = promisify(execFile);
const ANSWER_MS = 8_000;
/** The oldest that was tried. */
const LEAST_VERSION = 5;
/** What files of the API are encoded with. Some systems leave the patented ones out. */
const ENCODERS = ['aac', 'flac', 'libmp3lame', 'libopus', 'libvorbis', 'libx264'];
const INSTALL = 'Install ffmpeg (Debian: sudo apt-get install ffmpeg), or set FFMPEG_PATH.';

export const ffmpeg: Check = {
  id: 'ffmpeg',
  async run({ config, env }) {
    const path = await findFfmpeg(config.ffmpegPath, env);
    if (path === null && config.ffmpegPath)
      return [fault('FFMPEG_PATH names no program that can be run.', 'Correct FFMPEG_PATH, or unset it.')];
    if (path === null)
      return [fault('ffmpeg was not found: uploads, transcription, films and mp3 answer 503.', INSTALL)];
    const options = { env: {}, timeout: ANSWER_MS, killSignal: 'SIGKILL' } as const;
    try {
      const version = await run(path, ['-version'], options);
      const encoders = await run(path, ['-hide_banner', '-encoders'], options);
      return [...judgeFfmpeg(path, version.stdout, encoders.stdout), ...(await judgeLimits(env))];
    } catch (error) {
      return [fault(`${path} does not run (${firstLine(reasonOf(error))}).`, INSTALL)];
    }
  },
};

export function judgeFfmpeg(path: string, version: string, encoders: string): Finding[] {
  const name = /^ffmpeg version (\S+)/.exec(version)?.[1] ?? 'unknown';
  // Builds from a repository count their commits instead.
  const major = /^n?(\d+)\./.exec(name)?.[1];
  const found: Finding[] = [];
  if (major !== undefined && Number(major) < LEAST_VERSION)
    found.push(
      fault(
        `${path} is version ${name}; older ones than ${LEAST_VERSION} were not tried, and have known holes.`,
        INSTALL,
      ),
    );
  const has = new Set(encoders.split('\n').flatMap((line) => /^ [VAS]\S{5} (\S+)/.exec(line)?.[1] ?? []));
  const missing = ENCODERS.filter((encoder) => !has.has(encoder));
  if (missing.length > 0)
    found.push(
      fault(
        `${path} (${name}) cannot encode with ${missing.join(', ')}, so what needs that fails.`,
        'Install a complete build (Fedora: ffmpeg of RPM Fusion instead of ffmpeg-free), or set FFMPEG_PATH.',
      ),
    );
  return orGood(found, `${path} is version ${name} and has all encoders.`);
}

async function judgeLimits(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (await findPrlimit(env)) return [];
  return [
    warning(
      'prlimit was not found: a crafted file may take all memory and time of this machine.',
      'Install util-linux, or limit the whole service from outside.',
    ),
  ];
}

export const sandbox: Check = {
  id: 'sandbox',
  async run({ config, env }: Installation) {
    const path = await findFfmpeg(config.ffmpegPath, env);
    if (path === null) return [];
    const { problem } = await openSandbox(path, { hidden: [process.cwd(), config.dataDir], env });
    if (problem === null) return [good("ffmpeg reads customers' files in a sandbox.")];
    return [
      warning(
        `ffmpeg reads customers' files without a sandbox (${problem}): one that takes over a decoder reads DATA_DIR and uses the network.`,
        problem.startsWith('bwrap was not found')
          ? 'Run: sudo apt-get install bubblewrap'
          : 'Allow namespaces, on Ubuntu: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0. Containers: docs/guides/self-hosting.md.',
      ),
    ];
  },
};

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
