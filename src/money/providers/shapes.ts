import { type TSchema, Type } from '@sinclair/typebox';
import type { PaymentOrder } from './provider-api.ts';

/** Handed to a browser, so a provider's mistake must not become a `javascript:` link. */
export const PageUrl = Type.String({ pattern: '^https?://' });

export const Id = Type.Union([Type.String({ minLength: 1 }), Type.Integer()]);

export const Timestamp = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}' });

export function Maybe<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

export const minorOf = (major: number): number => Math.round(major * 100);
export const majorOf = (minor: number): number => minor / 100;

/** What every provider returns with the payment, so that a payment names its account even without our records. */
export function metadataOf(order: PaymentOrder): Record<string, string> {
  return {
    service_user_id: order.accountId,
    service_user_email: order.email,
    reference: order.reference,
    purpose: order.purpose,
    ...(order.plan && { plan: order.plan }),
  };
}

/** The plan that `metadataOf` wrote. */
export function planOf(metadata: unknown): string | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  const { plan } = metadata as { plan?: unknown };
  return typeof plan === 'string' && plan !== '' ? plan : null;
}

export function describeOrder(order: PaymentOrder): string {
  return order.plan ? `Vox Humana plan ${order.plan}` : 'Vox Humana prepaid credit';
}
