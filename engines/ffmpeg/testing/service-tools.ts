import { findFfmpeg, findPrlimit } from '../find-ffmpeg.ts';
import { openSandbox } from '../sandbox.ts';
import type { FfmpegTools } from '../start-ffmpeg.ts';

const opened = new Map<string, ReturnType<typeof openSandbox>>();

/** Tries a sandbox once per process: the trial starts ffmpeg twice. */
export const openSandboxOnce: typeof openSandbox = (ffmpeg, options) => {
  const key = `${ffmpeg} ${options.env.PATH}`;
  const found = opened.get(key) ?? openSandbox(ffmpeg, options);
  opened.set(key, found);
  return found;
};

/** Finds the tools that a service would use on this machine. */
export async function findServiceTools(): Promise<FfmpegTools> {
  const { env } = process;
  const ffmpeg = await findFfmpeg(env.FFMPEG_PATH, env);
  const { sandbox } = ffmpeg ? await openSandboxOnce(ffmpeg, { hidden: [], env }) : { sandbox: null };
  return { ffmpeg, prlimit: await findPrlimit(env), sandbox };
}
