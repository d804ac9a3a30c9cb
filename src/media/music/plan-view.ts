import {
  type Key,
  keyName,
  type MusicPlan,
  makePlan,
  makeSections,
  parseKey,
  type Reading,
  type SectionWish,
} from '../../../engines/music/index.ts';
import { InvalidHitPoints, SectionsDoNotAddUp, UnknownKey } from './errors.ts';
import { HIT_ROOM, MIN_HIT_GAP, type MusicRequest, type PlanView, type SectionView } from './schemas.ts';

/** Sections may differ from the length of the piece by this many seconds. */
const ROUNDING = 0.005;

/** Makes a plan. Fields of the request win over the plan that was sent back, and that one wins over the prompt. */
export function planFor(request: MusicRequest, reading: Reading, seconds: number): MusicPlan {
  const { prompt, plan = {}, bpm = plan.bpm, key = plan.key, intensity = plan.intensity } = request;
  const timeSignature = request.time_signature ?? plan.time_signature;
  // The genre and mood of a plan that was sent back decide what it leaves open.
  const sent = [
    ...(plan.genre ? [{ kind: 'genre' as const, value: plan.genre }] : []),
    ...(plan.mood ? [{ kind: 'mood' as const, value: plan.mood }] : []),
  ];
  const meanings = [...sent, ...reading.meanings];
  const wishes = { bpm, key: key === undefined ? undefined : keyFrom(key), timeSignature, intensity };
  const made = makePlan({ ...reading, meanings }, prompt, wishes);
  const isFlexible = request.bpm === undefined && plan.tempo === 'flexible';
  const whole = {
    ...made,
    isTempoFixed: (made.isTempoFixed || plan.tempo === 'exact') && !isFlexible,
    instruments: plan.instruments ?? made.instruments,
    without: plan.without ?? made.without,
    energy: plan.energy ?? made.energy,
    era: plan.era === undefined ? made.era : plan.era,
    hitPoints: checkedHitPoints(request.hit_points ?? plan.hit_points ?? [], seconds),
  };
  const sections = filling(request.sections ?? plan.sections ?? [], seconds);
  return { ...whole, sections: makeSections(sections.map(wishOf), whole) };
}

/** Sums of decimal fractions are not exact. The last section takes the difference. */
function filling(sections: readonly SectionView[], seconds: number): SectionView[] {
  if (sections.length === 0) return [];
  const sum = sections.reduce((total, section) => total + section.seconds, 0);
  if (Math.abs(sum - seconds) > ROUNDING) throw new SectionsDoNotAddUp(sum, seconds);
  return sections.map((section, index) =>
    index === sections.length - 1 ? { ...section, seconds: section.seconds + seconds - sum } : section,
  );
}

function wishOf({ name, key, ...section }: SectionView): SectionWish {
  return { ...section, name: name ?? undefined, key: key === undefined ? undefined : keyFrom(key) };
}

function checkedHitPoints(hitPoints: readonly number[], seconds: number): readonly number[] {
  for (const [index, hit] of hitPoints.entries()) {
    if (hit > seconds - HIT_ROOM)
      throw new InvalidHitPoints(
        `hit_points must be at most ${seconds - HIT_ROOM}: ${HIT_ROOM} s before the end.`,
      );
    const before = hitPoints[index - 1];
    if (before !== undefined && hit - before < MIN_HIT_GAP - 1e-9)
      throw new InvalidHitPoints(
        `hit_points must increase by at least ${MIN_HIT_GAP} s; ${hit} follows ${before}.`,
      );
  }
  return hitPoints;
}

function keyFrom(name: string): Key {
  const key = parseKey(name);
  if (!key) throw new UnknownKey();
  return key;
}

export function viewOfPlan(plan: MusicPlan): PlanView {
  const { genre, mood, bpm, key, timeSignature, instruments, without, energy, intensity, era } = plan;
  return {
    genre,
    mood,
    bpm,
    tempo: plan.isTempoFixed ? 'exact' : 'flexible',
    key: keyName(key),
    time_signature: timeSignature,
    instruments: [...instruments],
    without: [...without],
    energy,
    intensity,
    era,
    sections: plan.sections.map((section) => ({ ...section, key: keyName(section.key) })),
    hit_points: [...plan.hitPoints],
  };
}
