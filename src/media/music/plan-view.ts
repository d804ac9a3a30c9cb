import {
  type Key,
  keyName,
  type MusicPlan,
  makePlan,
  parseKey,
  type Reading,
} from '../../engines/music/index.ts';
import { UnknownKey } from './errors.ts';
import type { MusicRequest, PlanView } from './schemas.ts';

/** What the prompt says, then the fields of the request, then the plan that was sent back. */
export function planFor(request: MusicRequest, reading: Reading): MusicPlan {
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
  return {
    ...made,
    instruments: plan.instruments ?? made.instruments,
    without: plan.without ?? made.without,
    energy: plan.energy ?? made.energy,
    era: plan.era === undefined ? made.era : plan.era,
  };
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
    key: keyName(key),
    time_signature: timeSignature,
    instruments: [...instruments],
    without: [...without],
    energy,
    intensity,
    era,
  };
}
