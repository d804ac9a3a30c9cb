import { availableParallelism } from 'node:os';
import { type Codec, createCodec } from '../../engines/codec/index.ts';
import {
  createDecoder,
  createFileDecoder,
  createGates,
  createProbe,
  type DecodeAudio,
  type DecodeToFile,
  type FfmpegTools,
  findFfmpeg,
  findPrlimit,
  type OpenedSandbox,
  openSandbox,
  type ProbeMedia,
} from '../../engines/ffmpeg/index.ts';
import type { Log } from '../platform/log.ts';

/** Everything that runs ffmpeg. Two gates limit its processes on this node: one for reading, one for encoding. */
export type MediaTools = {
  tools: FfmpegTools;
  codec: Codec;
  decodeAudio: DecodeAudio;
  decodeToFile: DecodeToFile;
  probeMedia: ProbeMedia;
};

export async function openMediaTools(
  { ffmpegPath, dataDir }: { ffmpegPath?: string | undefined; dataDir?: string },
  log: Log,
  env: NodeJS.ProcessEnv = process.env,
  tryToOpen: typeof openSandbox = openSandbox,
): Promise<MediaTools> {
  const ffmpeg = await findFfmpeg(ffmpegPath, env);
  const hidden = [process.cwd(), ...(dataDir === undefined ? [] : [dataDir])];
  const opened = ffmpeg ? await tryToOpen(ffmpeg, { hidden, env }) : null;
  const tools = { ffmpeg, prlimit: await findPrlimit(env), sandbox: opened?.sandbox ?? null };
  if (opened) announce(opened, log);
  if (!tools.ffmpeg)
    log.warn(
      'ffmpeg was not found: uploads, transcription, video and formats other than wav, pcm and opus answer 503. Install ffmpeg or set FFMPEG_PATH.',
    );
  if (!tools.prlimit)
    log.warn(
      'prlimit was not found: memory and CPU time of ffmpeg are not limited, so a crafted file can exhaust this machine. Install util-linux (prlimit is part of it), or limit the whole service from outside.',
    );
  const { reading, encoding } = createGates(availableParallelism());
  const readers = { ...tools, gate: reading };
  return {
    tools,
    codec: createCodec({ ...tools, gate: encoding }),
    decodeAudio: createDecoder(readers),
    decodeToFile: createFileDecoder(readers),
    probeMedia: createProbe(readers),
  };
}

function announce({ problem }: OpenedSandbox, log: Log): void {
  if (problem === null) return;
  log.warn(
    { problem },
    "ffmpeg reads customers' files without a sandbox: a crafted file that takes over a decoder can read DATA_DIR and use the network. Install bubblewrap and allow it namespaces (docs/guides/self-hosting.md says how), or accept it.",
  );
}
