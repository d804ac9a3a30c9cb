import type { FfmpegTools } from '../../../../engines/ffmpeg/index.ts';
import type { FacesMoved, SyncMode } from '../../../../engines/video/index.ts';
import type { TimeMark } from '../fit-lines.ts';
import type { DubScript } from '../project.ts';
import type { LipsEngines } from './move-lips.ts';

export type FilmEngines = LipsEngines & { tools: FfmpegTools };

export type MakeFilmRequest = {
  filmPath: string;
  hasVideo: boolean;
  /** Type of the uploaded file. A result without a picture has the same type, or M4A. */
  contentType: string;
  mixedPath: string;
  voicesPath: string;
  script: DubScript;
  target: string;
  marks: readonly TimeMark[];
  /** Length of the result. */
  seconds: number;
  lipSync: boolean;
  syncMode: SyncMode;
  lipsyncModel: string;
  /** Most of the shorter side, where the picture is encoded anew. */
  height: number;
  audioKbps: number;
  maxSeconds: number;
  folder: string;
};

export type MadeFilm = {
  output: { name: string; contentType: string; path: string };
  /** VTT in the target language. */
  captionsPath: string;
  thumbnailPath: string | null;
  seconds: number;
  width?: number;
  height?: number;
  /** Null: no lips were moved. */
  lips: FacesMoved | null;
  /** Seconds whose picture was changed: lips or pace. */
  renderedSeconds: number;
};
