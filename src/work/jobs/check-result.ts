import { billableQuantity, CREDITS_PER_UNIT } from '../../money/pricing/index.ts';
import { ResultRefused } from './errors.ts';
import type { JobOutput, JobResult } from './job.ts';
import type { JobKind, OutputKind, ResultField } from './kinds.ts';
import type { JobCharge } from './queries/finish.ts';

const RESULT_FIELDS: readonly ResultField[] = ['durationSeconds', 'width', 'height'];

/** An output that the kind declares, uploaded as the type that it declares. */
export function requireOutput(kind: JobKind, { name, contentType }: JobOutput): OutputKind {
  const declared = Object.hasOwn(kind.outputs, name) ? kind.outputs[name] : undefined;
  if (!declared) throw new ResultRefused(`A ${kind.name} job has no output "${name}".`);
  if (mediaTypeOf(contentType) !== mediaTypeOf(declared.contentType))
    throw new ResultRefused(`The output "${name}" must be ${mediaTypeOf(declared.contentType)}.`);
  return declared;
}

function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** A worker may report only what the kind declares. */
export function requireDeclared(kind: JobKind, result: JobResult): void {
  for (const output of result.outputs) requireOutput(kind, output);
  if (!result.outputs.some(({ name }) => kind.outputs[name]?.path === 'output'))
    throw new ResultRefused(`A ${kind.name} job must have its main output.`);
  const unit = Object.keys(result.measured).find((name) => !Object.hasOwn(kind.measured, name));
  if (unit !== undefined) throw new ResultRefused(`A ${kind.name} job does not measure ${unit}.`);
  const field = RESULT_FIELDS.find((name) => result[name] !== undefined && !kind.resultFields.includes(name));
  if (field !== undefined) throw new ResultRefused(`A ${kind.name} job has no ${field}.`);
}

/** What a charge settles at: the measured quantity within its bounds, else what was reserved. */
export function costOf(
  kind: JobKind,
  { unit, credits, mostQuantity }: JobCharge,
  measured: JobResult['measured'],
): { credits: number; quantity?: number; mayExceed: boolean } {
  const rule = kind.measured[unit];
  const value = measured[unit];
  if (!rule || value === undefined) return { credits, mayExceed: false };
  const most = Math.min(rule.most, mostQuantity ?? rule.most);
  const quantity = billableQuantity(value);
  if (quantity > most) throw new ResultRefused(`This job may measure at most ${most} ${unit}.`);
  return { credits: quantity * CREDITS_PER_UNIT[unit], quantity, mayExceed: rule.mayExceedReservation };
}
