import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import { PLANS, type Plan } from './plans.ts';

export const LanguageModelPlanView = Type.Object(
  {
    credits_per_1000_input_tokens: Type.Number({
      description:
        'What agents and Realtime sessions let the language model read: prompts, what was said, functions and their results.',
    }),
    credits_per_1000_output_tokens: Type.Number({
      description: 'What it writes, function arguments included.',
    }),
    tokens_per_day: Type.Integer({
      description: 'Most tokens of an account from midnight to midnight, UTC.',
    }),
  },
  { title: 'LanguageModelPlan' },
);

/** The plans and the estimate show it like this. */
export function viewOfLanguageModel({ languageModel }: Plan): Static<typeof LanguageModelPlanView> {
  return {
    credits_per_1000_input_tokens: languageModel.inputCreditsPer1000,
    credits_per_1000_output_tokens: languageModel.outputCreditsPer1000,
    tokens_per_day: languageModel.tokensPerDay,
  };
}

const PlanView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    usd_per_month: Type.Number(),
    credits_per_month: Type.Integer({ description: 'One pool for speech, video, transcription and sound.' }),
    routing_credits_per_month: Type.Integer({ description: 'For POST /api/v1/generate.' }),
    overage_usd_per_1000_credits: Type.Number({ description: 'Taken from the prepaid balance.' }),
    caps: Type.Object({
      media_seconds: Type.Integer({ description: 'Length of one video, audio or upload.' }),
      upload_bytes: Type.Integer(),
      assets: Type.Integer({ description: 'Number of stored assets.' }),
      asset_bytes: Type.Integer({ description: 'Size of all stored assets together.' }),
      generate_per_minute: Type.Integer(),
      batch_items: Type.Integer({ description: '0: no batches.' }),
      voice_slots: Type.Integer({ description: 'Clones and designed voices together.' }),
      video_height: Type.Integer(),
      audio_kbps: Type.Integer(),
      conversations: Type.Integer({ description: 'With agents, at a time.' }),
    }),
    language_model: LanguageModelPlanView,
    neural_lip_sync: Type.Union([Type.Literal('optional'), Type.Literal('required')]),
    cloning: Type.Union([Type.Literal('none'), Type.Literal('instant'), Type.Literal('professional')]),
  },
  { title: 'Plan' },
);

export function planRoutes(): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Billing'],
      summary: 'List plans with prices and caps',
      response: { 200: Type.Object({ plans: Type.Array(PlanView) }) },
    };
    app.get('/api/v1/plans', { schema, config: { auth: 'public', bucket: 'public' } }, async () => ({
      plans: Object.values(PLANS).flatMap((plan) => viewOf(plan) ?? []),
    }));
  };
}

/** Null for a plan that nobody can choose. */
function viewOf(plan: Plan): Static<typeof PlanView> | null {
  if (plan.usdPerMonth === null) return null;
  return {
    id: plan.id,
    name: plan.displayName,
    usd_per_month: plan.usdPerMonth,
    credits_per_month: plan.creditsPerMonth,
    routing_credits_per_month: plan.routingGrant,
    overage_usd_per_1000_credits: plan.overageMicrosPerCredit / 1_000,
    caps: {
      media_seconds: plan.mediaSeconds,
      upload_bytes: plan.uploadBytes,
      assets: plan.assets,
      asset_bytes: plan.assetBytes,
      generate_per_minute: plan.generatePerMinute,
      batch_items: plan.batchItems,
      voice_slots: plan.voiceSlots,
      video_height: plan.videoHeight,
      audio_kbps: plan.audioKbps,
      conversations: plan.conversations,
    },
    language_model: viewOfLanguageModel(plan),
    neural_lip_sync: plan.neuralLipSync,
    cloning: plan.cloning,
  };
}
