export { type ObjectWriter, openObjectWriter } from './object-writer.ts';
export { createRecordings, type RecordedChunk, type Recordings, type Speaking } from './recordings.ts';
