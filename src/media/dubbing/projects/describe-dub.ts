import type { Static } from '@sinclair/typebox';
import type { Clock } from '../../../platform/clock.ts';
import { describeJob, type JobDeps, type JobRow } from '../../../work/jobs/index.ts';
import type { DubLine, DubSpeaker } from '../project.ts';
import type { DubRow } from './dub.ts';
import type { Suggestions } from './find-cast.ts';
import type { DubSummary, DubView, LineView, SpeakerView } from './schemas.ts';
import { spokenTest } from './what-changed.ts';

export type DescribeDeps = Pick<JobDeps, 'kinds' | 'outputUrl'> & { clock: Clock };

/** The latest job of a dub, and the latest that completed. Null after it was deleted. */
export type DubJobs = { latest: JobRow; output: JobRow | null };

export function isChanged({ version, rendered }: Pick<DubRow, 'version' | 'rendered'>): boolean {
  return rendered?.version !== version;
}

export function summarize(
  deps: DescribeDeps,
  dub: DubRow,
  { latest, output }: DubJobs,
): Static<typeof DubSummary> {
  const { film } = dub;
  return {
    id: dub.id,
    name: dub.name,
    status: latest.status === 'completed' ? 'ready' : latest.status,
    changed: isChanged(dub),
    version: dub.version,
    source_language: dub.script?.source_language ?? dub.options.source_language,
    target_language: dub.target_language,
    film: {
      id: film.id,
      filename: film.filename,
      content_type: film.content_type,
      bytes: film.bytes,
      duration_seconds: film.seconds,
      has_video: film.has_video,
      width: film.width,
      height: film.height,
    },
    duration_seconds: dub.seconds,
    output_url: output && describeJob(deps, output).output_url,
    job_id: dub.job_id,
    created_at: dub.created_at.toISOString(),
    updated_at: dub.updated_at.toISOString(),
  };
}

export function describeDub(deps: DescribeDeps, dub: DubRow, jobs: DubJobs, suggested: Suggestions): DubView {
  const { options, script } = dub;
  const { voice_id: _voice, source_language: _source, range, ...shown } = options;
  const made = jobs.output && describeJob(deps, jobs.output);
  const { job_id: _job, ...summary } = summarize(deps, dub, jobs);
  return {
    ...summary,
    ...shown,
    range: range && { start: range.from, end: range.to },
    translated_by: dub.translated_by,
    lips: dub.rendered?.lips ?? null,
    speakers: (script?.speakers ?? []).map((speaker) => describeSpeaker(speaker, suggested)),
    lines: describeLines(dub, script?.lines ?? []),
    job: describeJob(deps, jobs.latest),
    seconds_left: secondsLeft(jobs.latest, deps.clock.now()),
    captions_url: made?.captions_url ?? null,
    thumbnail_url: made?.thumbnail_url ?? null,
  };
}

/** Neither prints nor artifacts leave the server. */
export function describeSpeaker(
  { id, name, seconds, voice }: DubSpeaker,
  suggested: Suggestions,
): Static<typeof SpeakerView> {
  return {
    id,
    name,
    seconds: Math.round(seconds * 100) / 100,
    voice: voice && {
      kind: voice.kind,
      voice_id: 'voice_id' in voice ? voice.voice_id : null,
      score: voice.kind === 'matched' ? voice.score : null,
    },
    suggested: suggested.get(id) ?? null,
  };
}

export function describeLines(
  dub: Pick<DubRow, 'script' | 'rendered' | 'target_language'>,
  lines: readonly DubLine[],
): Static<typeof LineView>[] {
  const isSpoken = spokenTest(dub);
  return lines.map((line) => {
    const { spoken, ...shown } = line;
    const [start, end] = dub.rendered?.places[line.id] ?? [];
    const isMoved = start !== line.start || end !== line.end;
    return {
      ...shown,
      spoken: spoken && { start: spoken.start, end: spoken.end, rate: spoken.rate, fit: spoken.fit },
      needs_render: isMoved || !isSpoken(line),
    };
  });
}

/** Less would be a guess. */
const LEAST_PROGRESS = 0.02;

function secondsLeft({ status, started_at: started, progress }: JobRow, now: Date): number | null {
  if (status !== 'processing' || !started || progress < LEAST_PROGRESS) return null;
  const elapsed = Math.max(0, now.getTime() - started.getTime()) / 1_000;
  return Math.round((elapsed * (1 - progress)) / progress);
}
