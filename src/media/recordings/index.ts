export { createRecordings, type RecordedChunk, type Recordings, type Speaking } from './recordings.ts';
