import type { Caller } from '../../../http/index.ts';
import { type MediaDeps, requireRoomForFilm, storeMedia } from '../../../library/assets/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import { discardObjects } from '../../../platform/storage/index.ts';
import type { DubScript } from '../project.ts';
import { givenInRange, rangeOf } from './check-request.ts';
import type { DubOptions, DubRow, Film, GivenScript } from './dub.ts';
import { InvalidDub, NotAFilm, NotHeardYet, NothingToTranslate, SameLanguage } from './errors.ts';
import { readDub } from './read-dubs.ts';
import type { DubForm } from './read-form.ts';

/** A dub starts from this: a new film, or the film of another dub with the lines that were heard in it. */
export type Subject = Pick<DubRow, 'film' | 'given' | 'script'> & {
  range: DubOptions['range'];
  isNew: boolean;
};

export type Upload = { path: string; filename: string };

/** The film is a loose object until a transaction adopts it. */
export async function storeFilm(
  deps: MediaDeps,
  caller: Caller,
  form: DubForm,
  given: GivenScript | null,
  { path, filename, signal }: Upload & { signal: AbortSignal },
): Promise<Subject> {
  const media = await storeMedia(deps, caller, path, signal);
  try {
    const { kind, duration_seconds: seconds, extension: _, ...facts } = media;
    if (kind === 'image' || !seconds) throw new NotAFilm('file', 'must be a video or a sound');
    const range = rangeOf(form, seconds);
    const inRange = givenInRange(given, range, seconds);
    await requireRoomForFilm(deps.db, caller.accountId, facts.bytes);
    const id = uuidv7(deps.clock.now().getTime());
    const film: Film = {
      ...facts,
      id,
      filename: filename.slice(0, 200),
      seconds,
      has_video: kind === 'video',
    };
    return { film, range, given: inRange, script: null, isNew: true };
  } catch (error) {
    await discardObjects(deps, [media.object_key]);
    throw error;
  }
}

/** Shares the lines that were heard. Translations and voices belong to the other language and are left out. */
export async function shareFilm(
  { db }: Pick<MediaDeps, 'db'>,
  { accountId }: Caller,
  form: DubForm,
): Promise<Subject> {
  for (const [field, value] of Object.entries({ script: form.script, start: form.start, end: form.end }))
    if (value !== undefined) throw new InvalidDub(field, 'cannot be sent with dub_id');
  const { film, options, script } = await readDub(db, accountId, form.dubId ?? '');
  if (!script) throw new NotHeardYet();
  if (script.lines.some(({ source }) => source === null)) throw new NothingToTranslate();
  if (script.source_language === form.target)
    throw new SameLanguage('target_language', 'must be another language than that of the film');
  return { film, range: options.range, given: null, script: untranslated(script), isNew: false };
}

function untranslated({ speakers, lines, ...rest }: DubScript): DubScript {
  return {
    ...rest,
    speakers: speakers.map((speaker) => ({ ...speaker, voice: null })),
    lines: lines.map((line) => ({ ...line, translation: null, unknown_words: [], spoken: null })),
  };
}
