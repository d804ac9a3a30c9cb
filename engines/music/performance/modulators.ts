/** The part of a sound font's modulator that counts here. */
export type FontModulator = {
  destination: number;
  transformAmount: number;
  primarySource: Source;
  secondarySource: Source;
};
type Source = { index: number; isCC: boolean; isBipolar: boolean; isNegative: boolean; curveType: number };

const NO_CONTROLLER = 0;
const VELOCITY = 2;
const KEY = 3;

/**
 * The generators with what velocity and key add to them. Wheels, pedals and pressure rest, so that what they control
 * stays as it is.
 */
export function modulated(
  generators: ArrayLike<number>,
  modulators: readonly FontModulator[],
  key: number,
  velocity: number,
): number[] {
  const values = Array.from(generators);
  for (const { destination, transformAmount, primarySource, secondarySource } of modulators) {
    const primary = controlOf(primarySource, key, velocity);
    const secondary =
      secondarySource.index === NO_CONTROLLER && !secondarySource.isCC
        ? 1
        : controlOf(secondarySource, key, velocity);
    values[destination] = (values[destination] ?? 0) + transformAmount * primary * secondary;
  }
  return values;
}

function controlOf(source: Source, key: number, velocity: number): number {
  if (source.isCC || (source.index !== VELOCITY && source.index !== KEY)) return 0;
  const raw = (source.index === VELOCITY ? velocity : key) / 128;
  const turned = source.isNegative ? 1 - raw : raw;
  if (!source.isBipolar) return curve(turned, source.curveType);
  const away = 2 * turned - 1;
  return Math.sign(away) * curve(Math.abs(away), source.curveType);
}

function curve(x: number, type: number): number {
  if (type === 1) return concave(x);
  if (type === 2) return 1 - concave(1 - x);
  if (type === 3) return x >= 0.5 ? 1 : 0;
  return x;
}

/** The standard's curve of velocities and volumes: 40 dB for each tenfold. */
function concave(x: number): number {
  return Math.min(1, (-400 / 960) * Math.log10(Math.max(1e-6, 1 - x)));
}
