export { answerAsks } from './answer-asks.ts';
export { AskedThread } from './asked-thread.ts';
export { ThreadsBusy, TooManyTasks, TooMuchWork } from './errors.ts';
export { FairQueue } from './fair-queue.ts';
export { createThreads, type Threads } from './pool.ts';
export { defineTask } from './task.ts';
export { startThread, type Thread, ThreadEnded } from './thread.ts';
