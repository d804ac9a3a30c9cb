import { FORM_NAMES, type FormName } from '../mouth-form.ts';
import type { HeardForm } from '../types.ts';
import { CURVE_COUNT, CURVE_NAMES, type HeardSteps } from './layout.ts';

/** Each value is meant together with its neighbours: a mouth has no movement of 10 ms. */
const SMOOTHING = [0.2, 0.6, 0.2] as const;

export function formOf(heard: HeardSteps): HeardForm {
  return Object.fromEntries(FORM_NAMES.map((name) => [name, curveOf(heard, name)])) as HeardForm;
}

export function curveOf({ steps, curves }: HeardSteps, name: FormName | 'stress'): Float32Array {
  const place = CURVE_NAMES.indexOf(name);
  const at = (step: number): number =>
    curves[Math.min(Math.max(step, 0), steps - 1) * CURVE_COUNT + place] ?? 0;
  const [before, here, after] = SMOOTHING;
  return Float32Array.from(
    { length: steps },
    (_, step) => before * at(step - 1) + here * at(step) + after * at(step + 1),
  );
}
