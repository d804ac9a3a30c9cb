import type { Codec, Sound } from '../../../engines/codec/index.ts';
import {
  type MusicEngine,
  MusicNotInstalled,
  type MusicPlan,
  type Piece,
  playedBpm,
  type Reading,
  readPrompt,
  seedOf,
} from '../../../engines/music/index.ts';
import type { Answer, Caller } from '../../http/index.ts';
import { REMOTE_DEADLINE_MS, type RemoteSound } from '../../work/remote-sound/index.ts';
import {
  type DeliveredSound,
  deliverSound,
  type MakeOptions,
  type SoundContext,
  type SoundDeps,
  soundKey,
} from '../sound/index.ts';
import { checkDucking, fitToSpeech } from './duck-speech.ts';
import { NotWithWorkers, PromptRequired, StemsNotLossless } from './errors.ts';
import { planFor, viewOfPlan } from './plan-view.ts';
import { MUSIC_CONTENT_TYPES, type MusicFormat, type MusicRequest } from './schemas.ts';
import { LOSSLESS, ZIP_CONTENT_TYPE, zipStems } from './zip-stems.ts';

export type MusicDeps = SoundDeps & { music: MusicEngine; codec: Codec; remoteSound: RemoteSound };

export type Music = DeliveredSound & {
  plan: MusicPlan;
  reading: Reading;
  seed: number;
  bpm: number;
  model: string;
  /** This is also the extension of the file. */
  format: string;
  contentType: string;
};

export type MusicContext = Omit<SoundContext, 'answerWith'> & {
  answerWith(music: Music): Answer | Promise<Answer>;
};

/** Allows for a queue on a slow machine; past it the reservation is released. */
const BASE_DEADLINE_MS = 60_000;
/** These rules apply to the music of workers. Our own engine follows them by itself. */
const RULES = { lufs: -16, truePeakDb: -1 };

/** Archives from before their files were signed are not given out again. */
const SIGNED = 'signed';

/** Everything that can be refused is refused before anything is reserved. */
export async function makeMusic(
  deps: MusicDeps,
  caller: Caller,
  request: MusicRequest,
  { answerWith, ...context }: MusicContext,
): Promise<Answer> {
  const { music } = deps;
  const { prompt, seed = 0, format = 'wav', loop: isLoop = false, stems = false } = request;
  if (prompt.trim() === '') throw new PromptRequired();
  const remoteModel = await deps.remoteSound.chosen('music', music.model, request.model);
  const model = remoteModel ?? music.model;
  const reading = readPrompt(prompt);
  checkDucking(request);
  if (remoteModel !== null && (stems || format === 'midi')) throw new NotWithWorkers(remoteModel);
  const file = fileOf(deps, format, stems);
  const { seconds, ducking } = await fitToSpeech(deps.history, caller.accountId, request);
  const plan = planFor(request, reading, seconds);
  if (remoteModel === null && music.status() === 'absent') throw new MusicNotInstalled();
  const piece: Piece = { plan, seconds, seed: seedOf(prompt, seed), isLoop, ...(ducking && { ducking }) };
  const { accountId } = caller;
  const play: Play =
    remoteModel === null
      ? music.play
      : (asked, { signal }) =>
          deps.remoteSound.make('music', wishFor(remoteModel, request, asked), {
            accountId,
            signal,
            rules: { ...RULES, isLoop, ...(ducking && { ducking }) },
          });
  const { format: fileFormat, contentType } = file;
  const facts = {
    plan,
    reading,
    seed,
    bpm: playedBpm(piece),
    model,
    format: fileFormat,
    contentType,
  };
  const order = {
    kind: 'music' as const,
    prompt,
    model,
    unit: 'music_second' as const,
    quantity: seconds,
    format: file.format,
    contentType,
    deadlineMs: remoteModel === null ? BASE_DEADLINE_MS : REMOTE_DEADLINE_MS,
    // Nothing promises that a worker's model makes the same music twice.
    cacheKey:
      remoteModel === null ? soundKey(accountId, music, { piece, format, stems: stems && SIGNED }) : null,
    make: async (options: MakeOptions) => ({
      ...(await file.make(piece, { ...options, play })),
      durationSeconds: seconds,
    }),
  };
  return deliverSound(deps, caller, order, {
    ...context,
    answerWith: (sound) => answerWith({ ...sound, ...facts }),
  });
}

type Play = (piece: Piece, options: Omit<MakeOptions, 'signPart'>) => Promise<Sound>;

function wishFor(model: string, { prompt, seed = 0 }: MusicRequest, { plan, seconds, isLoop }: Piece) {
  return { model, prompt, seconds, max_seconds: seconds, seed, loop: isLoop, plan: viewOfPlan(plan) };
}

type MusicFile = {
  /** This is also the extension of the file. */
  format: string;
  contentType: string;
  make(piece: Piece, options: MakeOptions & { play: Play }): Promise<{ file: Buffer; sound: Sound | null }>;
};

function fileOf({ music, codec }: MusicDeps, format: MusicFormat, hasStems: boolean): MusicFile {
  if (hasStems && !LOSSLESS.has(format)) throw new StemsNotLossless();
  const contentType = MUSIC_CONTENT_TYPES[format];
  if (format === 'midi')
    return {
      format: 'mid',
      contentType,
      make: async (piece, options) => ({ file: await music.notate(piece, options), sound: null }),
    };
  const encoder = codec.encodeSound(format);
  if (hasStems)
    return {
      format: 'zip',
      contentType: ZIP_CONTENT_TYPE,
      make: async (piece, options) => {
        const played = await music.playStems(piece, options);
        return { file: await zipStems(encoder, played, options.signPart), sound: played.mix.open() };
      },
    };
  return {
    format,
    contentType,
    make: async (piece, { play, ...options }) => {
      const sound = await play(piece, options);
      return { file: await encoder.encode(sound), sound };
    },
  };
}
