import { DEFAULT_STRENGTH, readPrompt } from '../../../../engines/voice-design/index.ts';
import { type Answer, type AnswerKeeper, type Caller, isUuid } from '../../../http/index.ts';
import { planOf } from '../../../money/plans/index.ts';
import { countCharacters } from '../../../money/pricing/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import type { OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import type { JobDeps } from '../../../work/jobs/index.ts';
import { checkWebhookUrl } from '../../../work/webhooks/index.ts';
import { checkedName } from '../../assets/index.ts';
import { clonePath } from '../clones/describe-clone.ts';
import { readClone } from '../clones/find-clone.ts';
import { createVoice } from '../create-voice.ts';
import type { VoiceRow } from '../custom-voice.ts';
import { InvalidDesign } from '../designs/read-design.ts';
import { PROMPT_CHARACTERS } from '../designs/schemas.ts';
import { PlanRequired, VoiceNotFound } from '../errors.ts';
import { ownSpeakerOf } from '../find-voice.ts';
import { selectVoice } from '../queries.ts';
import { refuseTakenDown } from '../takedowns.ts';
import type { RemixRequest } from './run-remix.ts';
import type { RemixBody } from './schemas.ts';

export type RemixDeps = JobDeps & { outbound: OutboundPolicy };

/** The variant is a clone of its own, which takes a slot and outlives its origin. */
export async function remixVoice(
  deps: RemixDeps,
  caller: Caller,
  sourceId: string,
  body: RemixBody,
  { requestId, keeper }: { requestId: string; keeper: AnswerKeeper | null },
): Promise<Answer> {
  const { accountId, plan } = caller;
  const prompt = checkedPrompt(body.prompt);
  const { strength = DEFAULT_STRENGTH } = body;
  const given = body.name === undefined ? undefined : checkedName(body.name);
  const webhookUrl = checkWebhookUrl(body.webhook_url, deps.outbound) ?? null;
  const source = isUuid(sourceId) ? await selectVoice(deps.db, accountId, sourceId) : undefined;
  if (!source) throw new VoiceNotFound();
  const speaker = ownSpeakerOf(source, 'remixed');
  if (planOf(plan).cloning === 'none') throw new PlanRequired('Remixing voices needs a paid plan.');
  const { understood, ignored, gender } = readPrompt(prompt);
  const id = uuidv7(deps.clock.now().getTime());
  const request: RemixRequest = { speaker, prompt, strength };
  return deps.db.transaction().execute(async (tx) => {
    await createVoice(deps, tx, caller, {
      id,
      source: 'clone',
      kind: 'instant',
      name: given ?? checkedName([...`${source.name} (remix)`].slice(0, 200).join('')),
      engine: source.engine,
      language: source.language,
      gender: gender ?? source.gender,
      facts: { remix: { prompt, strength, understood, ignored }, lineage: [...lineageOf(source), source.id] },
      remixOf: source.id,
      webhookUrl,
      job: { kind: 'remix', request, inputs: [], needs: [] },
      requestId,
    });
    await refuseTakenDown(tx, accountId, [source.id]);
    const clone = await readClone(tx, accountId, id);
    const poll = clonePath(id);
    const created = { clone, voice_id: id, kind: 'instant', samples_uploaded: 0, poll };
    const answer = { status: 201, headers: { location: poll }, body: created };
    await keeper?.keep(tx, answer);
    return answer;
  });
}

/** The voices that a remix comes from, oldest first, whether they still exist or not: a takedown of one stops it too. */
function lineageOf({ facts }: VoiceRow): string[] {
  return Array.isArray(facts.lineage) ? facts.lineage : [];
}

function checkedPrompt(written: string): string {
  const prompt = written.normalize('NFC').trim();
  const { max } = PROMPT_CHARACTERS;
  if (prompt === '' || countCharacters(prompt) > max)
    throw new InvalidDesign('prompt', `must have 1 to ${max} characters`);
  return prompt;
}
