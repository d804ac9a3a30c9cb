import type { MeteredUnit } from '../pricing/index.ts';

/** The price of a listing: reserved with a charge, and paid once if the charge is settled with anything delivered. */
export type Fee = {
  listingId: string;
  sellerAccountId: string;
  credits: number;
};

/** A metered call asks for this before it starts. */
export type ChargeRequest = {
  accountId: string;
  plan: string;
  /** The most that its units may cost. The reservation takes exactly this and the fee. */
  credits: number;
  unit: MeteredUnit;
  /** Metered units that `credits` pays for. */
  quantity: number;
  fee?: Fee | undefined;
  /** Reserved and released together with the credits, so that a crash cannot lose them. */
  routingCredits?: number;
  /** The key or session that usage is reported for. */
  credentialId: string;
  /** Set when the call came with an ephemeral key of that API key: its own limit counts as well. Never left out: see `payerOf`. */
  ephemeralKeyId: string | undefined;
  voiceId?: string;
  model?: string;
  requestId: string;
  /** How long the work may hold the reservation. After that the sweep releases it. */
  deadlineMs: number;
};

/** The reservation takes the price of the units and the seller's fee. */
export function creditsToReserve({ credits, fee }: Pick<ChargeRequest, 'credits' | 'fee'>): number {
  return credits + (fee?.credits ?? 0);
}

/** The keys whose limits the charge counts against. */
export function keysOf({
  credentialId,
  ephemeralKeyId,
}: Pick<ChargeRequest, 'credentialId' | 'ephemeralKeyId'>): string[] {
  return ephemeralKeyId === undefined ? [credentialId] : [credentialId, ephemeralKeyId];
}

export type Reservation = {
  chargeId: string;
  accountId: string;
  /** Includes the fee, as do the credits of a closed charge. */
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
  /** The balance is shown in whole cents, rounded down. It grew by this much between before and after. */
  refundedCents: number;
  /** False when an earlier call closed it and this one moved nothing. */
  moved: boolean;
  /** Whether an automatic top-up may be due. */
  runsLow: boolean;
};
