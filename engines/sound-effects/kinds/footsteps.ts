import type { Family, Kind } from '../kind.ts';
import { GAITS, phrases, SURFACES, walk } from '../recipes/footsteps.ts';

export const FOOTSTEPS: Family = Object.fromEntries(
  Object.entries(SURFACES).map(([surface, { words, step }]): [string, Kind] => [
    `footsteps on ${surface}`,
    {
      words: [...phrases(words), ...(surface === 'concrete' ? GAITS : [])].join(', '),
      seconds: 4,
      room:
        surface === 'concrete' || surface === 'wood' || surface === 'metal' || surface === 'carpet'
          ? 'room'
          : 'outdoors',
      make: (scene) => walk(scene, step),
    },
  ]),
);
