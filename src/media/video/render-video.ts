import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIPSYNC_MODELS } from '../../engines/lipsync/index.ts';
import type { Background, Picture, VideoEngine } from '../../engines/video/index.ts';
import type { Assignment, JobRunner, MadeOutput, RunResult } from '../../work/workers/index.ts';
import { captionsFor, captionsUntil, toVtt } from '../speech/index.ts';
import { UnreadableWorkOrder } from './errors.ts';
import { type HearDeps, hearSound, type Sound, speakScript } from './make-sound.ts';
import { readWorkOrder, type VideoWorkOrder } from './work-order.ts';

/** Of the whole progress, where there is something to be said first. */
const SPEAKING_SHARE = 0.25;

/** Makes films of the kind `video` with the lip-sync models that this program has and whose weights are there. */
export function createVideoRunner(deps: HearDeps & { video: VideoEngine }): JobRunner {
  const hasWeights = deps.lips.status() !== 'absent';
  const models = LIPSYNC_MODELS.filter(({ here, kind }) => here && (hasWeights || kind === 'procedural'));
  return {
    kind: 'video',
    capabilities: ['video', ...models.map(({ name }) => `lipsync:${name}`)],
    run: (assignment) => renderVideo(deps, assignment),
  };
}

async function renderVideo(
  deps: HearDeps & { video: VideoEngine },
  assignment: Assignment,
): Promise<RunResult> {
  const order = readWorkOrder(assignment.request);
  const { folder, signal, progress } = assignment;
  const hearing = { folder, signal, lipsyncModel: order.lipsync_model };
  const share = order.script ? SPEAKING_SHARE : 0;
  const sound = order.script
    ? await speakScript(deps, order.script, hearing, (done) =>
        progress({ stage: 'speaking', progress: done * share }),
      )
    : await hearSound(deps, inputOf(assignment, 'sound'), hearing);
  const film = await deps.video.render(
    {
      picture: pictureOf(order.picture, assignment),
      audioPath: sound.path,
      mouth: sound.mouth,
      height: order.height,
      audioKbps: order.audio_kbps,
      folder,
    },
    { signal, onProgress: (stage, done) => progress({ stage, progress: share + done * (1 - share) }) },
  );
  const { durationSeconds, width, height } = film;
  const outputs: MadeOutput[] = [
    { name: 'video', contentType: 'video/mp4', path: film.videoPath },
    { name: 'thumbnail', contentType: 'image/jpeg', path: film.thumbnailPath },
    ...(await captionsOf(order, sound, { folder, durationSeconds })),
  ];
  return { outputs, measured: { video_second: durationSeconds }, durationSeconds, width, height };
}

function inputOf({ inputs }: Assignment, name: string): string {
  const path = inputs.get(name);
  if (path === undefined) throw new UnreadableWorkOrder(`the input ${name} is named and not there`);
  return path;
}

function pictureOf(picture: VideoWorkOrder['picture'], assignment: Assignment): Picture {
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

type OrderedBackground = Extract<VideoWorkOrder['picture'], { kind: 'presenter' }>['background'];

function backgroundOf(background: OrderedBackground, assignment: Assignment): Background {
  return background.kind === 'image'
    ? { kind: 'image', path: inputOf(assignment, background.input) }
    : background;
}

async function captionsOf(
  order: VideoWorkOrder,
  { words }: Sound,
  { folder, durationSeconds }: { folder: string; durationSeconds: number },
): Promise<MadeOutput[]> {
  if (!order.script) return [];
  const path = join(folder, 'captions.vtt');
  await writeFile(path, toVtt(captionsUntil(durationSeconds, captionsFor(order.script.text, words))));
  return [{ name: 'captions', contentType: 'text/vtt; charset=utf-8', path }];
}
