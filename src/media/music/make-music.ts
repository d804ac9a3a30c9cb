import type { Codec } from '../../engines/codec/index.ts';
import {
  type MusicEngine,
  MusicNotInstalled,
  type MusicPlan,
  type Piece,
  playedBpm,
  type Reading,
  readPrompt,
  seedOf,
} from '../../engines/music/index.ts';
import type { Answer, Caller } from '../../http/index.ts';
import {
  type DeliveredSound,
  deliverSound,
  type SoundDelivery,
  type SoundDeps,
  soundKey,
} from '../sound/index.ts';
import { checkDucking, fitToSpeech } from './duck-speech.ts';
import { PromptRequired, StemsNotLossless, UnknownMusicModel } from './errors.ts';
import { planFor } from './plan-view.ts';
import { MUSIC_CONTENT_TYPES, type MusicFormat, type MusicRequest } from './schemas.ts';
import { LOSSLESS, ZIP_CONTENT_TYPE, zipStems } from './zip-stems.ts';

export type MusicDeps = SoundDeps & { music: MusicEngine; codec: Codec };

export type Music = DeliveredSound & {
  plan: MusicPlan;
  reading: Reading;
  seed: number;
  bpm: number;
  model: string;
  /** Also the extension of the file. */
  format: string;
  contentType: string;
};

export type MusicDelivery = Omit<SoundDelivery, 'answerWith'> & {
  answerWith(music: Music): Answer | Promise<Answer>;
};

/** Allows for a queue on a slow machine; past it the reservation is released. */
const BASE_DEADLINE_MS = 60_000;

/** Everything that can be refused is refused before anything is reserved. */
export async function makeMusic(
  deps: MusicDeps,
  caller: Caller,
  request: MusicRequest,
  { answerWith, ...delivery }: MusicDelivery,
): Promise<Answer> {
  const { music } = deps;
  const { prompt, seed = 0, format = 'wav', loop: isLoop = false, stems = false } = request;
  if (prompt.trim() === '') throw new PromptRequired();
  if (request.model !== undefined && request.model !== music.model) throw new UnknownMusicModel(music.model);
  const reading = readPrompt(prompt);
  checkDucking(request);
  const file = fileOf(deps, format, stems);
  const { seconds, ducking } = await fitToSpeech(deps.history, caller.accountId, request);
  const plan = planFor(request, reading, seconds);
  if (music.status() === 'absent') throw new MusicNotInstalled();
  const piece: Piece = { plan, seconds, seed: seedOf(prompt, seed), isLoop, ...(ducking && { ducking }) };
  const { format: fileFormat, contentType } = file;
  const facts = {
    plan,
    reading,
    seed,
    bpm: playedBpm(piece),
    model: music.model,
    format: fileFormat,
    contentType,
  };
  const order = {
    kind: 'music' as const,
    prompt,
    model: music.model,
    unit: 'music_second' as const,
    quantity: seconds,
    format: file.format,
    contentType,
    deadlineMs: BASE_DEADLINE_MS,
    cacheKey: soundKey(caller.accountId, music, { piece, format, stems }),
    make: async (options: { signal: AbortSignal; deadlineMs: number }) => ({
      file: await file.make(piece, options),
      durationSeconds: seconds,
    }),
  };
  return deliverSound(deps, caller, order, {
    ...delivery,
    answerWith: (sound) => answerWith({ ...sound, ...facts }),
  });
}

type MusicFile = {
  /** Also the extension. */
  format: string;
  contentType: string;
  make(piece: Piece, options: { signal: AbortSignal; deadlineMs: number }): Promise<Buffer>;
};

function fileOf({ music, codec }: MusicDeps, format: MusicFormat, hasStems: boolean): MusicFile {
  if (hasStems && !LOSSLESS.has(format)) throw new StemsNotLossless();
  const contentType = MUSIC_CONTENT_TYPES[format];
  if (format === 'midi')
    return { format: 'mid', contentType, make: (piece, options) => music.notate(piece, options) };
  const encoder = codec.encodeSound(format);
  if (hasStems)
    return {
      format: 'zip',
      contentType: ZIP_CONTENT_TYPE,
      make: async (piece, options) => zipStems(encoder, await music.playStems(piece, options)),
    };
  return {
    format,
    contentType,
    make: async (piece, options) => encoder.encode(await music.play(piece, options)),
  };
}
