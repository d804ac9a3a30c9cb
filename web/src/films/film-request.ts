import type { Asset, Json } from '@vox-humana/client';
import type { PriceRequest } from '../playground/use-price.ts';

export const SOURCES = ['presenter', 'portrait', 'clip'] as const;
export const BACKGROUNDS = ['studio', 'office', 'colour', 'image'] as const;
export const SYNC_MODES = ['loop', 'bounce', 'remap', 'silence', 'cut_off'] as const;
export const FILM_DISCLOSURES = ['none', 'visible', 'audible'] as const;
export const MAX_CHARACTERS = 5_000;

export type FilmDraft = {
  source: (typeof SOURCES)[number];
  presenterId: string;
  /** Ids of assets; empty for none. */
  portraitId: string;
  clipId: string;
  audioId: string;
  backgroundId: string;
  says: 'text' | 'audio';
  text: string;
  voiceId: string;
  /** Empty for that of the voice. */
  language: string;
  background: (typeof BACKGROUNDS)[number];
  colour: string;
  syncMode: (typeof SYNC_MODES)[number];
  /** Empty: as the operator has it. */
  disclosure: (typeof FILM_DISCLOSURES)[number] | '';
  /** The last film that was ordered. */
  jobId: string;
};

type GenerateJson = Json<'POST /api/v1/generate'>;

export type FilmRequest =
  | {
      operation: 'POST /api/v1/avatar';
      json: Json<'POST /api/v1/avatar'>;
      generate: GenerateJson;
      tool: { name: string; arguments: object };
    }
  | { operation: 'POST /api/v1/generate'; json: GenerateJson };

/** `consent` is given for a face that was uploaded, and never kept with the draft. */
export function filmRequest(draft: FilmDraft, { consent }: { consent: boolean }): FilmRequest {
  const disclosure = disclosureOf(draft);
  const picture = {
    avatar_id: faceOf(draft),
    ...(draft.source === 'presenter' && { background: backgroundOf(draft) }),
    ...(disclosure && { disclosure }),
    ...(consent && { consent }),
  };
  const fitted = draft.source === 'clip' ? { sync_mode: draft.syncMode } : null;
  if (draft.says === 'text') {
    const said = { ...spokenBy(draft), ...picture };
    const json = { ...said, ...fitted };
    return {
      operation: 'POST /api/v1/avatar',
      json,
      generate: { ...said, ...(fitted && { options: fitted }) },
      tool: { name: 'make_film', arguments: json },
    };
  }
  return {
    operation: 'POST /api/v1/generate',
    json: {
      taskType: 'lip_sync',
      ...picture,
      input: [{ type: 'audio', id: draft.audioId }],
      ...(fitted && { options: fitted }),
    },
  };
}

function spokenBy({ text, voiceId, language }: FilmDraft) {
  return { text, voice_id: voiceId, ...(language && { language }) };
}

/** A recording has no sentence in front of it. */
export function disclosureChoices({ says }: Pick<FilmDraft, 'says'>) {
  return FILM_DISCLOSURES.filter((how) => says === 'text' || how !== 'audible');
}

function disclosureOf(draft: FilmDraft): FilmDraft['disclosure'] {
  return disclosureChoices(draft).find((how) => how === draft.disclosure) ?? '';
}

/** The asset with the face, which somebody has to agree to. Null: a presenter, who is nobody. */
export function uploadedFaceOf(draft: FilmDraft): string | null {
  return draft.source === 'presenter' ? null : faceOf(draft);
}

function faceOf({ source, presenterId, portraitId, clipId }: FilmDraft): string {
  return { presenter: presenterId, portrait: portraitId, clip: clipId }[source];
}

function backgroundOf({ background, colour, backgroundId }: FilmDraft): string {
  if (background === 'colour') return colour;
  return background === 'image' ? backgroundId : background;
}

export function isComplete(draft: FilmDraft): boolean {
  const characters = [...draft.text.normalize('NFC')].length;
  const said = draft.says === 'text' ? characters > 0 && characters <= MAX_CHARACTERS : draft.audioId !== '';
  const pictured = draft.source !== 'presenter' || backgroundOf(draft) !== '';
  return said && pictured && faceOf(draft) !== '';
}

/** Null while a length is not known. */
export function filmPrice(
  draft: FilmDraft,
  { audio, clip }: { audio: Asset | undefined; clip: Asset | undefined },
): PriceRequest | null {
  const withClip = draft.source === 'clip';
  if (withClip && clip?.duration_seconds === undefined) return null;
  const fitted =
    withClip && clip?.duration_seconds !== undefined
      ? { clip_seconds: clip.duration_seconds, sync_mode: draft.syncMode }
      : {};
  const disclosure = disclosureOf(draft);
  const told = disclosure ? { disclosure } : {};
  if (draft.says === 'text') return { kind: 'avatar', ...spokenBy(draft), ...told, ...fitted };
  if (audio?.duration_seconds === undefined) return null;
  return { kind: 'lipsync', seconds: audio.duration_seconds, ...fitted };
}
