import type { RunResult } from '../../work/workers/index.ts';
import { castVoices } from './casting/cast-voices.ts';
import type { DubCheckpoint } from './dub-checkpoint.ts';
import { type DubProduct, INPUTS } from './dub-request.ts';
import type { Run, Spoken } from './dub-run.ts';
import { keptFilmSpeech } from './film-speech.ts';
import { clearSpeech } from './hearing/clear-speech.ts';
import { hearFilm } from './hearing/hear-film.ts';
import { mixSound } from './mixing/mix-sound.ts';
import { makeFilm } from './picture/make-film.ts';
import { speakLines } from './speaking/speak-lines.ts';
import { changedCharacters } from './speaking/speech-key.ts';

export async function hear({
  engines,
  request,
  film,
  assignment: { signal, folder },
  startStage,
}: Run): Promise<DubCheckpoint> {
  const known = { version: 1, translated_by: null, spoken: null } as const;
  if (request.script) return { ...known, script: request.script, heard: false };
  const { source_language: language, num_speakers: numSpeakers, given, target_language: target } = request;
  const onProgress = startStage('hearing');
  const samples = await clearSpeech(engines.voiceMaker, { samples: film.samples, folder }, signal);
  const wanted = { samples, language, numSpeakers, given, target };
  return { ...known, ...(await hearFilm(engines, wanted, { signal, onProgress })) };
}

export async function translate(
  { engines, request, film: { samples }, assignment: { signal }, startStage, save }: Run,
  heard: DubCheckpoint,
): Promise<DubCheckpoint> {
  const { script } = heard;
  if (script.lines.every(({ translation }) => translation !== null)) return heard;
  const { glossary, target_language: target } = request;
  const translated = await engines.translators.translate(
    { script, target, glossary, samples, isAsHeard: request.script === null && request.given === null },
    { signal, onProgress: startStage('translating') },
  );
  return save({ ...heard, script: translated.script, translated_by: translated.by });
}

/** The price is known before the expensive part begins. */
export async function speak(run: Run, translated: DubCheckpoint): Promise<Spoken & { speechPath: string }> {
  const { engines, request, film, assignment, startStage, save } = run;
  const { signal, folder, jobId, checkpointFile } = assignment;
  const { spoken: earlier } = translated;
  if (earlier) {
    if (checkpointFile === null) throw new Error('the checkpoint has lost its file');
    return { ...translated, spoken: earlier, speechPath: checkpointFile };
  }
  const { target_language: target, consent, voice } = request;
  await reserve(run, translated, changedCharacters(translated.script, target));
  const speakers = await castVoices(
    engines,
    { script: translated.script, samples: film.samples, target, consent, voice },
    {
      signal,
      onProgress: startStage('casting'),
      onCast: async (cast) => {
        await save({ ...translated, script: { ...translated.script, speakers: cast } });
      },
    },
  );
  const cast = { ...translated.script, speakers };
  const characters = changedCharacters(cast, target);
  const previousSpeech = assignment.inputs.get(INPUTS.speech) ?? null;
  const stretchPicture = request.fit === 'picture';
  const longest = request.max_seconds;
  const { script, marks, seconds, speechPath } = await speakLines(
    engines,
    { script: cast, target, previousSpeech, seconds: film.seconds, stretchPicture, longest, folder, jobId },
    { signal, onProgress: startStage('speaking') },
  );
  const spoken = { ...translated, script, spoken: { marks, seconds, characters } };
  await save(spoken, speechPath);
  return { ...spoken, speechPath };
}

export async function finish(run: Run, known: Spoken, speechPath: string): Promise<RunResult> {
  const { engines, request, film, assignment, startStage } = run;
  const { signal, folder } = assignment;
  const { script, spoken, translated_by } = known;
  await reserve(run, known, spoken.characters);
  const timed = { speechPath, script, marks: spoken.marks, seconds: spoken.seconds, folder };
  const sound = await mixSound(
    engines,
    {
      ...timed,
      soundPath: film.soundPath,
      filmSpeechPath: keptFilmSpeech(folder),
      dropBackground: request.drop_background,
    },
    { signal, onProgress: startStage('mixing') },
  );
  const made = await makeFilm(
    engines,
    {
      ...timed,
      ...sound,
      filmPath: film.filmPath,
      hasVideo: request.film.has_video,
      contentType: request.film.content_type,
      target: request.target_language,
      lipSync: request.lip_sync,
      syncMode: request.sync_mode,
      lipsyncModel: request.lipsync_model,
      height: request.height,
      audioKbps: request.audio_kbps,
      maxSeconds: request.max_seconds,
    },
    { signal, onProgress: startStage('rendering') },
  );
  const { seconds, lips, width, height, thumbnailPath } = made;
  const moved = lips && { faces: lips.seen, speakers: lips.speakers };
  const product: DubProduct = { script, seconds, translated_by, lips: moved };
  const outputs = [
    made.output,
    { name: 'captions', contentType: 'text/vtt; charset=utf-8', path: made.captionsPath },
    { name: 'speech', contentType: 'audio/wav', path: speechPath },
    ...(thumbnailPath === null
      ? []
      : [{ name: 'thumbnail', contentType: 'image/jpeg', path: thumbnailPath }]),
  ];
  const measured = measuredOf(run, known, { characters: spoken.characters, rendered: made.renderedSeconds });
  return { outputs, measured, product, durationSeconds: seconds, width, height };
}

/** Fails the job here if it cannot be paid. Whether a face is found is not known yet, so the picture counts. */
async function reserve(run: Run, known: DubCheckpoint, characters: number): Promise<void> {
  const { request, film, assignment } = run;
  const isRendered = request.film.has_video && (request.lip_sync || request.fit === 'picture');
  const rendered = isRendered ? (known.spoken?.seconds ?? film.seconds) : 0;
  await assignment.reserve(measuredOf(run, known, { characters, rendered }));
}

function measuredOf(
  { request, film }: Run,
  { heard }: DubCheckpoint,
  { characters, rendered }: { characters: number; rendered: number },
) {
  return {
    stt_second: heard ? film.seconds : 0,
    tts_character: characters,
    video_second: rendered > 0 ? (request.billed_seconds ?? rendered) : 0,
  };
}
