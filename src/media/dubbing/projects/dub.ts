import { type Static, Type } from '@sinclair/typebox';
import { isPrefixedId, prefixedId } from '../../../platform/ids.ts';
import { type DubProduct, type DubRequest, DubRequestSchema } from '../dub-request.ts';
import type { DubScript } from '../project.ts';

const { source_language, range, num_speakers, consent, glossary } = DubRequestSchema.properties;
const { lip_sync, sync_mode, fit, drop_background } = DubRequestSchema.properties;

/** The customer chose these options, and the worker gets them in the same form. */
export const DubOptions = Type.Object({
  source_language,
  range,
  num_speakers,
  consent,
  glossary,
  lip_sync,
  sync_mode,
  fit,
  drop_background,
  /** Speakers without a voice of their own get this voice. */
  voice_id: Type.Union([Type.String(), Type.Null()]),
});
export type DubOptions = Static<typeof DubOptions>;

export type Film = {
  id: string;
  object_key: string;
  filename: string;
  content_type: string;
  bytes: number;
  sha256: string;
  seconds: number;
  has_video: boolean;
  has_audio: boolean;
  width: number | null;
  height: number | null;
};

export type GivenScript = NonNullable<DubRequest['given']>;

/** These settings of a job decide how much of its result the next job must render again. */
export type Rendering = Pick<DubOptions, 'lip_sync' | 'sync_mode' | 'fit'> & {
  /** The version of the dub that the job renders. A dub with a later one has changed since. */
  version: number;
  /** Speakers that the job finds a voice for. */
  cast: string[];
};

/** Describes the result of the last completed job. */
export type Rendered = Omit<Rendering, 'cast'> & {
  /** Start and end of each line, by id. */
  places: Record<string, [start: number, end: number]>;
  lips: DubProduct['lips'];
};

export type DubRow = {
  id: string;
  account_id: string;
  film: Film;
  name: string;
  target_language: string;
  options: DubOptions;
  given: GivenScript | null;
  script: DubScript | null;
  version: number;
  job_id: string;
  rendering: Rendering;
  rendered: Rendered | null;
  output_job_id: string | null;
  speech_key: string | null;
  /** Length of the result. */
  seconds: number | null;
  translated_by: string | null;
  created_at: Date;
  updated_at: Date;
};

export function newDubId(now: Date): string {
  return prefixedId('dub', now.getTime());
}

export function isDubId(text: string): boolean {
  return isPrefixedId('dub', text);
}

/** Length of the part that is dubbed. */
export function dubbedSeconds({ seconds }: Pick<Film, 'seconds'>, range: DubOptions['range']): number {
  return range ? range.to - range.from : seconds;
}

/** Returns the settings that the next job gets. */
export function renderingOf({
  version,
  options,
  script,
}: Pick<DubRow, 'version' | 'options' | 'script'>): Rendering {
  const { lip_sync, sync_mode, fit } = options;
  const cast = script?.speakers.flatMap(({ id, voice }) => (voice ? [] : [id])) ?? [];
  return { version, lip_sync, sync_mode, fit, cast };
}
