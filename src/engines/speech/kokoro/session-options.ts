import type { InferenceSession } from 'onnxruntime-node';

export function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    extra: {
      session: {
        // x64 processors without VNNI add 8-bit products in 16 bits and saturate; there it computes in 16 instead.
        x64quantprecision: '1',
        // Idle threads that spin take the cores away from the API and from the other processes.
        intra_op: { allow_spinning: '0' },
        inter_op: { allow_spinning: '0' },
      },
    },
  };
}
