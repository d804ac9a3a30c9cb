import type { MeteredUnit } from '../pricing/index.ts';

/** What a metered call reserves before it starts. */
export type ChargeRequest = {
  accountId: string;
  plan: string;
  /** The most it may cost; the reservation takes exactly this. */
  credits: number;
  unit: MeteredUnit;
  /** Metered units that `credits` pays for. */
  quantity: number;
  /** Reserved and released together with the credits, so that a crash cannot lose them. */
  routingCredits?: number;
  credentialId: string;
  voiceId?: string;
  model?: string;
  requestId: string;
  /** How long the work may hold the reservation. After that the sweep releases it. */
  deadlineMs: number;
};

export type Reservation = {
  chargeId: string;
  accountId: string;
  credits: number;
  poolCredits: number;
  walletMicros: number;
  deadlineAt: Date;
};

export type ChargeStatus = 'reserved' | 'settled' | 'released';

/** A closed charge. For a released one the figures are what was returned. */
export type ClosedCharge = {
  chargeId: string;
  status: 'settled' | 'released';
  credits: number;
  poolCredits: number;
  walletMicros: number;
  /** Returned to the wallet. */
  refundedMicros: number;
  /** False when an earlier call closed it and this one moved nothing. */
  moved: boolean;
};
