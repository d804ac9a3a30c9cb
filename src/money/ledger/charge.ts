import type { MeteredUnit } from '../pricing/index.ts';

/** What a metered call asks for before it starts. */
export type ChargeRequest = {
  accountId: string;
  plan: string;
  /** The most it may cost; the reservation takes exactly this. */
  credits: number;
  unit: MeteredUnit;
  /** Whole units that `credits` stands for. */
  quantity: number;
  /** Taken and given back together with the credits, so that a crash cannot lose them. */
  routingCredits?: number;
  credentialId: string;
  voiceId?: string;
  model?: string;
  requestId: string;
  /** How long the work may hold the reservation; past that the sweeper releases it. */
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

/** A charge after it was closed. For a released one the figures are what was given back. */
export type ClosedCharge = {
  chargeId: string;
  status: 'settled' | 'released';
  credits: number;
  poolCredits: number;
  walletMicros: number;
  /** Work beyond the reservation that the balance could no longer pay. */
  uncollectedCredits: number;
  /** The wallet's part that went back. */
  refundedMicros: number;
  /** False when an earlier call had closed it already and this one moved nothing. */
  moved: boolean;
};
