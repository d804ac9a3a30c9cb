import { smoothStep } from '../smooth-step.ts';

/** A movement that rises before its peak, holds, and falls. */
export type FaceEvent = {
  peakSeconds: number;
  riseSeconds: number;
  holdSeconds: number;
  fallSeconds: number;
  amount: number;
};

/** Sum of all events at a time. Events are sorted by time and few overlap. */
export function eventsAt(events: readonly FaceEvent[], seconds: number): number {
  let sum = 0;
  for (let i = lastStarted(events, seconds); i >= 0; i -= 1) {
    const event = events[i] as FaceEvent;
    if (seconds - event.peakSeconds > LONGEST_SECONDS) break;
    sum += event.amount * presenceOf(event, seconds);
  }
  return sum;
}

/** No event lasts longer. */
const LONGEST_SECONDS = 4;

function presenceOf(event: FaceEvent, seconds: number): number {
  const { peakSeconds, riseSeconds, holdSeconds, fallSeconds } = event;
  const onset = smoothStep((seconds - peakSeconds + riseSeconds) / riseSeconds);
  return onset * smoothStep((peakSeconds + holdSeconds + fallSeconds - seconds) / fallSeconds);
}

function lastStarted(events: readonly FaceEvent[], seconds: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.peakSeconds ?? 0) - LONGEST_SECONDS < seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
