import type { DecodeToFile } from '../../../engines/ffmpeg/index.ts';
import type { LipsEngine } from '../../../engines/lipsync/index.ts';
import type { MixingEngine } from '../../../engines/mixing/index.ts';
import type { SeparationEngine } from '../../../engines/separation/index.ts';
import type { SpeechEngine } from '../../../engines/speech/index.ts';
import type { TranscriptionEngine } from '../../../engines/transcription/index.ts';
import type { VideoEngine } from '../../../engines/video/index.ts';
import type { VoiceMaker } from '../../library/voices/index.ts';
import type { Assignment } from '../../work/workers/index.ts';
import type { DubCheckpoint } from './dub-checkpoint.ts';
import type { DubRequest } from './dub-request.ts';
import type { OpenedFilm, openFilm } from './picture/open-film.ts';
import type { StageStart } from './stage-progress.ts';
import type { Translators } from './translating/types.ts';

export type DubEngines = {
  speech: SpeechEngine;
  transcription: TranscriptionEngine;
  translators: Translators;
  voiceMaker: VoiceMaker;
  separation: SeparationEngine;
  mixing: MixingEngine;
  video: VideoEngine;
  lips: LipsEngine;
  tools: Parameters<typeof openFilm>[0];
  decodeToFile: DecodeToFile;
  /** Whether the speech engine reaches the workers that speak remote voices. */
  hasRemoteVoices?: boolean;
};

/** A job under way. `save` keeps what is known, so that an attempt after a crash begins with the stage that was cut off. */
export type Run = {
  engines: DubEngines;
  assignment: Assignment;
  request: DubRequest;
  film: OpenedFilm;
  startStage: StageStart;
  save(known: DubCheckpoint, file?: string): Promise<DubCheckpoint>;
};

export type Spoken = DubCheckpoint & { spoken: NonNullable<DubCheckpoint['spoken']> };
