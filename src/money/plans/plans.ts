import { MEGABYTE } from '../../platform/megabyte.ts';

export type PlanId = 'free' | 'starter' | 'creator' | 'developer' | 'suspended';

export type Plan = {
  id: PlanId;
  displayName: string;
  /** Null: nobody can buy it. */
  usdPerMonth: number | null;
  paid: boolean;
  creditsPerMonth: number;
  routingGrant: number;
  overageMicrosPerCredit: number;
  mediaSeconds: number;
  uploadBytes: number;
  /** Stored assets: how many, and how large together. */
  assets: number;
  assetBytes: number;
  generatePerMinute: number;
  /** Zero: batches are refused altogether. */
  batchItems: number;
  neuralLipSync: 'optional' | 'required';
  voiceSlots: number;
  cloning: 'none' | 'instant' | 'professional';
  videoHeight: number;
  audioKbps: number;
  /** An account may have this many conversations with agents at a time. */
  conversations: number;
  languageModel: LanguageModelPlan;
};

/**
 * The prices of the operator's language model where the contract has none of its own, and the tokens that an account
 * may use in a day (UTC).
 */
type LanguageModelPlan = {
  inputCreditsPer1000: number;
  outputCreditsPer1000: number;
  tokensPerDay: number;
};

const TOKEN_PRICES = { inputCreditsPer1000: 20, outputCreditsPer1000: 80 };

const GIGABYTE = 1024 * MEGABYTE;

const FREE: Plan = {
  id: 'free',
  displayName: 'Free Trial',
  usdPerMonth: 0,
  paid: false,
  creditsPerMonth: 12_000,
  routingGrant: 50,
  overageMicrosPerCredit: 40,
  mediaSeconds: 180,
  uploadBytes: 15 * MEGABYTE,
  assets: 100,
  assetBytes: 500 * MEGABYTE,
  generatePerMinute: 60,
  batchItems: 0,
  neuralLipSync: 'optional',
  voiceSlots: 0,
  cloning: 'none',
  videoHeight: 480,
  audioKbps: 128,
  conversations: 2,
  languageModel: { ...TOKEN_PRICES, tokensPerDay: 200_000 },
};

export const PLANS: Readonly<Record<PlanId, Readonly<Plan>>> = {
  free: FREE,
  starter: {
    id: 'starter',
    displayName: 'Starter / Hobby',
    usdPerMonth: 5,
    paid: true,
    creditsPerMonth: 36_000,
    routingGrant: 500,
    overageMicrosPerCredit: 40,
    mediaSeconds: 600,
    uploadBytes: 80 * MEGABYTE,
    assets: 1_000,
    assetBytes: 5 * GIGABYTE,
    generatePerMinute: 100,
    batchItems: 50,
    neuralLipSync: 'required',
    voiceSlots: 1,
    cloning: 'instant',
    videoHeight: 720,
    audioKbps: 192,
    conversations: 5,
    languageModel: { ...TOKEN_PRICES, tokensPerDay: 1_000_000 },
  },
  creator: {
    id: 'creator',
    displayName: 'Creator Pro',
    usdPerMonth: 18,
    paid: true,
    creditsPerMonth: 145_000,
    routingGrant: 2_000,
    overageMicrosPerCredit: 35,
    mediaSeconds: 1_800,
    uploadBytes: 250 * MEGABYTE,
    assets: 5_000,
    assetBytes: 25 * GIGABYTE,
    generatePerMinute: 100,
    batchItems: 200,
    neuralLipSync: 'required',
    voiceSlots: 3,
    cloning: 'professional',
    videoHeight: 1080,
    audioKbps: 256,
    conversations: 10,
    languageModel: { ...TOKEN_PRICES, tokensPerDay: 4_000_000 },
  },
  developer: {
    id: 'developer',
    displayName: 'Developer API',
    usdPerMonth: 79,
    paid: true,
    creditsPerMonth: 720_000,
    routingGrant: 10_000,
    overageMicrosPerCredit: 32,
    mediaSeconds: 1_800,
    uploadBytes: 500 * MEGABYTE,
    assets: 20_000,
    assetBytes: 100 * GIGABYTE,
    generatePerMinute: 100,
    batchItems: 500,
    neuralLipSync: 'required',
    voiceSlots: 10,
    cloning: 'professional',
    videoHeight: 1080,
    audioKbps: 320,
    conversations: 25,
    languageModel: { ...TOKEN_PRICES, tokensPerDay: 20_000_000 },
  },
  suspended: {
    ...FREE,
    id: 'suspended',
    displayName: 'Suspended',
    usdPerMonth: null,
    creditsPerMonth: 1_200,
  },
};

export function findPlan(id: string): Readonly<Plan> | undefined {
  return Object.hasOwn(PLANS, id) ? PLANS[id as PlanId] : undefined;
}

/** A plan that can be paid for; null for any other text. */
export function paidPlan(name: string | null): PlanId | null {
  const plan = name === null ? undefined : findPlan(name.toLowerCase());
  return plan?.paid ? plan.id : null;
}

/** The price of a month. */
export function centsOfPlan({ usdPerMonth }: Readonly<Plan>): number {
  return Math.round((usdPerMonth ?? 0) * 100);
}

/** Use it for ids that we stored ourselves: an unknown one is our fault, not the caller's. */
export function planOf(id: string): Readonly<Plan> {
  const plan = findPlan(id);
  if (!plan) throw new Error(`unknown plan: ${id}`);
  return plan;
}
