export { type CallDeps, collectCall, enqueueCall } from './call-worker.ts';
export { trackTasks } from './track-tasks.ts';
