import {
  choiceIn,
  itemsIn,
  objectIn,
  type SavedRequest,
  textIn,
} from '../playground/saved-runs/saved-request.ts';
import { BACKGROUNDS, FILM_DISCLOSURES, type FilmDraft, SYNC_MODES } from './film-request.ts';

/** Restores the form from a saved film, with its text or its recording. */
export function filmDraftOf(saved: SavedRequest): Partial<FilmDraft> {
  const recording = itemsIn(saved, 'input').find(({ type }) => type === 'audio');
  return {
    ...pictureOf(saved),
    disclosure: choiceIn(saved, 'disclosure', FILM_DISCLOSURES, ''),
    ...(recording
      ? { says: 'audio', audioId: textIn(recording, 'id') }
      : {
          says: 'text',
          text: textIn(saved, 'text'),
          voiceId: textIn(saved, 'voice_id', 'af_heart'),
          language: textIn(saved, 'language'),
        }),
  };
}

function pictureOf(saved: SavedRequest): Partial<FilmDraft> {
  const face = textIn(saved, 'avatar_id', 'clara');
  if (!isAsset(face)) return { source: 'presenter', presenterId: face, ...backgroundOf(saved) };
  const fitted = { ...objectIn(saved, 'options'), ...saved };
  if (!('sync_mode' in fitted)) return { source: 'portrait', portraitId: face };
  return {
    source: 'clip',
    clipId: face,
    syncMode: choiceIn(fitted, 'sync_mode', SYNC_MODES, 'loop'),
  };
}

function backgroundOf(saved: SavedRequest): Partial<FilmDraft> {
  const background = textIn(saved, 'background');
  if (background.startsWith('#')) return { background: 'colour', colour: background };
  if (isAsset(background)) return { background: 'image', backgroundId: background };
  return { background: choiceIn(saved, 'background', BACKGROUNDS, 'studio') };
}

const isAsset = (id: string) => id.startsWith('asset_');
