import type { Caller } from '../../http/index.ts';
import { type Quote, quoteCharge } from '../../money/ledger/index.ts';
import { type Plan, planOf } from '../../money/plans/index.ts';
import { MICROS_PER_CENT } from '../../money/pricing/index.ts';
import { type EstimateDeps, estimateCost } from './estimate-cost.ts';
import type { Estimate, EstimateRequest } from './schemas.ts';

/** What a request would cost and whether it could be paid now. Nothing is spent. */
export async function describeEstimate(
  deps: EstimateDeps,
  caller: Caller,
  request: EstimateRequest,
): Promise<Estimate> {
  const plan = planOf(caller.plan);
  const { characters, seconds, credits, routingCredits } = await estimateCost(deps, caller, request);
  const { accountId } = caller;
  const quote = await quoteCharge(deps, { accountId, plan: caller.plan, credits, routingCredits });
  return {
    kind: request.kind,
    characters,
    duration_seconds: seconds,
    credits,
    routing_credits: routingCredits,
    ...describeQuote(quote),
    plan: capsOf(plan),
  };
}

export function describeQuote({ overCredits, overMicros, remainingCredits, affordable }: Quote) {
  return {
    over_quota_credits: overCredits,
    over_quota_cents: Math.ceil(overMicros / MICROS_PER_CENT),
    remaining_credits: remainingCredits,
    affordable,
  };
}

function capsOf(plan: Plan): Estimate['plan'] {
  return {
    id: plan.id,
    media_seconds: plan.mediaSeconds,
    upload_bytes: plan.uploadBytes,
    generate_per_minute: plan.generatePerMinute,
    batch_items: plan.batchItems,
    neural_lip_sync: plan.neuralLipSync,
    voice_slots: plan.voiceSlots,
    video_height: plan.videoHeight,
    audio_kbps: plan.audioKbps,
  };
}
