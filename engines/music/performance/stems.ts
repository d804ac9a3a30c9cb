import { toPcm16 } from '../../codec/index.ts';
import type { Role } from '../genres/genre.ts';
import { type Stereo, silence } from './stereo.ts';

/** Stems are delivered in this order. `noise` is the crackle and hiss of old recordings. */
const STEM_NAMES = ['drums', 'bass', 'chords', 'pads', 'melody', 'noise'] as const;
export type StemName = (typeof STEM_NAMES)[number];

const STEM_OF_ROLE: Record<Role, StemName> = {
  drums: 'drums',
  bass: 'bass',
  comping: 'chords',
  arpeggio: 'chords',
  pad: 'pads',
  melody: 'melody',
  counter: 'melody',
};

export function stemOf(role: Role): StemName {
  return STEM_OF_ROLE[role];
}

/** A sound, and the stems that it is the sum of. Without stems if nobody wants them. */
export type Mix = { bus: Stereo; stems: Map<StemName, Stereo> | null };

export function soundsOf({ bus, stems }: Mix): Stereo[] {
  return [bus, ...(stems?.values() ?? [])];
}

/** Noise is added to these: the mix and, if there are stems, their own. */
export function noiseTargets({ bus, stems }: Mix): Stereo[] {
  if (!stems) return [bus];
  const noise = stems.get('noise') ?? silence(bus.left.length);
  stems.set('noise', noise);
  return [bus, noise];
}

/** The same change for the mix and every stem; it must leave the number of channels as it is. */
export function mapChannels({ bus, stems }: Mix, change: (channel: Float32Array) => Float32Array): Mix {
  const both = ({ left, right }: Stereo) => ({ left: change(left), right: change(right) });
  return {
    bus: both(bus),
    stems: stems && new Map([...stems].map(([name, sound]) => [name, both(sound)])),
  };
}

export type WholeStereo = { left: Int16Array; right: Int16Array };
export type Stem = WholeStereo & { name: StemName };

/** Rounds to 16 bits in such a way that the stems sum to the mix sample by sample. */
export function inWholeSteps({ bus, stems }: Mix): { mix: WholeStereo; stems: Stem[] } {
  const names = STEM_NAMES.filter((name) => stems?.has(name));
  const sounds = names.flatMap((name) => stems?.get(name) ?? []);
  const mix = { left: toPcm16(bus.left), right: toPcm16(bus.right) };
  const left = partsOf(
    mix.left,
    sounds.map((sound) => sound.left),
  );
  const right = partsOf(
    mix.right,
    sounds.map((sound) => sound.right),
  );
  return {
    mix,
    stems: names.map((name, k) => ({ name, left: left[k] as Int16Array, right: right[k] as Int16Array })),
  };
}

const FULL_SCALE = 32_767;

/**
 * Rounds the running sums of the parts rather than the parts, so that the last sum is the whole and no part is off by
 * more than a step. A part that would clip hands its excess to those with room: the whole does not clip, so there is some.
 */
export function partsOf(whole: Int16Array, parts: readonly Float32Array[]): Int16Array[] {
  const made = parts.map(() => new Int16Array(whole.length));
  const last = parts.length - 1;
  for (let i = 0; i < whole.length; i += 1) {
    let sum = 0;
    let given = 0;
    let excess = 0;
    for (let k = 0; k <= last; k += 1) {
      sum += ((parts[k] as Float32Array)[i] as number) * FULL_SCALE;
      const reached = k === last ? (whole[i] as number) : Math.round(sum);
      const wanted = reached - given;
      const step = Math.max(-FULL_SCALE, Math.min(FULL_SCALE, wanted));
      (made[k] as Int16Array)[i] = step;
      excess += wanted - step;
      given = reached;
    }
    if (excess !== 0) spread(made, i, excess);
  }
  return made;
}

function spread(parts: readonly Int16Array[], i: number, excess: number): void {
  for (const part of parts) {
    const step = part[i] as number;
    const fuller = Math.max(-FULL_SCALE, Math.min(FULL_SCALE, step + excess));
    part[i] = fuller;
    excess -= fuller - step;
  }
}
