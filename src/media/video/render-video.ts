import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIPSYNC_MODELS, type LipsEngine } from '../../../engines/lipsync/index.ts';
import { languageOrEnglish } from '../../../engines/speech/index.ts';
import type { Background, Picture, VideoEngine } from '../../../engines/video/index.ts';
import {
  type Assignment,
  type JobRunner,
  type MadeOutput,
  type RunResult,
  UnreadableRequest,
} from '../../work/workers/index.ts';
import { captionsFor, toVtt } from '../speech/index.ts';
import { videoSeconds } from './video-length.ts';
import { cutsOff, readVideoRequest, type VideoRequest } from './video-request.ts';
import {
  isNeural,
  type SoundEngines,
  soundFromFile,
  soundFromScript,
  type VideoSound,
} from './video-sound.ts';

type Engines = SoundEngines & {
  video: VideoEngine;
  /** Whether the speech engine reaches the workers that speak remote voices. */
  hasRemoteVoices?: boolean;
};

/** A worker needs this capability to speak a remote voice itself. */
export const REMOTE_VOICES = 'remote-voices';
/** A worker needs this one to show that a film was made with AI. */
export const PICTURE_LABELS = 'picture-labels';

/** Share of the progress for synthesizing the script. */
const SPEAKING_SHARE = 0.25;

/** Renders `video` jobs with the lip-sync models whose weights are installed. */
export function createVideoRunner(engines: Engines): JobRunner {
  return {
    kind: 'video',
    capabilities: [
      'video',
      PICTURE_LABELS,
      ...lipsyncCapabilities(engines.lips),
      ...remoteVoiceCapabilities(engines),
    ],
    run: (assignment) => renderVideo(engines, assignment),
  };
}

/** The models of our own whose weights are installed. */
export function lipsyncCapabilities(lips: Pick<LipsEngine, 'status'>): string[] {
  const hasWeights = lips.status() !== 'absent';
  return LIPSYNC_MODELS.filter(({ builtIn, kind }) => builtIn && (hasWeights || kind === 'procedural')).map(
    ({ name }) => `lipsync:${name}`,
  );
}

export function remoteVoiceCapabilities({ hasRemoteVoices }: Pick<Engines, 'hasRemoteVoices'>): string[] {
  return hasRemoteVoices ? [REMOTE_VOICES] : [];
}

/** Makes the audio, reserves what it costs, then renders: no frame is drawn beyond the plan's limit or without payment. */
async function renderVideo(engines: Engines, assignment: Assignment): Promise<RunResult> {
  const request = readVideoRequest(assignment.request);
  const { jobId, folder, signal, progress } = assignment;
  const picture = pictureOf(request.picture, assignment);
  const speakingShare = request.script ? SPEAKING_SHARE : 0;
  const onSpoken = (share: number) => progress({ stage: 'speaking', progress: share * speakingShare });
  const making = { folder, signal, maxSeconds: request.max_seconds, neural: isNeural(request) };
  // What fails here fails again, and is told, when the film is rendered.
  const ready = Promise.allSettled([
    engines.video.prepare({ picture, height: request.height }, { signal }),
    making.neural && engines.lips.warm(),
  ]);
  const sound = request.script
    ? await soundFromScript(engines, request.script, {
        ...making,
        jobId,
        cutsOff: cutsOff(request),
        onSpoken,
      })
    : await soundFromFile(engines, inputOf(assignment, 'sound'), making);
  await ready;
  await assignment.reserve({ video_second: expectedSeconds(request, sound) });
  const video = await engines.video.render(
    {
      picture,
      audioPath: sound.path,
      mouth: sound.mouth,
      height: request.height,
      audioKbps: request.audio_kbps,
      maxSeconds: request.max_seconds,
      label: request.label,
      folder,
    },
    {
      signal,
      onProgress: (stage, share) =>
        progress({ stage, progress: speakingShare + share * (1 - speakingShare) }),
    },
  );
  const { durationSeconds, width, height } = video;
  const outputs: MadeOutput[] = [
    { name: 'video', contentType: 'video/mp4', path: video.videoPath },
    { name: 'thumbnail', contentType: 'image/jpeg', path: video.thumbnailPath },
    ...(await captionsOf(request, sound, { folder, durationSeconds })),
  ];
  return { outputs, measured: { video_second: durationSeconds }, durationSeconds, width, height };
}

/** An estimate. The actual length of the clip is settled at the end. */
function expectedSeconds({ picture, max_seconds: most }: VideoRequest, { mouth }: VideoSound): number {
  const clip =
    picture.kind === 'video' && picture.clip_seconds !== undefined
      ? { seconds: picture.clip_seconds, syncMode: picture.sync_mode }
      : undefined;
  return Math.min(videoSeconds(mouth.durationSeconds, clip), most ?? Number.POSITIVE_INFINITY);
}

function inputOf({ inputs }: Assignment, name: string): string {
  const path = inputs.get(name);
  if (path === undefined) throw new UnreadableRequest(`the input ${name} is missing`);
  return path;
}

function pictureOf(picture: VideoRequest['picture'], assignment: Assignment): Picture {
  switch (picture.kind) {
    case 'presenter': {
      const background = backgroundOf(picture.background, assignment);
      return { kind: 'presenter', presenterId: picture.presenter_id, background };
    }
    case 'image':
      return { kind: 'image', path: inputOf(assignment, picture.input), face: picture.face };
    case 'video': {
      const path = inputOf(assignment, picture.input);
      return { kind: 'video', path, face: picture.face, syncMode: picture.sync_mode };
    }
  }
}

type RequestedBackground = Extract<VideoRequest['picture'], { kind: 'presenter' }>['background'];

function backgroundOf(background: RequestedBackground, assignment: Assignment): Background {
  return background.kind === 'image'
    ? { kind: 'image', path: inputOf(assignment, background.input) }
    : background;
}

async function captionsOf(
  { script, label }: VideoRequest,
  { words }: VideoSound,
  { folder, durationSeconds }: { folder: string; durationSeconds: number },
): Promise<MadeOutput[]> {
  if (!script) return [];
  const path = join(folder, 'captions.vtt');
  const note = label === undefined ? undefined : languageOrEnglish(label).disclosure.label;
  await writeFile(path, toVtt(captionsFor(script.text, words, durationSeconds), note));
  return [{ name: 'captions', contentType: 'text/vtt; charset=utf-8', path }];
}
