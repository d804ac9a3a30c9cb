import type { Material } from '../blocks/modes.ts';
import type { RoomName } from '../blocks/room.ts';
import { stemOf } from './words.ts';

/** A word changes a sound by these. Numbers multiply, except `distance` and `intensity`, which replace. */
export type Change = {
  size?: number;
  distance?: number;
  speed?: number;
  intensity?: number;
  count?: number;
  length?: number;
  material?: Material;
  room?: RoomName;
};

const changes: [Change, string][] = [
  [{ size: 0.4 }, 'tiny, minuscule, miniature, micro, baby'],
  [{ size: 0.65 }, 'small, little, thin, light weight, high pitched, high'],
  [{ size: 1.5 }, 'big, large, heavy weight, deep, low, low pitched, thick, fat'],
  [{ size: 2.2 }, 'huge, giant, massive, enormous, gigantic, colossal, mighty, epic'],
  [{ distance: 0 }, 'near, close, close up, nearby, next to me, in front'],
  [{ distance: 0.45 }, 'next door, outside the window, muffled, behind a wall, across the street'],
  [{ distance: 0.7 }, 'far, distant, far away, faraway, in the distance, far off, remote, away'],
  [{ distance: 1 }, 'very far, very far away, very distant, on the horizon, miles away'],
  [{ speed: 0.55 }, 'very slow, very slowly, sluggish, slow motion'],
  [{ speed: 0.75 }, 'slow, slowly, lazy, leisurely, calm, relaxed'],
  [
    { speed: 1.4 },
    'fast, quick, quickly, rapid, rapidly, hurried, hurrying, brisk, running, jogging, racing',
  ],
  [{ speed: 1.9 }, 'very fast, frantic, furious, hectic, sprint, sprinting'],
  [
    { intensity: 0.15 },
    'gentle, gently, soft, softly, light, lightly, quiet, quietly, faint, subtle, weak, mild, polite',
  ],
  [{ intensity: 0.8 }, 'heavy, strong, hard, loud, powerful, intense, thick, busy, enthusiastic'],
  [{ intensity: 1 }, 'violent, extreme, wild, raging, brutal, fierce, very loud, very heavy, very strong'],
  // Somebody leaves; the sound itself is near.
  [{}, 'drive away, drives away, run away, walk away, fly away, ride away'],
  [{ count: 1 }, 'single, once, one'],
  [{ count: 2 }, 'two, twice, double, couple'],
  [{ count: 3 }, 'three, triple, thrice, few, several'],
  [{ count: 4 }, 'four'],
  [{ count: 5 }, 'five'],
  [{ count: 6 }, 'six'],
  [{ count: 8 }, 'eight, many, lots, multiple, repeated, repeatedly'],
  [{ count: 10 }, 'ten'],
  [{ length: 0.5 }, 'short, brief, quick one'],
  [{ length: 1.7 }, 'long, extended, sustained, lasting'],
  [{ material: 'wood' }, 'wood, wooden, oak, timber, bamboo'],
  [{ material: 'metal' }, 'metal, metallic, steel, iron, brass, copper, tin, aluminium, aluminum'],
  [{ material: 'glass' }, 'glass, crystal'],
  [{ material: 'stone' }, 'stone, rock, concrete, brick, marble'],
  [{ material: 'plastic' }, 'plastic'],
  [{ material: 'ceramic' }, 'ceramic, porcelain, clay, china'],
  [{ material: 'cardboard' }, 'cardboard, carton'],
  [{ material: 'rubber' }, 'rubber'],
  [{ room: 'dry' }, 'dry, no reverb, anechoic, studio'],
  [{ room: 'outdoors' }, 'outside, outdoors, outdoor, open air, garden, field, park'],
  [{ room: 'small room' }, 'small room, closet, car interior, cupboard, booth'],
  [{ room: 'room' }, 'room, indoors, inside, bedroom, kitchen, office, house'],
  [{ room: 'bathroom' }, 'bathroom, toilet, tiled room'],
  [{ room: 'street' }, 'street, alley, city street, courtyard'],
  [{ room: 'forest' }, 'forest, jungle'],
  [{ room: 'tunnel' }, 'tunnel, corridor, hallway, sewer, pipe, subway tunnel'],
  [{ room: 'hall' }, 'hall, theatre, theater, gym, auditorium, reverb, reverberant, echo, echoing'],
  [{ room: 'warehouse' }, 'warehouse, factory, hangar, garage, parking garage'],
  [{ room: 'cave' }, 'cave, cavern, dungeon, crypt, mine'],
  [{ room: 'cathedral' }, 'cathedral, church, temple, huge reverb'],
  [{ room: 'canyon' }, 'canyon, valley, mountains, stadium'],
];

/** The keys are the stems of a phrase, joined with spaces. */
export const CHANGES: ReadonlyMap<string, Change> = new Map(
  changes.flatMap(([change, phrases]) =>
    phrases.split(', ').map((phrase): [string, Change] => [stemsOf(phrase), change]),
  ),
);

export function stemsOf(phrase: string): string {
  return phrase.split(' ').map(stemOf).join(' ');
}

export const LONGEST_CHANGE = Math.max(...[...CHANGES.keys()].map((stems) => stems.split(' ').length));
