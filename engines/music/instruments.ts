import type { PatchName } from './performance/patches.ts';

export const FAMILIES = [
  'piano',
  'keys',
  'mallets',
  'organ',
  'guitar',
  'bass',
  'strings',
  'voices',
  'brass',
  'woodwinds',
  'synth',
  'plucked',
  'drums',
] as const;
type Family = (typeof FAMILIES)[number];

type Instrument = {
  family: Family;
  /** Lowest and highest key that sounds well. */
  range: readonly [number, number];
} & (
  | { program: number; kit?: undefined; patch?: undefined; synthKit?: undefined }
  | { kit: number; program?: undefined; patch?: undefined; synthKit?: undefined }
  | { patch: PatchName; program: number; kit?: undefined; synthKit?: undefined }
  | { synthKit: 'club' | 'chip' | 'retro'; kit: number; program?: undefined; patch?: undefined }
);

const font = (program: number, family: Family, low = 36, high = 96): Instrument => ({
  program,
  family,
  range: [low, high],
});
const kit = (number: number): Instrument => ({ kit: number, family: 'drums', range: [35, 81] });
/** Our own synthesis; `program` is the nearest of General MIDI, for MIDI files. */
const patch = (name: PatchName, program: number, low = 24, high = 96): Instrument => ({
  patch: name,
  program,
  family: 'synth',
  range: [low, high],
});
const synthKit = (name: 'club' | 'chip' | 'retro', number: number): Instrument => ({
  synthKit: name,
  kit: number,
  family: 'drums',
  range: [35, 81],
});

const INSTRUMENTS = {
  'grand piano': font(0, 'piano', 24, 100),
  'bright piano': font(1, 'piano', 24, 100),
  'honky-tonk piano': font(3, 'piano', 30, 96),
  'electric piano': font(4, 'keys', 30, 96),
  'fm piano': font(5, 'keys', 30, 96),
  harpsichord: font(6, 'keys', 36, 88),
  clavinet: font(7, 'keys', 36, 84),
  celesta: font(8, 'mallets', 60, 108),
  glockenspiel: font(9, 'mallets', 67, 108),
  'music box': font(10, 'mallets', 60, 100),
  vibraphone: font(11, 'mallets', 53, 89),
  marimba: font(12, 'mallets', 45, 96),
  xylophone: font(13, 'mallets', 60, 100),
  'tubular bells': font(14, 'mallets', 53, 84),
  'drawbar organ': font(16, 'organ', 36, 96),
  'rock organ': font(18, 'organ', 36, 96),
  'church organ': font(19, 'organ', 30, 96),
  accordion: font(21, 'organ', 48, 89),
  harmonica: font(22, 'woodwinds', 55, 91),
  'nylon guitar': font(24, 'guitar', 40, 84),
  'steel guitar': font(25, 'guitar', 40, 84),
  'jazz guitar': font(26, 'guitar', 40, 84),
  'clean guitar': font(27, 'guitar', 40, 86),
  'muted guitar': font(28, 'guitar', 40, 80),
  'overdriven guitar': font(29, 'guitar', 40, 88),
  'distorted guitar': font(30, 'guitar', 38, 88),
  'acoustic bass': font(32, 'bass', 28, 55),
  'fingered bass': font(33, 'bass', 28, 55),
  'picked bass': font(34, 'bass', 28, 55),
  'fretless bass': font(35, 'bass', 28, 55),
  'slap bass': font(36, 'bass', 28, 55),
  violin: font(40, 'strings', 55, 96),
  viola: font(41, 'strings', 48, 84),
  cello: font(42, 'strings', 36, 76),
  contrabass: font(43, 'strings', 28, 55),
  'tremolo strings': font(44, 'strings', 36, 96),
  'pizzicato strings': font(45, 'strings', 36, 91),
  harp: font(46, 'plucked', 36, 96),
  timpani: font(47, 'drums', 36, 57),
  strings: font(48, 'strings', 30, 96),
  'slow strings': font(49, 'strings', 30, 96),
  choir: font(52, 'voices', 43, 84),
  voices: font(53, 'voices', 43, 84),
  trumpet: font(56, 'brass', 55, 84),
  trombone: font(57, 'brass', 40, 72),
  tuba: font(58, 'brass', 28, 55),
  'muted trumpet': font(59, 'brass', 55, 82),
  'french horns': font(60, 'brass', 41, 77),
  'brass section': font(61, 'brass', 40, 84),
  'soprano sax': font(64, 'woodwinds', 56, 87),
  'alto sax': font(65, 'woodwinds', 49, 80),
  'tenor sax': font(66, 'woodwinds', 44, 76),
  oboe: font(68, 'woodwinds', 58, 91),
  'english horn': font(69, 'woodwinds', 52, 81),
  bassoon: font(70, 'woodwinds', 34, 72),
  clarinet: font(71, 'woodwinds', 50, 91),
  piccolo: font(72, 'woodwinds', 74, 102),
  flute: font(73, 'woodwinds', 60, 96),
  recorder: font(74, 'woodwinds', 60, 91),
  'pan flute': font(75, 'woodwinds', 60, 91),
  whistle: font(78, 'woodwinds', 60, 96),
  sitar: font(104, 'plucked', 48, 84),
  banjo: font(105, 'plucked', 48, 86),
  koto: font(107, 'plucked', 48, 86),
  kalimba: font(108, 'plucked', 55, 91),
  bagpipe: font(109, 'woodwinds', 53, 79),
  fiddle: font(110, 'strings', 55, 93),
  'steel drums': font(114, 'mallets', 52, 84),
  'warm pad': patch('warm pad', 89),
  'glass pad': patch('glass pad', 92),
  'analog strings': patch('analog strings', 50),
  'sub bass': patch('sub bass', 38, 24, 55),
  'saw bass': patch('saw bass', 38, 24, 60),
  'reese bass': patch('reese bass', 39, 24, 55),
  'club bass': patch('club bass', 38, 24, 60),
  'saw lead': patch('saw lead', 81),
  'synth pluck': patch('synth pluck', 90),
  'synth bell': patch('synth bell', 98),
  'pulse lead': patch('pulse lead', 80),
  'pulse arp': patch('pulse arp', 80),
  'triangle bass': patch('triangle bass', 38),
  'standard kit': kit(0),
  'room kit': kit(8),
  'power kit': kit(16),
  'jazz kit': kit(32),
  'brush kit': kit(40),
  'orchestra kit': kit(48),
  'club kit': synthKit('club', 24),
  'retro kit': synthKit('retro', 24),
  'chip kit': synthKit('chip', 25),
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof INSTRUMENTS;
export const INSTRUMENT_NAMES = Object.keys(INSTRUMENTS) as InstrumentName[];

export function instrumentOf(name: InstrumentName): Instrument {
  return INSTRUMENTS[name];
}

/** Moved by octaves into what the instrument can play. */
export function registerOn(name: InstrumentName, [low, high]: readonly [number, number]): [number, number] {
  const [lowest, highest] = instrumentOf(name).range;
  let from = low;
  let to = high;
  while (to > highest && from - 12 >= lowest) [from, to] = [from - 12, to - 12];
  while (from < lowest && to + 12 <= highest + 6) [from, to] = [from + 12, to + 12];
  return [from, to];
}
