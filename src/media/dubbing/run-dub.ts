import {
  type Assignment,
  type JobRunner,
  type RunResult,
  UnreadableRequest,
} from '../../work/workers/index.ts';
import { lipsyncCapabilities, remoteVoiceCapabilities } from '../video/index.ts';
import { type DubCheckpoint, readDubCheckpoint } from './dub-checkpoint.ts';
import { type DubRequest, INPUTS, readDubRequest } from './dub-request.ts';
import type { DubEngines, Run } from './dub-run.ts';
import { finish, hear, speak, translate } from './dub-stages.ts';
import { type OpenedFilm, openFilm } from './picture/open-film.ts';
import { costsOf, stageProgress } from './stage-progress.ts';
import { translatorCapabilities } from './translating/worker-capabilities.ts';

/** Makes dubs with our own engines and the translators of this machine. */
export function createDubRunner(engines: DubEngines): JobRunner {
  return {
    kind: 'dub',
    capabilities: [
      'dub',
      ...translatorCapabilities(engines.translators.list()),
      ...lipsyncCapabilities(engines.lips),
      ...remoteVoiceCapabilities(engines),
    ],
    run: (assignment) => runDub(engines, assignment),
  };
}

async function runDub(engines: DubEngines, assignment: Assignment): Promise<RunResult> {
  const request = readDubRequest(assignment.request);
  const resumed = readDubCheckpoint(assignment.checkpoint);
  const startStage = stageProgress(assignment.progress, expectedCosts(request, resumed));
  const film = await open(engines, request, assignment, startStage('opening'));
  const run: Run = {
    engines,
    assignment,
    request,
    film,
    startStage,
    async save(known, file) {
      await assignment.saveCheckpoint(known, file);
      return known;
    },
  };
  const heard = resumed ?? (await run.save(await hear(run)));
  const translated = await translate(run, heard);
  const { speechPath, ...spoken } = await speak(run, translated);
  return finish(run, spoken, speechPath);
}

function open(
  { tools }: DubEngines,
  { film, range }: DubRequest,
  assignment: Assignment,
  onProgress: (share: number) => void,
): Promise<OpenedFilm> {
  const { folder, signal } = assignment;
  const path = inputOf(assignment, INPUTS.film);
  return openFilm(
    tools,
    { path, hasVideo: film.has_video, seconds: film.seconds, range, folder },
    { signal, onProgress },
  );
}

function expectedCosts(request: DubRequest, resumed: DubCheckpoint | null) {
  const known = resumed?.script ?? request.script;
  const { range, film } = request;
  return costsOf({
    seconds: range ? range.to - range.from : film.seconds,
    isHeard: known !== null,
    isTranslated: known?.lines.every(({ translation }) => translation !== null) ?? false,
    voices: known ? known.speakers.filter(({ voice }) => !voice).length : (request.num_speakers ?? 2),
    lipSync: request.lip_sync && request.film.has_video,
  });
}

function inputOf({ inputs }: Assignment, name: string): string {
  const path = inputs.get(name);
  if (path === undefined) throw new UnreadableRequest(`the input ${name} is missing`);
  return path;
}
