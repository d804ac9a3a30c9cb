import { encodeWav } from '../../../../engines/codec/index.ts';
import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import { type Answer, type AnswerKeeper, type Caller, payerOf } from '../../../http/index.ts';
import { type ChargeDeps, chargeFor } from '../../../money/ledger/index.ts';
import { creditsFor } from '../../../money/pricing/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import type { GeneratedSound, Provenance } from '../../../work/provenance/index.ts';
import { speakLine } from '../preview-lines.ts';
import type { VoiceMaker } from '../voice-maker.ts';
import { type DesignBrief, makeSpeaker } from './design.ts';
import { InvalidDesign, type ReadDesign, readDescription } from './read-design.ts';
import { DEFAULT_SEED, type PreviewRequest } from './schemas.ts';

export type PreviewDeps = ChargeDeps & {
  engine: SpeechEngine;
  voiceMaker: VoiceMaker;
  provenance: Pick<Provenance, 'begin'>;
};

type RequestContext = {
  /** Several previews as JSON, or one as a WAV. */
  asJson: boolean;
  requestId: string;
  signal: AbortSignal;
  keeper: AnswerKeeper | null;
};

/** Allows for slow machines and a full queue. After it the reservation is released. */
const BASE_DEADLINE_MS = 60_000;
const DEADLINE_MS_PER_SECOND = 1_500;

/** Costs what the same speech costs; nothing if it fails. */
export async function previewDesign(
  deps: PreviewDeps,
  caller: Caller,
  request: PreviewRequest,
  { asJson, requestId, signal, keeper }: RequestContext,
): Promise<Answer> {
  const { candidates = 1, seed = DEFAULT_SEED } = request;
  if (candidates > 1 && !asJson) throw new InvalidDesign('candidates', 'needs Accept: application/json');
  const design = await readDescription(deps, request);
  const quantity = candidates * design.preview.characters;
  const { model } = deps.engine.capabilities;
  const charge = {
    accountId: caller.accountId,
    ...payerOf(caller),
    credits: creditsFor('tts_character', quantity),
    unit: 'tts_character' as const,
    quantity,
    model,
    requestId,
    deadlineMs: BASE_DEADLINE_MS + Math.ceil(candidates * design.preview.seconds * DEADLINE_MS_PER_SECOND),
  };
  const headers = { 'x-characters': String(quantity), 'x-model': model };
  const work = async (stop: AbortSignal): Promise<{ answer: Answer; previews: Preview[] }> => {
    const previews: Preview[] = [];
    for (let nth = 0; nth < candidates; nth += 1) {
      const samples = await speak(deps, design, seed + nth, stop);
      previews.push({ seed: seed + nth, ...(await signed(deps, caller, samples)) });
    }
    const [first] = previews;
    const wavHeaders = { ...headers, 'content-type': 'audio/wav', 'x-provenance-id': first?.id ?? '' };
    const answer: Answer =
      asJson || !first
        ? { status: 200, headers, body: { previews: previews.map(inBase64) } }
        : { status: 200, headers: wavHeaders, body: first.wav };
    await keeper?.stash(answer);
    return { answer, previews };
  };
  const { answer } = await chargeFor(deps, charge, work, {
    signal,
    riders: ({ previews }) => previews.map(({ sound }) => sound.row()),
    alongside: keeper ? (tx, made) => keeper.keep(tx, made.answer) : undefined,
  });
  return answer;
}

type Preview = { seed: number; id: string; wav: Buffer; sound: GeneratedSound };

const inBase64 = ({ seed, wav }: Preview) => ({ seed, audio: wav.toString('base64') });

/** The voice is not kept, so its preview names none. */
async function signed(
  { engine, provenance }: PreviewDeps,
  { accountId }: Caller,
  samples: Float32Array,
): Promise<Omit<Preview, 'seed'>> {
  const { model, sampleRate } = engine.capabilities;
  const id = uuidv7();
  const about = { kind: 'preview', contentType: 'audio/wav', model, voiceId: null };
  const sound = provenance.begin({ id, accountId, ...about });
  await sound.hear({ channels: [samples], sampleRate });
  return { id, wav: await sound.sign(encodeWav([samples], sampleRate)), sound };
}

async function speak(
  { engine, voiceMaker }: PreviewDeps,
  { brief, preview: { text } }: ReadDesign,
  seed: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const candidate: DesignBrief = 'blend' in brief ? brief : { ...brief, seed };
  const speaker = await makeSpeaker(voiceMaker, candidate);
  return speakLine(engine, { text, voiceId: speaker.baseVoice, speaker }, { signal });
}
