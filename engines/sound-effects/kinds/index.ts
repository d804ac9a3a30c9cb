import type { Family, Kind } from '../kind.ts';
import { ALARMS } from './alarms.ts';
import { ANIMALS } from './animals.ts';
import { BELLS } from './bells.ts';
import { CARTOONS } from './cartoons.ts';
import { DOORS } from './doors.ts';
import { FIRE } from './fire.ts';
import { FOOTSTEPS } from './footsteps.ts';
import { HORROR } from './horror.ts';
import { IMPACTS } from './impacts.ts';
import { INTERFACE } from './interface.ts';
import { MACHINES } from './machines.ts';
import { PAPER } from './paper.ts';
import { PEOPLE } from './people.ts';
import { SCIENCE_FICTION } from './science-fiction.ts';
import { WATER } from './water.ts';
import { WEAPONS } from './weapons.ts';
import { WEATHER } from './weather.ts';
import { WHOOSHES } from './whooshes.ts';

const FAMILIES: Readonly<Record<string, Family>> = {
  weather: WEATHER,
  water: WATER,
  fire: FIRE,
  impacts: IMPACTS,
  footsteps: FOOTSTEPS,
  doors: DOORS,
  paper: PAPER,
  people: PEOPLE,
  animals: ANIMALS,
  machines: MACHINES,
  alarms: ALARMS,
  bells: BELLS,
  interface: INTERFACE,
  whooshes: WHOOSHES,
  weapons: WEAPONS,
  'science fiction': SCIENCE_FICTION,
  horror: HORROR,
  cartoons: CARTOONS,
};

export type NamedKind = Kind & { name: string; family: string };

/** Every kind, in the order of the families. Names are unique. */
export const KINDS: readonly NamedKind[] = Object.entries(FAMILIES).flatMap(([family, kinds]) =>
  Object.entries(kinds).map(([name, kind]) => ({ ...kind, name, family })),
);

const BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]));

export function kindNamed(name: string): NamedKind {
  const kind = BY_NAME.get(name);
  if (!kind) throw new RangeError(`there is no kind of sound named ${name}`);
  return kind;
}
