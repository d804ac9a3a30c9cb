import type { TimeSpan, Turn } from '../types.ts';
import { chooseFace, endOf } from './choose-face.ts';
import { NoFace } from './errors.ts';
import { openingOf } from './mouth-opening.ts';
import { smoothTrack } from './smooth-track.ts';
import type { FaceTrack } from './track-faces.ts';

/** A face that is moved. */
export type SpeakingFace = {
  track: FaceTrack;
  /** Null if it is the only face, which then speaks in all pictures. */
  turns: SpeakingTurns | null;
  speakers: readonly string[];
};

export type SpeakingTurns = {
  /** Pictures in which the original moves this mouth, or the new speech does. In all others it is left as it is. */
  moved: readonly PictureSpan[];
  /** Pictures in which it follows the sound. In the other moved ones it rests. */
  said: readonly PictureSpan[];
};

/** `to` is excluded. */
export type PictureSpan = { from: number; to: number };

/** Lips move over this much time. Shorter changes are jitter of the landmarks. */
const MOVEMENT_SECONDS = 0.08;
/** A mouth that moves less than this, against those that speak in the film, listens to somebody who is not seen. */
const LISTENING = 0.3;
const MARGIN_SECONDS = 0.12;
/** The mouth stays moved between lines that are closer than this. */
const PAUSE_SECONDS = 0.5;

/** Finds the face of each turn: the one whose mouth moves most while that speaker is heard in the original. */
export function chooseSpeakers(
  tracks: readonly FaceTrack[],
  turns: readonly Turn[],
  perSecond: number,
): SpeakingFace[] {
  if (tracks.length === 0) throw new NoFace();
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  if (speakers.length < 2 && !tracks.some((track) => tracks.some((other) => meet(track, other))))
    return chooseFace(tracks, undefined).map((track) => ({ track, turns: null, speakers }));
  const movement = movementOf(tracks, turns, perSecond);
  const found = withMargins(turns).flatMap((turn) => facesOf(tracks, turn, perSecond, movement));
  const usual = Math.max(0, ...found.map((one) => one.movement));
  const speaking = found.filter((one) => one.movement >= LISTENING * usual);
  if (speaking.length === 0) throw new NoFace();
  const pause = Math.round(PAUSE_SECONDS * perSecond);
  return tracks.flatMap((track) => {
    const own = speaking.filter((one) => one.track === track).map(({ turn }) => turn);
    if (own.length === 0) return [];
    const said = own.map((turn) => picturesOf(turn.said, perSecond));
    const moved = joined([...said, ...own.map((turn) => picturesOf(turn.heard, perSecond))], pause);
    return [{ track, turns: { moved, said }, speakers: [...new Set(own.map(({ speaker }) => speaker))] }];
  });
}

/** Most faces that are seen in one picture. */
export function mostFaces(tracks: readonly FaceTrack[]): number {
  const at = (picture: number): number =>
    tracks.filter((track) => track.first <= picture && picture <= endOf(track)).length;
  return Math.max(0, ...tracks.map(({ first }) => at(first)));
}

type Movement = (track: FaceTrack, speaker: string) => number;

/** How much a mouth moves while a speaker is heard, over all of their turns: a single one may be a laugh of a listener. */
function movementOf(tracks: readonly FaceTrack[], turns: readonly Turn[], perSecond: number): Movement {
  const lag = Math.max(1, Math.round(MOVEMENT_SECONDS * perSecond));
  const moves = new Map(tracks.map((track) => [track, changes(smoothTrack(track).map(openingOf), lag)]));
  return (track, speaker) => {
    const own = turns
      .filter((turn) => turn.speaker === speaker)
      .flatMap(({ heard }) => {
        const { from, to } = picturesOf(heard, perSecond);
        return moves.get(track)?.slice(Math.max(0, from - track.first), Math.max(0, to - track.first)) ?? [];
      });
    return own.length === 0 ? 0 : own.reduce((sum, one) => sum + one, 0) / own.length;
  };
}

/** One face for each scene that the turn is in, or the next best where that one is not seen. */
function facesOf(tracks: readonly FaceTrack[], turn: Turn, perSecond: number, movement: Movement) {
  const { from, to } = picturesOf(turn.heard, perSecond);
  const ranked = tracks
    .filter((track) => track.first < to && endOf(track) >= from)
    .map((track) => ({ track, turn, movement: movement(track, turn.speaker) }))
    .toSorted((a, b) => b.movement - a.movement);
  const chosen: typeof ranked = [];
  for (const one of ranked) if (!chosen.some(({ track }) => meet(track, one.track))) chosen.push(one);
  return chosen;
}

/** Lips part before the first sound and close after the last, but not while somebody else speaks. */
function withMargins(turns: readonly Turn[]): Turn[] {
  const sorted = turns.toSorted((a, b) => a.said.start - b.said.start);
  return sorted.map((turn, i) => {
    const { start, end } = turn.said;
    const before = sorted[i - 1]?.said.end ?? 0;
    const after = sorted[i + 1]?.said.start ?? Number.POSITIVE_INFINITY;
    const said = {
      start: Math.max(start - MARGIN_SECONDS, Math.min(start, (before + start) / 2)),
      end: Math.min(end + MARGIN_SECONDS, Math.max(end, (end + after) / 2)),
    };
    return { ...turn, said };
  });
}

function meet(a: FaceTrack, b: FaceTrack): boolean {
  return a !== b && a.first <= endOf(b) && b.first <= endOf(a);
}

function changes(values: readonly number[], lag: number): number[] {
  return values.map((value, i) => Math.abs(value - (values[Math.max(0, i - lag)] as number)));
}

function picturesOf({ start, end }: TimeSpan, perSecond: number): PictureSpan {
  return { from: Math.max(0, Math.floor(start * perSecond)), to: Math.ceil(end * perSecond) };
}

function joined(spans: readonly PictureSpan[], pause: number): PictureSpan[] {
  const all: PictureSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && span.from <= last.to + pause) last.to = Math.max(last.to, span.to);
    else all.push({ ...span });
  }
  return all;
}
