import { Type } from '@sinclair/typebox';

const Token = Type.String({ format: 'uuid' });
/** The kind of a job declares which outputs it may have. */
const FILE_NAME = '^[a-z][a-z0-9_]{0,39}$';
const OutputName = Type.String({ pattern: FILE_NAME });
const Capability = Type.String({ minLength: 1, maxLength: 80 });

export const Registration = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Shown to administrators, such as the host name.',
  }),
  capabilities: Type.Array(Capability, {
    minItems: 1,
    maxItems: 500,
    description: 'Job kinds and features, such as `video` and `lipsync:musetalk`.',
  }),
});
export const Registered = Type.Object({ worker_id: Type.String(), lease_seconds: Type.Number() });

export const WorkerParams = Type.Object({ worker_id: Type.String({ maxLength: 100 }) });
export const LeaseRequest = Type.Object({
  wait_seconds: Type.Number({
    minimum: 0,
    maximum: 30,
    default: 20,
    description: 'How long to wait when no job is ready.',
  }),
  besides: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description: 'Jobs the worker holds. Only jobs of other accounts are leased.',
    }),
  ),
});
export const LeasedJobSchema = Type.Object({
  job_id: Type.String(),
  lease_token: Token,
  kind: Type.String(),
  attempt: Type.Integer(),
  lease_seconds: Type.Number({ description: 'How long the lease lasts without a report.' }),
  request: Type.Unknown(),
  inputs: Type.Array(Type.Object({ name: Type.String(), content_type: Type.String() })),
  checkpoint: Type.Unknown({ description: 'What an earlier attempt saved last, or null.' }),
  checkpoint_file: Type.Boolean({ description: 'Whether a file belongs to the checkpoint.' }),
});

export const JobParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const InputParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  name: Type.String({ maxLength: 40 }),
});
export const OutputParams = Type.Object({ id: Type.String({ maxLength: 100 }), name: OutputName });
export const LeaseHeaders = Type.Object({ 'x-lease-token': Token });
export const InputHeaders = Type.Object({
  'x-lease-token': Token,
  'if-none-match': Type.Optional(Type.String({ maxLength: 200 })),
});

export const Report = Type.Object({
  stage: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
});
export const Checkpoint = Type.Object({
  checkpoint: Type.Object({}, { description: 'Any JSON object. A later attempt gets it with its lease.' }),
  file: Type.Optional(
    Type.String({
      pattern: FILE_NAME,
      description: 'A file that was uploaded before. Without it, the file of the checkpoint before stays.',
    }),
  ),
});
const MeasuredQuantities = Type.Record(
  Type.String({ maxLength: 40 }),
  Type.Number({ minimum: 0, maximum: 1e6 }),
  { description: 'Measured quantity per metered unit, such as `video_second`.' },
);
export const MeasuredSchema = Type.Object({ measured: MeasuredQuantities });
export const Completion = Type.Object({
  outputs: Type.Array(Type.Object({ name: OutputName, content_type: Type.String({ maxLength: 100 }) }), {
    maxItems: 10,
  }),
  measured: MeasuredQuantities,
  product: Type.Optional(
    Type.Unknown({ description: 'Data that the kind of job makes, such as the speaker of a clone.' }),
  ),
  duration_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  width: Type.Optional(Type.Integer({ minimum: 1, maximum: 16_384 })),
  height: Type.Optional(Type.Integer({ minimum: 1, maximum: 16_384 })),
});
export const FailureSchema = Type.Object({
  error: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Shown to the customer. Nothing internal.',
  }),
  error_code: Type.String({ pattern: '^[a-z][a-z0-9_]{1,60}$' }),
  final: Type.Boolean({ description: 'True when another attempt would fail the same way.' }),
});
