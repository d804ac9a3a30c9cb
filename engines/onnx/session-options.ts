import type { InferenceSession } from 'onnxruntime-node';

/** How every network here is run; `settings` are onnxruntime's own, by name. */
export function sessionOptions(
  threads: number,
  settings: Readonly<Record<string, string>> = {},
): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    extra: {
      session: {
        ...settings,
        // Idle threads that spin take the cores away from the API and from the other processes.
        intra_op: { allow_spinning: '0' },
        inter_op: { allow_spinning: '0' },
      },
    },
  };
}
