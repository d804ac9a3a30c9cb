import { availableParallelism } from 'node:os';
import { type Codec, createCodec } from '../engines/codec/index.ts';
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
  type ProbeMedia,
} from '../engines/ffmpeg/index.ts';
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
  { ffmpegPath }: { ffmpegPath?: string | undefined },
  log: Log,
  env: NodeJS.ProcessEnv = process.env,
): Promise<MediaTools> {
  const tools = { ffmpeg: await findFfmpeg(ffmpegPath, env), prlimit: await findPrlimit(env) };
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
