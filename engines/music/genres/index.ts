import { acousticFolk } from './acoustic-folk.ts';
import { ambient } from './ambient.ts';
import { bossaNova } from './bossa-nova.ts';
import { cinematic } from './cinematic.ts';
import { corporate } from './corporate.ts';
import { drumAndBass } from './drum-and-bass.ts';
import { eightBit } from './eight-bit.ts';
import { funk } from './funk.ts';
import type { Genre } from './genre.ts';
import { hipHop } from './hip-hop.ts';
import { house } from './house.ts';
import { jazzTrio } from './jazz-trio.ts';
import { loFi } from './lo-fi.ts';
import { orchestral } from './orchestral.ts';
import { pianoSolo } from './piano-solo.ts';
import { reggae } from './reggae.ts';
import { rock } from './rock.ts';
import { synthwave } from './synthwave.ts';
import { waltz } from './waltz.ts';

export const GENRES = {
  ambient,
  'lo-fi': loFi,
  cinematic,
  corporate,
  'acoustic folk': acousticFolk,
  'jazz trio': jazzTrio,
  'bossa nova': bossaNova,
  funk,
  rock,
  synthwave,
  house,
  'drum and bass': drumAndBass,
  'hip-hop': hipHop,
  orchestral,
  'piano solo': pianoSolo,
  '8-bit': eightBit,
  reggae,
  waltz,
} as const satisfies Record<string, Genre>;

export type GenreName = keyof typeof GENRES;
export const GENRE_NAMES = Object.keys(GENRES) as GenreName[];

export function genreOf(name: GenreName): Genre {
  return GENRES[name];
}
