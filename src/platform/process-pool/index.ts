export { EngineBusy, EngineFailed } from './errors.ts';
export {
  type CallOptions,
  createProcessPool,
  type PoolState,
  type PoolStats,
  type ProcessPool,
  type ProcessPoolOptions,
} from './pool.ts';
export type { MethodMap } from './protocol.ts';
export { type CallContext, type Served, serveProcess } from './serve.ts';
