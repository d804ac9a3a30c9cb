import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import type { Answer, AnswerKeeper, Caller } from '../../../http/index.ts';
import { planOf } from '../../../money/plans/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import type { OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import type { JobDeps } from '../../../work/jobs/index.ts';
import { checkWebhookUrl } from '../../../work/webhooks/index.ts';
import { checkedName } from '../../assets/index.ts';
import { chooseEngine } from '../choose-engine.ts';
import { createVoice } from '../create-voice.ts';
import { VOICE_ENGINES } from '../custom-voice.ts';
import { PlanRequired, VoiceNotFound } from '../errors.ts';
import { selectVoice } from '../queries.ts';
import type { VoiceMaker } from '../voice-maker.ts';
import { type DesignFacts, viewOfDesign } from './design.ts';
import { type ReadDesign, readDesign } from './read-design.ts';
import type { DesignRequest } from './schemas.ts';

export type CreateDesignDeps = JobDeps & {
  engine: SpeechEngine;
  voiceMaker: VoiceMaker;
  outbound: OutboundPolicy;
  /** Whether a live worker has all of these capabilities. */
  isOffered(needs: readonly string[]): Promise<boolean>;
};

type RequestContext = { requestId: string; keeper: AnswerKeeper | null };

/** Takes a slot and enqueues the job that makes the voice. */
export async function createDesign(
  deps: CreateDesignDeps,
  caller: Caller,
  request: DesignRequest,
  { requestId, keeper }: RequestContext,
): Promise<Answer> {
  const webhookUrl = checkWebhookUrl(request.webhook_url, deps.outbound) ?? null;
  const name = request.name === undefined ? undefined : checkedName(request.name);
  const design = await readDesign(deps, request);
  if (planOf(caller.plan).voiceSlots === 0) throw new PlanRequired('Designing voices needs a paid plan.');
  const asked = request.engine ?? VOICE_ENGINES[0];
  const needs = [`design:${await chooseEngine(deps, 'design', asked)}`];
  const id = uuidv7(deps.clock.now().getTime());
  return deps.db.transaction().execute(async (tx) => {
    await createVoice(deps, tx, caller, {
      id,
      source: 'design',
      kind: null,
      name: name ?? titleOf(design),
      engine: asked,
      language: design.language,
      gender: design.outline.gender,
      facts: factsOf(design, request.preview_text),
      remixOf: null,
      webhookUrl,
      job: { kind: 'design', request: { brief: design.brief }, inputs: [], needs },
      requestId,
    });
    const voice = await selectVoice(tx, caller.accountId, id);
    if (!voice) throw new VoiceNotFound();
    const poll = `/api/voices/design/${id}`;
    const body = { design: viewOfDesign(voice), voice_id: id, poll };
    const answer = { status: 201, headers: { location: poll }, body };
    await keeper?.keep(tx, answer);
    return answer;
  });
}

const TITLE_CHARACTERS = 60;

function titleOf({ brief }: ReadDesign): string {
  const written = [...('blend' in brief ? brief.blend : brief.prompt)];
  const title = written.slice(0, TITLE_CHARACTERS - 1).join('');
  return checkedName(written.length < TITLE_CHARACTERS ? title : `${title}…`);
}

function factsOf({ brief, outline }: ReadDesign, previewText: string | undefined): DesignFacts {
  const { understood = [], ignored = [] } = outline;
  const said = { ...(previewText && { previewText }) };
  if ('blend' in brief) return { ...brief, ...said };
  const { prompt, age, accent, seed } = brief;
  return { prompt, seed, ...(age && { age }), ...(accent && { accent }), understood, ignored, ...said };
}
