import { ProductRefused, ResultRefused } from './errors.ts';
import type { JobOutput, JobResult, Measured } from './job.ts';
import type { JobKind, OutputKind, ResultField } from './kinds.ts';

const RESULT_FIELDS: readonly ResultField[] = ['durationSeconds', 'width', 'height'];

/** Refuses an output that the kind does not declare, or that has another content type. */
export function requireOutput(kind: JobKind, { name, contentType }: JobOutput): OutputKind {
  const declared = requireKnown(kind, name);
  if (mediaTypeOf(contentType) !== mediaTypeOf(declared.contentType))
    throw new ResultRefused(`The output "${name}" must be ${mediaTypeOf(declared.contentType)}.`);
  return declared;
}

function requireKnown(kind: JobKind, name: string): OutputKind {
  const declared = Object.hasOwn(kind.outputs, name) ? kind.outputs[name] : undefined;
  if (!declared) throw new ResultRefused(`A ${kind.name} job has no output "${name}".`);
  return declared;
}

function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Refuses a result with anything that the kind does not declare. */
export function requireDeclared(kind: JobKind, result: JobResult): void {
  for (const output of result.outputs) requireOutput(kind, output);
  const isMain = ({ path }: OutputKind) => path === 'output';
  const hasMain = result.outputs.some(({ name }) => isMain(requireKnown(kind, name)));
  if (!hasMain && Object.values(kind.outputs).some(isMain))
    throw new ResultRefused(`A ${kind.name} job must have its main output.`);
  const { product } = result;
  if (kind.isProduct ? !kind.isProduct(product, result.outputs) : product !== undefined)
    throw new ProductRefused(`The product is not what a ${kind.name} job makes. The job has failed.`);
  requireMeasured(kind, result.measured);
  const field = RESULT_FIELDS.find((name) => result[name] !== undefined && !kind.resultFields.includes(name));
  if (field !== undefined) throw new ResultRefused(`A ${kind.name} job has no ${field}.`);
}

export function requireMeasured(kind: JobKind, measured: Measured): void {
  const unit = Object.keys(measured).find((name) => !Object.hasOwn(kind.measured, name));
  if (unit !== undefined) throw new ResultRefused(`A ${kind.name} job does not measure ${unit}.`);
}
