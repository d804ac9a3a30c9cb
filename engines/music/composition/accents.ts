import { DRUM_KEYS } from '../drum-pieces.ts';
import type { BassPart, DrumPart, GenrePart } from '../genres/genre.ts';
import { type InstrumentName, instrumentOf } from '../instruments.ts';
import type { Exclusion } from '../plan.ts';
import { nearestPitch } from '../theory.ts';
import type { VoicedSpan } from './accompany.ts';
import { BASS_REGISTER, within } from './bass.ts';
import { chordAt } from './harmony.ts';
import type { ChordSpan, Note } from './score.ts';
import { beatAt, type Timeline } from './timeline.ts';

/** A hit point in beats, with the room around it in which nobody else begins. */
export type Hit = { beat: number; from: number; to: number };

const ROOM_BEFORE_SECONDS = 0.12;
const ROOM_AFTER_SECONDS = 0.1;
const VELOCITY = 120;
const LEAST_BEATS = 0.25;
/** A part that rests here joins in for a moment only. */
const VISIT_BEATS = 2;

type Strike = { pitch: number; velocity?: number };

export function hitsAt(hitPoints: readonly number[], timeline: Timeline): Hit[] {
  return hitPoints.map((second, index) => {
    const before = Math.max(second - ROOM_BEFORE_SECONDS, ((hitPoints[index - 1] ?? -1) + second) / 2);
    return {
      beat: beatAt(timeline, second),
      from: beatAt(timeline, before),
      to: beatAt(timeline, second + ROOM_AFTER_SECONDS),
    };
  });
}

/** The notes with an accent at every hit, and room around it. What was held ends a breath before. */
export function withAccents(
  notes: readonly Note[],
  hits: readonly Hit[],
  accentAt: (hit: Hit) => readonly Strike[],
): Note[] {
  if (hits.length === 0) return [...notes];
  const kept = notes
    .filter(({ beat }) => !hits.some(({ from, to }) => beat > from && beat < to))
    .map((note) => breathing(note, hits));
  const accents = hits.flatMap((hit) => {
    const beats = Math.max(LEAST_BEATS, endOf(hit, notes, kept, hits) - hit.beat);
    return accentAt(hit).map(({ pitch, velocity = VELOCITY }) => ({
      beat: hit.beat,
      beats,
      pitch,
      velocity,
      isAccent: true as const,
    }));
  });
  return [...kept, ...accents];
}

function breathing(note: Note, hits: readonly Hit[]): Note {
  const hit = hits.find(({ beat }) => beat > note.beat && beat < note.beat + note.beats);
  return hit ? { ...note, beats: Math.max(hit.from - note.beat, 0.05) } : note;
}

/** An accent lasts as long as what it interrupts, else until the part goes on. */
function endOf(hit: Hit, written: readonly Note[], kept: readonly Note[], hits: readonly Hit[]): number {
  const nextHit = hits.find(({ beat }) => beat > hit.beat)?.beat ?? Infinity;
  const held = written
    .filter(({ beat, beats }) => beat < hit.to && beat + beats > hit.beat + LEAST_BEATS)
    .map(({ beat, beats }) => beat + beats);
  if (held.length > 0) return Math.min(nextHit, Math.max(...held));
  const next = Math.min(...kept.map(({ beat }) => beat).filter((beat) => beat > hit.beat));
  return Math.min(nextHit, next, hit.beat + VISIT_BEATS);
}

/**
 * A melody that is held or near begins again on the hit, no louder than before: bows and winds speak late, and would
 * draw the accent after them. One that rests adds nothing.
 */
export function drawnToHits(notes: readonly Note[], hits: readonly Hit[]): Note[] {
  return withAccents(notes, hits, (hit) => {
    const near = notes.findLast(({ beat, beats }) => beat < hit.to && beat + beats > hit.from);
    return near ? [near] : [];
  });
}

export function chordAccent(voiced: readonly VoicedSpan[], { beat }: Hit): { pitch: number }[] {
  const span = voiced.findLast((one) => one.beat <= beat + 1e-6) ?? voiced[0];
  return (span?.pitches ?? []).map((pitch) => ({ pitch }));
}

export function bassAccent(part: BassPart, chords: readonly ChordSpan[], { beat }: Hit): { pitch: number }[] {
  const [low, high] = part.register ?? BASS_REGISTER;
  return [{ pitch: within(nearestPitch(chordAt(chords, beat).root, low + 8), low, high) }];
}

export function drumAccent(part: DrumPart): { pitch: number }[] {
  return [
    { pitch: DRUM_KEYS.kick },
    { pitch: DRUM_KEYS.snare },
    ...(part.crash ? [{ pitch: DRUM_KEYS.crash }] : []),
  ];
}

const SHARP_FAMILIES: ReadonlySet<string> = new Set(['piano', 'keys', 'mallets', 'guitar', 'plucked']);
const SHARP_SYNTHS: ReadonlySet<string> = new Set<InstrumentName>(['synth pluck', 'synth bell', 'pulse arp']);
/** They swell under their own distortion. */
const BLUNT_GUITARS: ReadonlySet<string> = new Set<InstrumentName>(['overdriven guitar', 'distorted guitar']);
const STRIKERS: readonly InstrumentName[] = [
  'grand piano',
  'harp',
  'pizzicato strings',
  'marimba',
  'nylon guitar',
  'synth pluck',
];

/** Pads and strings swell too slowly to mark a moment: if nothing else is there, a part that only plays the hits. */
export function accentParts(parts: readonly GenrePart[], without: readonly Exclusion[]): GenrePart[] {
  if (parts.some(isSharp)) return [];
  const instrument =
    STRIKERS.find((name) => !without.includes(instrumentOf(name).family)) ?? ('grand piano' as const);
  return [
    {
      role: 'comping',
      instrument,
      patterns: ['................'],
      register: [45, 76],
      voices: 4,
      level: 3,
      reverb: 0.25,
    },
  ];
}

function isSharp({ role, instrument }: GenrePart): boolean {
  if (role === 'drums' || SHARP_SYNTHS.has(instrument)) return true;
  return (
    role === 'comping' &&
    SHARP_FAMILIES.has(instrumentOf(instrument).family) &&
    !BLUNT_GUITARS.has(instrument)
  );
}
