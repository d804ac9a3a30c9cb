import { MEGABYTE } from '../../../platform/megabyte.ts';
import type { CloneKind } from '../custom-voice.ts';
import { MOST_SAMPLE_SECONDS } from '../samples.ts';

type Range = { min: number; max: number };

export type CloneRules = {
  files: Range;
  /** This bounds each file. */
  fileSeconds: Range;
  totalSeconds: Range;
  /** A file must be smaller. */
  fileBytes: number;
};

export const CLONE_RULES: Record<CloneKind, CloneRules> = {
  instant: {
    files: { min: 1, max: 5 },
    fileSeconds: { min: 5, max: 10 },
    totalSeconds: { min: 5, max: 50 },
    fileBytes: 8 * MEGABYTE,
  },
  professional: {
    files: { min: 5, max: 25 },
    fileSeconds: { min: 1, max: MOST_SAMPLE_SECONDS },
    totalSeconds: { min: 120, max: MOST_SAMPLE_SECONDS },
    fileBytes: 32 * MEGABYTE,
  },
};

/** Before the kind is known. */
export const UPLOAD_LIMITS = {
  maxFiles: CLONE_RULES.professional.files.max,
  maxFileBytes: CLONE_RULES.professional.fileBytes,
};

/** The content of a sample decides, not its name. These are ffmpeg's names. */
export const SAMPLE_FORMATS: readonly string[] = ['wav', 'mp3'];
