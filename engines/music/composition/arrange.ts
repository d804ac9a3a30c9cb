import type { Genre, GenrePart, Role } from '../genres/genre.ts';
import { type InstrumentName, instrumentOf, registerOn } from '../instruments.ts';
import type { Exclusion, MusicPlan } from '../plan.ts';
import { BASS_REGISTER } from './bass.ts';

/** An instrument takes over the first of its family's roles that the genre has. */
const ROLES: Record<string, readonly Role[]> = {
  piano: ['comping', 'arpeggio', 'melody'],
  keys: ['comping', 'arpeggio', 'melody'],
  mallets: ['melody', 'arpeggio'],
  organ: ['comping', 'pad'],
  guitar: ['comping', 'arpeggio', 'melody'],
  bass: ['bass'],
  strings: ['pad', 'melody', 'comping'],
  voices: ['pad', 'melody'],
  brass: ['melody', 'counter'],
  woodwinds: ['melody', 'counter'],
  synth: ['pad', 'melody', 'arpeggio'],
  plucked: ['arpeggio', 'melody', 'comping'],
  drums: ['drums'],
};
const SOLO_STRINGS = new Set<InstrumentName>(['violin', 'viola', 'cello', 'fiddle']);

/** The genre's parts, less what is excluded, with the instruments that were asked for. */
export function arrange(
  genre: Genre,
  { instruments, without }: Pick<MusicPlan, 'instruments' | 'without'>,
): GenrePart[] {
  const parts = allowedParts(genre, without).map((part) => onAllowedInstrument(part, without));
  const replaced = new Set<number>();
  return instruments
    .reduce<GenrePart[]>((made, name) => withInstrument(made, name, replaced), parts)
    .map(inRegister);
}

/** If no voice but the bass has an instrument that is allowed, the voices stay and others play them. Silence is no music. */
function allowedParts({ parts }: Genre, without: readonly Exclusion[]): readonly GenrePart[] {
  const wanted = parts.filter((part) => !isRoleExcluded(part, without));
  const kept = wanted.filter((part) => !isFamilyExcluded(part, without));
  if (kept.some(isVoice)) return kept;
  return wanted.length > 0 ? wanted : parts.filter(({ role }) => role !== 'drums').slice(0, 1);
}

/** Whether anything more than bass and drums is left of a genre. */
export function hasVoices({ parts }: Genre, without: readonly Exclusion[]): boolean {
  return parts.some(
    (part) => isVoice(part) && !isRoleExcluded(part, without) && !isFamilyExcluded(part, without),
  );
}

function isVoice({ role }: GenrePart): boolean {
  return role !== 'bass' && role !== 'drums';
}

function isRoleExcluded({ role }: GenrePart, without: readonly Exclusion[]): boolean {
  const isChords = role === 'comping' || role === 'pad' || role === 'arpeggio';
  return without.some(
    (one) => one === role || (one === 'chords' && isChords) || (one === 'melody' && role === 'counter'),
  );
}

/** Bass and drums are left out by name only; a bass of an excluded family is played on another instrument. */
function isFamilyExcluded(part: GenrePart, without: readonly Exclusion[]): boolean {
  return isVoice(part) && without.includes(instrumentOf(part.instrument).family);
}

const STAND_INS: readonly InstrumentName[] = [
  'grand piano',
  'nylon guitar',
  'strings',
  'vibraphone',
  'warm pad',
  'drawbar organ',
  'harp',
  'flute',
  'electric piano',
  'choir',
  'brass section',
];

function onAllowedInstrument(part: GenrePart, without: readonly Exclusion[]): GenrePart {
  const isAllowed = (name: InstrumentName) => !without.includes(instrumentOf(name).family);
  if (part.role === 'drums' || isAllowed(part.instrument)) return part;
  const instrument = part.role === 'bass' ? 'fingered bass' : STAND_INS.find(isAllowed);
  return instrument ? { ...part, instrument } : part;
}

function withInstrument(parts: GenrePart[], name: InstrumentName, replaced: Set<number>): GenrePart[] {
  if (parts.some((part) => part.instrument === name)) return parts;
  for (const role of rolesOf(name)) {
    const index = parts.findIndex((part, i) => part.role === role && !replaced.has(i));
    if (index < 0) continue;
    replaced.add(index);
    return parts.map((part, i) => (i === index ? { ...part, instrument: name, from: 0 } : part));
  }
  replaced.add(parts.length);
  return [...parts, addedPart(name)];
}

function rolesOf(name: InstrumentName): readonly Role[] {
  if (SOLO_STRINGS.has(name)) return ['melody', 'counter'];
  if (name.includes('bass') && instrumentOf(name).family === 'synth') return ['bass'];
  if (name.includes('lead')) return ['melody'];
  return ROLES[instrumentOf(name).family] ?? ['melody'];
}

/** Makes a part for an instrument that found none to take over. */
function addedPart(instrument: InstrumentName): GenrePart {
  const [role] = rolesOf(instrument);
  if (role === 'melody' || role === 'counter')
    return {
      role,
      instrument,
      rhythms: ['x-------x---x---', 'x---x---x-------'],
      register: [60, 79],
      level: -3,
      reverb: 0.3,
    };
  if (role === 'bass') return { role, instrument, patterns: ['R-------R-------'], level: -2 };
  if (role === 'drums')
    return {
      role,
      instrument,
      level: -2,
      patterns: [{ kick: 'X.......x.......', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' }],
      fills: [{ snare: '........x.x.xxxx' }],
    };
  return {
    role: role ?? 'pad',
    instrument,
    patterns: ['x---------------'],
    register: [52, 74],
    voices: 3,
    level: -4,
    reverb: 0.3,
  };
}

function inRegister(part: GenrePart): GenrePart {
  if (part.role === 'drums') return part;
  if (part.role === 'bass')
    return { ...part, register: registerOn(part.instrument, part.register ?? BASS_REGISTER) };
  return { ...part, register: registerOn(part.instrument, part.register) };
}
