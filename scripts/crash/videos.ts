import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../../engines/ffmpeg/index.ts';
import type { Account } from '../running-service/client.ts';

export type Video = {
  job_id: string;
  status: string;
  stage: string;
  progress: number;
  attempts: number;
  credits: number;
  duration_seconds: number | null;
  finished_at: string | null;
  error: string | null;
};

const run = promisify(execFile);

export async function requestVideo(
  url: string,
  account: Account,
  requestId: string,
  text: string,
): Promise<string> {
  const response = await fetch(`${url}/api/v1/avatar`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.key}`,
      'content-type': 'application/json',
      'x-request-id': requestId,
    },
    body: JSON.stringify({ text: text.trim() }),
  });
  if (response.status !== 202) throw new Error(`avatar: ${response.status} ${await response.text()}`);
  return ((await response.json()) as Video).job_id;
}

export async function readVideo(url: string, account: Account, id: string): Promise<Video> {
  const headers = { authorization: `Bearer ${account.key}` };
  const response = await fetch(`${url}/api/v1/jobs/${id}`, { headers });
  if (!response.ok) throw new Error(`job: ${response.status} ${await response.text()}`);
  return (await response.json()) as Video;
}

/** Seconds of video that actually decode. */
export async function secondsOf(url: string, account: Account, { job_id: id }: Video): Promise<number> {
  const headers = { authorization: `Bearer ${account.key}` };
  const response = await fetch(`${url}/api/v1/jobs/${id}/output`, { headers });
  const folder = await mkdtemp(join(tmpdir(), 'video-'));
  try {
    const path = join(folder, 'video.mp4');
    await writeFile(path, Buffer.from(await response.arrayBuffer()));
    const ffmpeg = (await findFfmpeg(process.env.FFMPEG_PATH, process.env)) ?? 'ffmpeg';
    const args = ['-nostdin', '-v', 'error', '-stats', '-i', path, '-map', '0:v', '-f', 'null', '-'];
    const { stderr } = await run(ffmpeg, args);
    const frames = Number(/frame=\s*(\d+)[^\r]*$/.exec(stderr.trim())?.[1]);
    return frames / 25;
  } finally {
    await rm(folder, { recursive: true });
  }
}
