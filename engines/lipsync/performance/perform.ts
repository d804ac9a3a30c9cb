import { createChance, seedFrom } from '../../dsp/index.ts';
import type { MouthTrack } from '../types.ts';
import { browsOf, nodsOf } from './accents.ts';
import { blinksOf } from './blinks.ts';
import { eventsAt } from './events.ts';
import { fixationsOf, gazeAt } from './gaze.ts';
import { createSway } from './sway.ts';

/** Movement of the face other than the mouth. */
export type FaceMoment = {
  /** 0 open, 1 closed. */
  lids: number;
  /** −1 left to 1 right, −1 down to 1 up, as the viewer sees it. */
  gaze: { x: number; y: number };
  /** 0 at rest, 1 raised. */
  brows: number;
  /** Right and down as a share of the head's height; degrees clockwise; scale 1 is the drawn size. */
  head: { x: number; y: number; tiltDegrees: number; scale: number };
};

export type Performance = {
  /** Writes to `moment`. */
  momentAt(seconds: number, moment: FaceMoment): FaceMoment;
};

const SWAY = { x: 0.02, y: 0.008, tiltDegrees: 1.3, scale: 0.008 };
const NOD = { y: 0.018, scale: 0.004 };
const BREATH = { y: 0.004, hertz: 0.26 };

export function stillFace(): FaceMoment {
  return { lids: 0, gaze: { x: 0, y: 0 }, brows: 0, head: { x: 0, y: 0, tiltDegrees: 0, scale: 1 } };
}

/** Blinks, glances, breathing and small head movements, the same for the same track. */
export function performanceOf(track: MouthTrack): Performance {
  const chance = createChance(seedOf(track));
  const blinks = blinksOf(track, chance);
  const fixations = fixationsOf(track, chance);
  const nods = nodsOf(track);
  const brows = browsOf(track);
  const [aside, updown, tilt, nearer] = Array.from({ length: 4 }, () => createSway(chance));
  return {
    momentAt(seconds, moment) {
      const nod = Math.min(1, eventsAt(nods, seconds));
      const breath = Math.sin(2 * Math.PI * BREATH.hertz * seconds);
      moment.lids = Math.min(1, eventsAt(blinks, seconds));
      moment.brows = Math.min(1, eventsAt(brows, seconds));
      gazeAt(fixations, seconds, moment.gaze);
      moment.head.x = SWAY.x * (aside?.(seconds) ?? 0);
      moment.head.y = SWAY.y * (updown?.(seconds) ?? 0) + NOD.y * nod + BREATH.y * breath;
      moment.head.tiltDegrees = SWAY.tiltDegrees * (tilt?.(seconds) ?? 0);
      moment.head.scale = 1 + SWAY.scale * (nearer?.(seconds) ?? 0) + NOD.scale * nod;
      return moment;
    },
  };
}

/** Derived from the cues, so that the same request gives the same video. */
function seedOf({ cues }: MouthTrack): number {
  return seedFrom(cues.map(({ viseme, endSeconds }) => `${viseme}${Math.round(endSeconds * 1000)}`).join(''));
}
