import { type FakeReply, Refusal, type SeenRequest } from './fake-server.ts';

/** A payment as each of the fakes keeps it; `amount` is in the provider's own unit. */
export type FakePayment = {
  reference: string;
  amount: number;
  currency: string;
  email: string;
  metadata: unknown;
  status: string;
  at: string;
};

export type FakeRail = {
  payments: Map<string, FakePayment>;
  /** The provider's word for a payment that arrived. */
  paid: string;
  failed: string;
  answer(request: SeenRequest): FakeReply;
};

export const PAGE_URL = 'https://pay.example.com/page';

export function keep(rail: FakeRail, payment: Omit<FakePayment, 'at'>, refusal: Refusal): void {
  if (rail.payments.has(payment.reference)) throw refusal;
  rail.payments.set(payment.reference, { ...payment, at: new Date().toISOString() });
}

export function requireBearer({ headers }: SeenRequest, key: string): void {
  if (headers.authorization !== `Bearer ${key}`) {
    throw new Refusal(401, { status: false, message: 'Invalid key' });
  }
}
