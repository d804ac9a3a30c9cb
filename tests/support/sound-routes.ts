import type { TestService } from './test-service.ts';

/** The cheapest request of each route that makes sound from a prompt, and what it costs. */
export const SOUND_ROUTES = [
  {
    path: '/api/v1/music',
    order: { prompt: 'calm piano', seconds: 2 },
    kind: 'music',
    unit: 'music_second',
    quantity: 2,
    credits: 16,
  },
  {
    path: '/api/v1/sfx',
    order: { prompt: 'finger snap', seconds: 0.5, seed: 7 },
    kind: 'sfx',
    unit: 'sfx_clip',
    quantity: 1,
    credits: 20,
  },
] as const;

export type HeldEngines = { running: number; release(): void };

/** Lets calls of both engines wait until they are released or aborted. */
export function holdSound({ music, effects }: Pick<TestService, 'music' | 'effects'>): HeldEngines {
  const { play } = music;
  const { render } = effects;
  const gate = Promise.withResolvers<void>();
  const held = {
    running: 0,
    release() {
      Object.assign(music, { play });
      Object.assign(effects, { render });
      gate.resolve();
    },
  };
  async function wait(signal: AbortSignal | undefined): Promise<void> {
    held.running += 1;
    const gone = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => gone.reject(signal.reason), { once: true });
    await Promise.race([gate.promise, gone.promise]).finally(() => {
      held.running -= 1;
    });
  }
  music.play = async (piece, options) => {
    await wait(options.signal);
    return play(piece, options);
  };
  effects.render = async (plan, options, call) => {
    await wait(call.signal);
    return render(plan, options, call);
  };
  return held;
}

/** Lets calls of both engines fail as if their processes had died. */
export function breakSound(
  { music, effects }: Pick<TestService, 'music' | 'effects'>,
  error: Error,
): () => void {
  const { play } = music;
  const { render } = effects;
  music.play = () => Promise.reject(error);
  effects.render = () => Promise.reject(error);
  return () => {
    Object.assign(music, { play });
    Object.assign(effects, { render });
  };
}
