export { measureTurns } from './turn-meter.ts';
