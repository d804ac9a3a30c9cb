export { currentActivity, runAs } from './activity.ts';
export { measureTurns } from './turn-meter.ts';
export { type EventLoopWatch, type LongTurn, watchEventLoop } from './watch.ts';
