import type { Upload, UploadedFile } from '../../../http/index.ts';
import { inMegabytes } from '../../../platform/megabyte.ts';
import type { OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import { checkWebhookUrl } from '../../../work/webhooks/index.ts';
import { checkedName } from '../../assets/index.ts';
import { type CloneKind, ENGINE_NAME, VOICE_ENGINES } from '../custom-voice.ts';
import { checkedLanguage } from '../voice-language.ts';
import { CLONE_RULES } from './clone-rules.ts';
import { CloneRefused } from './errors.ts';

export type CloneForm = {
  name: string;
  kind: CloneKind;
  engine: string;
  language: string;
  webhookUrl: string | null;
  /** Id of the voice whose delivery the clone takes over. */
  prosodyFrom: string | null;
  removeNoise: boolean;
  files: readonly UploadedFile[];
};

const SAMPLE_FIELDS = ['sample', 'samples', 'sample[]', 'samples[]'];
const UNNAMED = 'My voice';

/** Everything that can be refused without opening a file. */
export function readCloneForm(outbound: OutboundPolicy, { files, fields }: Upload): CloneForm {
  const kind = kindFrom(fields.kind);
  const form = {
    name: fields.name === undefined || fields.name === '' ? UNNAMED : checkedName(fields.name),
    kind,
    engine: engineFrom(fields.engine),
    language: checkedLanguage(fields.language),
    prosodyFrom: fields.prosody_from?.trim() || null,
    removeNoise: flagFrom(fields.remove_background_noise, 'remove_background_noise'),
    webhookUrl: checkWebhookUrl(fields.webhook_url, outbound) || null,
  };
  if (fields.consent?.trim().toLowerCase() !== 'true')
    throw new CloneRefused(
      'consent_required',
      'body.consent',
      'consent must be true: you may clone a voice only with the consent of the person. GET /api/voices/consent shows the text.',
    );
  return { ...form, files: samplesFrom(kind, files) };
}

export function kindFrom(field: string | undefined): CloneKind {
  if (field === undefined || field === '' || field === 'instant') return 'instant';
  if (field === 'professional') return 'professional';
  throw new CloneRefused('invalid_request', 'body.kind', 'kind must be instant or professional.');
}

function flagFrom(field: string | undefined, name: string): boolean {
  if (field === undefined || field === '' || field === 'false') return false;
  if (field === 'true') return true;
  throw new CloneRefused('invalid_request', `body.${name}`, `${name} must be true or false.`);
}

function engineFrom(field: string | undefined): string {
  if (field === undefined || field === '') return VOICE_ENGINES[0];
  if (new RegExp(ENGINE_NAME).test(field)) return field;
  throw new CloneRefused('invalid_request', 'body.engine', 'engine must be the name of one.');
}

function samplesFrom(kind: CloneKind, files: readonly UploadedFile[]): readonly UploadedFile[] {
  const { files: count, fileBytes } = CLONE_RULES[kind];
  const other = files.find(({ field }) => !SAMPLE_FIELDS.includes(field));
  if (other)
    throw new CloneRefused(
      'invalid_request',
      `body.${other.field.slice(0, 80)}`,
      'Send the recordings as files named sample or samples.',
    );
  if (files.length < count.min || files.length > count.max)
    throw new CloneRefused(
      files.length === 0 ? 'samples_required' : 'sample_count',
      'body.samples',
      `A clone of kind ${kind} needs ${count.min} to ${count.max} samples; you sent ${files.length}.`,
    );
  for (const [i, { filename, bytes }] of files.entries())
    if (bytes >= fileBytes)
      throw new CloneRefused(
        'upload_too_large',
        `body.samples[${i}]`,
        `The sample "${filename.slice(0, 80)}" must be smaller than ${inMegabytes(fileBytes)}. Send a shorter one, or MP3 instead of WAV.`,
      );
  return files;
}
