import type { Static } from '@sinclair/typebox';
import { type Caller, grants } from '../../http/index.ts';
import { quoteCharge } from '../../money/ledger/index.ts';
import { type Plan, planOf, viewOfLanguageModel } from '../../money/plans/index.ts';
import { MICROS_PER_CENT } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type EstimateDeps, estimateCost } from './estimate-cost.ts';
import type { Estimate, EstimateRequest, QuoteFields } from './schemas.ts';

/** Tells what a request would cost and whether it could be paid now. It spends nothing. */
export async function describeEstimate(
  deps: EstimateDeps,
  caller: Caller,
  request: EstimateRequest,
): Promise<Estimate> {
  const plan = planOf(caller.plan);
  const { characters, seconds, credits, routingCredits } = await estimateCost(deps, caller, request);
  return {
    kind: request.kind,
    characters,
    duration_seconds: seconds,
    credits,
    routing_credits: routingCredits,
    ...(await describeMeans(deps, caller, { credits, routingCredits })),
    ...(seesBilling(caller) && { plan: capsOf(plan) }),
  };
}

/**
 * Tells how the account can pay. A key that may not read billing gets nothing: with enough requests, even
 * `affordable` would reveal the balance.
 */
export async function describeMeans(
  deps: { db: Db; clock: Clock },
  caller: Caller,
  cost: { credits: number; routingCredits?: number },
): Promise<Static<typeof QuoteFields>> {
  if (!seesBilling(caller)) return {};
  const { accountId, plan } = caller;
  const quote = await quoteCharge(deps, { accountId, plan, ...cost });
  return {
    over_quota_credits: quote.overCredits,
    over_quota_cents: Math.ceil(quote.overMicros / MICROS_PER_CENT),
    remaining_credits: quote.remainingCredits,
    affordable: quote.affordable,
  };
}

function seesBilling({ scope }: Caller): boolean {
  return grants(scope?.permissions ?? null, 'billing:read');
}

function capsOf(plan: Plan): NonNullable<Estimate['plan']> {
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
    language_model: viewOfLanguageModel(plan),
  };
}
