import type { NamedKind } from '../kinds/index.ts';
import type { EffectPlan, Layer } from '../plan.ts';
import { clausesOf } from './clauses.ts';
import { changesWithin, kindSpans, longest } from './find-kinds.ts';
import { CHANGES, type Change, LONGEST_CHANGE } from './modifiers.ts';
import { MOST_TIMES, secondsAt, timesAt } from './numbers.ts';
import { nearestKind } from './vocabulary.ts';
import { type Word, wordsOf } from './words.ts';

export type ReadEffect = {
  plan: EffectPlan;
  /** Both lists quote the words of the prompt. */
  understood: string[];
  ignored: string[];
  /** 1: every word was understood. Under 0.6: the nearest kind, by a related word or its spelling. */
  confidence: number;
  /** No kind was named; this one is the nearest. */
  isNearest: boolean;
};

export const SHORTEST_SECONDS = 0.5;
export const LONGEST_SECONDS = 10;
const MOST_LAYERS = 4;
/** Only this much of the decomposed prompt is read, since one character may become 18. */
const LONGEST_READ = 1_000;

type Part = { kind: NamedKind | null; change: Change; isNext: boolean };
type Reading = { parts: Part[]; understood: string[]; ignored: string[]; seconds: number | null };

/** Returns null if nothing in the prompt is near any kind. */
export function readPrompt(prompt: string, seconds?: number): ReadEffect | null {
  const reading: Reading = { parts: [], understood: [], ignored: [], seconds: null };
  for (const { text, isNext } of clausesOf(prompt.normalize('NFKD').slice(0, LONGEST_READ)))
    readClause(wordsOf(text), isNext, reading);
  const isNearest = !reading.parts.some(({ kind }) => kind);
  const confidence = isNearest ? findNearest(reading) : shareOf(reading);
  if (confidence === null) return null;
  const named = reading.parts.filter(({ kind }) => kind).slice(0, MOST_LAYERS);
  // Said of no sound in particular: "…, far away".
  const general = reading.parts.filter(({ kind }) => !kind).map(({ change }) => change);
  const layers = named.map(({ kind, change, isNext }) =>
    layerOf(kind as NamedKind, [change, ...general], isNext),
  );
  const all = reading.parts.map(({ change }) => change);
  return {
    plan: {
      layers,
      room: all.find(({ room }) => room)?.room ?? null,
      seconds: within(seconds ?? reading.seconds ?? usualSeconds(named, all)),
    },
    understood: reading.understood,
    ignored: reading.ignored,
    confidence: Math.round(100 * confidence) / 100,
    isNearest,
  };
}

/** Words before a kind belong to it; words after the last kind belong to that one. */
function readClause(words: readonly Word[], isNext: boolean, reading: Reading): void {
  const spans = kindSpans(words);
  const parts: Part[] = [];
  let change: Change = {};
  for (let at = 0; at < words.length; ) {
    const span = spans.find(({ from }) => from === at);
    const room = Math.min(...spans.map(({ from }) => from).filter((from) => from > at), words.length) - at;
    const seconds = secondsAt(words, at);
    const changed = longest(words, at, Math.min(room, LONGEST_CHANGE), CHANGES);
    const { text, isFiller } = words[at] as Word;
    const unwanted = NOT.test(text)
      ? spans.find(({ from }) => from > at && isAllFiller(words, at + 1, from))
      : undefined;
    const times = reading.parts.some(({ kind }) => kind) ? timesAt(words, at) : null;
    if (unwanted) {
      const end = unwanted.from + unwanted.words;
      reading.understood.push(textOf(words, at, end - at));
      at = end;
    } else if (times) {
      change = { ...change, count: times };
      reading.understood.push(textOf(words, at, 2));
      at += 2;
    } else if (span) {
      const own = changesWithin(words.slice(at, at + span.words));
      const before = parts.find(({ kind }) => kind === span.kind);
      if (before) merge(before, { ...own, ...change });
      else
        parts.push({ kind: span.kind, change: { ...own, ...change }, isNext: isNext && parts.length === 0 });
      change = {};
      reading.understood.push(textOf(words, at, span.words));
      at += span.words;
    } else if (seconds) {
      reading.seconds = seconds.value;
      at += seconds.words;
    } else if (changed) {
      change = { ...change, ...changed.value };
      reading.understood.push(textOf(words, at, changed.words));
      at += changed.words;
    } else {
      const count = /^\d{1,2}$/u.test(text) ? Number(text) : 0;
      if (count > 0) change = { ...change, count: Math.min(count, MOST_TIMES) };
      if (!isFiller) (count > 0 ? reading.understood : reading.ignored).push(text);
      at += 1;
    }
  }
  const last = parts.at(-1);
  if (last) merge(last, change);
  else if (Object.keys(change).length > 0) parts.push({ kind: null, change, isNext: false });
  reading.parts.push(...parts);
}

const NOT = /^(?:no|not|without)$/u;
function isAllFiller(words: readonly Word[], from: number, to: number): boolean {
  return words.slice(from, to).every(({ isFiller, stem }) => isFiller || CHANGES.has(stem));
}

function merge(part: Part, change: Change): void {
  part.change = { ...part.change, ...change };
}

function textOf(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ');
}

function shareOf({ understood, ignored }: Reading): number {
  const known = understood.reduce((sum, phrase) => sum + phrase.split(' ').length, 0);
  return known === 0 ? 0 : 0.6 + (0.4 * known) / (known + ignored.length);
}

/** The first word that is near a kind becomes a part of its own. */
function findNearest(reading: Reading): number | null {
  for (const [i, word] of reading.ignored.entries()) {
    const nearest = nearestKind(wordsOf(word)[0]?.stem ?? '');
    if (!nearest) continue;
    reading.parts.unshift({ kind: nearest.kind, change: {}, isNext: false });
    reading.ignored.splice(i, 1);
    reading.understood.push(word);
    return nearest.confidence;
  }
  return null;
}

function layerOf(kind: NamedKind, changes: readonly Change[], isNext: boolean): Layer {
  const product = (field: 'size' | 'speed') => changes.reduce((all, change) => all * (change[field] ?? 1), 1);
  const first = <Field extends keyof Change>(field: Field) =>
    changes.find((change) => change[field] !== undefined)?.[field];
  const material = first('material') ?? null;
  return {
    kind: material === 'wood' || material === 'metal' ? onFloorOf(kind.name, material) : kind.name,
    size: Math.min(3, Math.max(0.25, product('size'))),
    speed: Math.min(2.5, Math.max(0.4, product('speed'))),
    distance: first('distance') ?? 0,
    intensity: first('intensity') ?? 0.5,
    count: first('count') ?? null,
    material,
    isNext,
  };
}

/** Steps whose ground is only said by its material, as in "footsteps on creaky wooden stairs". */
function onFloorOf(name: string, material: 'wood' | 'metal'): string {
  return name === 'footsteps on concrete' ? `footsteps on ${material}` : name;
}

function usualSeconds(parts: readonly Part[], changes: readonly Change[]): number {
  const factor = changes.reduce((all, { length }) => all * (length ?? 1), 1);
  let end = 0;
  let start = 0;
  let before = 0;
  for (const { kind, isNext, change } of parts) {
    const seconds = (kind?.seconds ?? 0) * timesOf(change);
    if (isNext) start += 0.8 * before;
    before = kind?.seconds ?? 0;
    end = Math.max(end, start + seconds);
  }
  return factor * end;
}

/** Five knocks need more time than three. */
function timesOf({ count, speed }: Change): number {
  return Math.max(1, (count ?? 1) / 4) / Math.max(0.6, Math.min(1, speed ?? 1));
}

function within(seconds: number): number {
  return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, seconds));
}
