import { FORM_NAMES, type FormCurves, type FormName } from '../types.ts';
import { CURVE_COUNT, CURVE_NAMES, type LipSteps } from './layout.ts';

/** Smooths each value with two neighbours on either side: no mouth movement is as short as 10 ms. */
const OWN_SHARE = 0.4;
const NEXT_SHARE = 0.2;

export function formOf(lips: LipSteps): FormCurves {
  return Object.fromEntries(FORM_NAMES.map((name) => [name, curveOf(lips, name)])) as FormCurves;
}

export function curveOf({ steps, curves }: LipSteps, name: FormName | 'stress'): Float32Array {
  const place = CURVE_NAMES.indexOf(name);
  const at = (step: number): number =>
    curves[Math.min(Math.max(step, 0), steps - 1) * CURVE_COUNT + place] ?? 0;
  const curve = new Float32Array(steps);
  for (let step = 0; step < steps; step += 1)
    curve[step] =
      (NEXT_SHARE * (at(step - 2) + at(step + 2))) / 2 +
      NEXT_SHARE * (at(step - 1) + at(step + 1)) +
      OWN_SHARE * at(step);
  return curve;
}
