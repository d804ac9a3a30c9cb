export { type Activity, currentActivity, runAs } from './activity.ts';
export { measureTurns } from './turn-meter.ts';
export { type EventLoopWatch, LONG_TURN_MS, type LongTurn, watchEventLoop } from './watch.ts';
