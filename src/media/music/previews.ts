import {
  GENRE_NAMES,
  MOOD_NAMES,
  type MusicEngine,
  readPrompt,
  seedOf,
} from '../../../engines/music/index.ts';
import { createPreviews, type PreviewDeps, type Previews, slugOf } from '../sound/index.ts';
import { planFor } from './plan-view.ts';

const SECONDS = 8;
const DEADLINE_MS = 60_000;

/** One of each genre, and one of each mood in the genre that suits it. */
export function createMusicPreviews(deps: PreviewDeps & { music: MusicEngine }): Previews {
  const { music } = deps;
  const wishes = [
    ...GENRE_NAMES.map((name) => ({ name, plan: { genre: name } })),
    ...MOOD_NAMES.map((name) => ({ name, plan: { mood: name } })),
  ];
  const makers = wishes.map(({ name, plan: wished }) => {
    const plan = planFor({ prompt: name, plan: wished }, readPrompt(name), SECONDS);
    const piece = { plan, seconds: SECONDS, seed: seedOf(name, 0), isLoop: false };
    const play = () => music.play(piece, { signal: AbortSignal.timeout(DEADLINE_MS) });
    return [slugOf({ name }), play] as const;
  });
  return createPreviews(deps, music, new Map(makers));
}
