import { useEffect, useRef } from 'react';
import { account } from '../api/clients.ts';
import { useRun } from '../api/use-run.ts';
import {
  createSwitchingPlayer,
  type Side,
  type SoundPair,
  type SwitchingPlayer,
} from './switching-player.ts';

type Wanted = { samples: string[]; count: number };
export type Sounds = { pairs: Map<string, SoundPair>; player: SwitchingPlayer };

/** Fetches both versions of each sample before the first trial, so that no wait tells which one is played. */
export function useSounds(onLoaded: (sounds: Sounds, wanted: Wanted) => void) {
  const player = useRef<SwitchingPlayer | null>(null);
  useEffect(() => () => void player.current?.close(), []);
  return useRun(
    async ({ samples }: Wanted, { signal }) => {
      const context = new AudioContext();
      await player.current?.close();
      player.current = createSwitchingPlayer(context);
      const pairs = new Map<string, SoundPair>();
      for (const sample of samples) {
        const [plain, marked] = await Promise.all([
          load(context, sample, 'plain', signal),
          load(context, sample, 'marked', signal),
        ]);
        pairs.set(sample, { plain, marked });
      }
      return { pairs, player: player.current };
    },
    { onSuccess: onLoaded },
  );
}

async function load(
  context: AudioContext,
  sample: string,
  side: Side,
  signal: AbortSignal,
): Promise<AudioBuffer> {
  const media = await account.request(
    `GET /api/admin/listening-test/{sample}/${side}`,
    { path: { sample: sample as never } },
    { signal },
  );
  return context.decodeAudioData(await (await media.blob()).arrayBuffer());
}
