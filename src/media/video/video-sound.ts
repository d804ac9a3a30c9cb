import { join } from 'node:path';
import type { DecodeToFile } from '../../../engines/ffmpeg/index.ts';
import {
  findLipsyncModel,
  LIPS_RATE,
  type LipsEngine,
  type MouthTrack,
  type SampleSource,
  SpeechTracker,
  sampleFile,
  trackFromAudio,
  trackFromLips,
  withMouthForm,
} from '../../../engines/lipsync/index.ts';
import { isRemote, readAnySpeaker, type SpeechEngine } from '../../../engines/speech/index.ts';
import { type CaptionWord, Timeline } from '../speech/index.ts';
import { speakScript } from './speak-script.ts';
import { openSpeechFiles } from './speech-files.ts';
import type { Script, VideoRequest } from './video-request.ts';

export type SoundEngines = { engine: SpeechEngine; lips: LipsEngine; decodeToFile: DecodeToFile };

/** The audio of a video and its mouth track. */
export type VideoSound = { path: string; mouth: MouthTrack; words: CaptionWord[] };

/** Samples go to `folder`, because the audio of a long video may not fit in memory. */
type Making = { folder: string; maxSeconds: number; neural: boolean; signal: AbortSignal };

export function isNeural({ lipsync_model: name }: Pick<VideoRequest, 'lipsync_model'>): boolean {
  return findLipsyncModel(name)?.kind === 'neural';
}

/**
 * The phoneme times of our own speech are known. A neural model adds how far the mouth moves. Those of a remote voice are
 * not known, so the mouth follows the sound.
 */
export async function soundFromScript(
  engines: SoundEngines,
  script: Script,
  making: Making & { cutsOff: boolean; jobId: string; onSpoken(share: number): void },
): Promise<VideoSound> {
  const { sampleRate } = engines.engine.capabilities;
  const tracker = new SpeechTracker(sampleRate);
  const timeline = new Timeline(script.text, sampleRate);
  const files = await openSpeechFiles(making.folder, sampleRate);
  const { path } = files;
  let heard: SampleSource;
  try {
    for await (const chunk of speakScript(engines.engine, script, making)) {
      await files.add(chunk.samples);
      tracker.add(chunk);
      timeline.add(chunk);
      making.onSpoken(chunk.end / script.text.length);
    }
    heard = await files.end();
  } finally {
    await files.close();
  }
  const { words } = timeline;
  if (script.speaker && isRemote(readAnySpeaker(script.speaker)))
    return { ...(await soundFromFile(engines, path, making)), words };
  const track = tracker.track();
  if (!making.neural) return { path, mouth: track, words };
  return { path, mouth: withMouthForm(track, await engines.lips.analyse(heard, making)), words };
}

/** The mouth track comes from the audio itself, because its text is unknown. */
export async function soundFromFile(
  engines: SoundEngines,
  path: string,
  making: Making,
): Promise<VideoSound> {
  return { path, mouth: await mouthFromFile(engines, path, making), words: [] };
}

/** The movement of a mouth that says what is heard in the file. */
export async function mouthFromFile(
  engines: Pick<SoundEngines, 'lips' | 'decodeToFile'>,
  path: string,
  making: Making,
): Promise<MouthTrack> {
  const samples = await decoded(engines, path, making);
  return making.neural
    ? trackFromLips(await engines.lips.analyse(samples, making), samples)
    : trackFromAudio(samples, LIPS_RATE);
}

/** Decodes to 16 kHz. The length is what was decoded, whatever the file claims. */
async function decoded(
  { decodeToFile }: Pick<SoundEngines, 'decodeToFile'>,
  path: string,
  { folder, maxSeconds, signal }: Making,
): Promise<SampleSource> {
  const target = join(folder, 'sound.f32');
  const { samples } = await decodeToFile(path, { target, maxSeconds, signal });
  return sampleFile(target, samples);
}
