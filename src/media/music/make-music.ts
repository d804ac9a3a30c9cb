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
import { type DeliveredSound, deliverSound, type SoundDelivery, type SoundDeps } from '../sound/index.ts';
import { PromptRequired, UnknownMusicModel } from './errors.ts';
import { planFor } from './plan-view.ts';
import { MUSIC_CONTENT_TYPES, type MusicRequest } from './schemas.ts';

export type MusicDeps = SoundDeps & { music: MusicEngine; codec: Codec };

export type Music = DeliveredSound & {
  plan: MusicPlan;
  reading: Reading;
  seed: number;
  bpm: number;
  model: string;
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
  const { music, codec } = deps;
  const { prompt, seconds, seed = 0, format = 'wav', loop: isLoop = false } = request;
  if (prompt.trim() === '') throw new PromptRequired();
  if (request.model !== undefined && request.model !== music.model) throw new UnknownMusicModel(music.model);
  const reading = readPrompt(prompt);
  const plan = planFor(request, reading);
  const encoder = format === 'midi' ? null : codec.encodeSound(format);
  if (music.status() === 'absent') throw new MusicNotInstalled();
  const piece: Piece = { plan, seconds, seed: seedOf(prompt, seed), isLoop };
  const facts = { plan, reading, seed, bpm: playedBpm(piece), model: music.model };
  const order = {
    kind: 'music' as const,
    prompt,
    model: music.model,
    unit: 'music_second' as const,
    quantity: seconds,
    format: format === 'midi' ? 'mid' : format,
    contentType: MUSIC_CONTENT_TYPES[format],
    deadlineMs: BASE_DEADLINE_MS,
    make: async (options: { signal: AbortSignal; deadlineMs: number }) => ({
      file: encoder
        ? await encoder.encode(await music.play(piece, options))
        : await music.notate(piece, options),
      durationSeconds: seconds,
    }),
  };
  return deliverSound(deps, caller, order, {
    ...delivery,
    answerWith: (sound) => answerWith({ ...sound, ...facts }),
  });
}
