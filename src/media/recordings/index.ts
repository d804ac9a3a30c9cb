export { recordingData } from './account-data.ts';
export { createRecordings, type RecordedChunk, type Recordings, type Speaking } from './recordings.ts';
