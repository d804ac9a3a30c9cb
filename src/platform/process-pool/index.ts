export { childEnvironment } from './child-environment.ts';
export { EngineBusy, EngineFailed } from './errors.ts';
export type { PoolState, PoolStats, ProcessPoolOptions } from './options.ts';
export { createProcessPool, type ProcessPool } from './pool.ts';

export { type CallContext, type Served, serveProcess } from './serve.ts';
export { type ConfigOf, count, list, object, orNull, text } from './start-config.ts';
