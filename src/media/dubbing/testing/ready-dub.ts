import { encodeWav } from '../../../../engines/codec/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { prefixedId, uuidv7 } from '../../../platform/ids.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import type { DubScript, DubVoice } from '../project.ts';
import { type DubRow, newDubId, type Rendering } from '../projects/dub.ts';
import { insertDub, insertFilm, updateFinished } from '../projects/queries.ts';
import { speechKey } from '../speaking/speech-key.ts';

const RATE = 24_000;
const VOICE: DubVoice = { kind: 'nearest', voice_id: 'af_heart' };
const SECONDS = 4;

/**
 * A dub that was rendered and then changed, without running its job. The first line and speaker have the id of the dub. Then
 * `a` says the lines `one` and `two`.
 */
export async function giveDub(
  { db, clock, storage }: { db: Db; clock: Clock; storage: Storage },
  accountId: string,
): Promise<string> {
  const now = clock.now();
  const id = newDubId(now);
  const jobId = prefixedId('job');
  const token = uuidv7();
  const script = scriptFor(id);
  const film = {
    id: uuidv7(),
    object_key: `media/${accountId}/${uuidv7()}`,
    filename: 'talk.wav',
    content_type: 'audio/wav',
    bytes: 44,
    sha256: '',
    seconds: SECONDS,
    has_video: false,
    has_audio: true,
    width: null,
    height: null,
  };
  const rendering: Rendering = { version: 1, lip_sync: false, sync_mode: 'cut_off', fit: 'speech', cast: [] };
  const dub: DubRow = {
    id,
    account_id: accountId,
    film,
    name: 'Talk',
    target_language: 'en',
    options: {
      source_language: 'es',
      range: null,
      num_speakers: null,
      consent: true,
      glossary: {},
      lip_sync: false,
      sync_mode: 'cut_off',
      fit: 'speech',
      drop_background: false,
      voice_id: null,
    },
    given: null,
    script,
    version: 2,
    job_id: jobId,
    rendering,
    rendered: null,
    output_job_id: null,
    speech_key: null,
    seconds: null,
    translated_by: null,
    created_at: now,
    updated_at: now,
  };
  const sound = encodeWav([new Float32Array(script.lines.length * RATE)], RATE);
  const speech = `dub-speech/${token}`;
  await storage.put(film.object_key, sound, { contentType: 'audio/wav' });
  await storage.put(speech, sound, { contentType: 'audio/wav' });
  const { cast: _, ...how } = rendering;
  const places = Object.fromEntries(script.lines.map((line) => [line.id, [line.start, line.end]])) as Record<
    string,
    [number, number]
  >;
  await db.transaction().execute(async (tx) => {
    await sql`
      INSERT INTO jobs (id, account_id, kind, status, stage, progress, request, needs, not_before, request_id, outputs_of,
        outputs, created_at, finished_at)
      VALUES (${jobId}, ${accountId}::uuid, 'dub', 'completed', 'completed', 1, '{}', '{dub}', ${now}::timestamptz, 'test',
        ${token}::uuid, '[]', ${now}::timestamptz, ${now}::timestamptz)
    `.execute(tx);
    await insertFilm(tx, accountId, film, now);
    await insertDub(tx, dub);
    await updateFinished(tx, {
      dubId: id,
      jobId,
      script,
      rendered: { ...how, places, lips: null },
      speechKey: speech,
      seconds: SECONDS,
      translatedBy: 'test',
      now,
    });
  });
  return id;
}

function scriptFor(id: string): DubScript {
  const said = [
    { line: id, speaker: id, text: 'Hello to everybody.' },
    { line: 'one', speaker: 'a', text: 'This is one.' },
    { line: 'two', speaker: 'a', text: 'This is two.' },
  ];
  return {
    source_language: 'es',
    speakers: [id, 'a'].map((speaker) => ({
      id: speaker,
      name: 'Ana',
      seconds: 1,
      print: null,
      voice: VOICE,
    })),
    lines: said.map(({ line, speaker, text }, i) => ({
      id: line,
      speaker_id: speaker,
      speaker_unsure: false,
      start: i,
      end: i + 0.9,
      source: 'Hola a todos.',
      translation: text,
      unknown_words: [],
      spoken: {
        key: speechKey({ translation: text }, VOICE, 'en'),
        offset: i * RATE,
        length: RATE,
        start: i,
        end: i + 1,
        rate: 1,
        fit: 'as_spoken' as const,
      },
    })),
  };
}
