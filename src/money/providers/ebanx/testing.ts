import { type FakeRail, keep, PAGE_URL } from '../testing/fake-rail.ts';
import { demand, Refusal } from '../testing/fake-server.ts';

export function fakeEbanx({ integrationKey }: { integrationKey: string }): FakeRail {
  const refuse = (status_code: string, status_message: string) =>
    new Refusal(200, { status: 'ERROR', status_code, status_message });
  const brazilian = (iso: string) =>
    new Date(new Date(iso).getTime() - 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const rail: FakeRail = {
    payments: new Map(),
    paid: 'CO',
    failed: 'CA',
    answer(request) {
      const body = JSON.parse(request.body);
      if (body.integration_key !== integrationKey) throw refuse('DA-1', 'Field integration_key is required');
      const reference = body.merchant_payment_code;
      if (request.path === '/ws/request') {
        demand(body, 'name', 'email', 'country', 'payment_type_code', 'currency_code', 'amount');
        if (!/^[a-z]{2}$/.test(body.country) || reference.length > 40)
          throw refuse('BP-R-1', 'Invalid field');
        const { amount, currency_code: currency, email } = body;
        const duplicate = refuse('BP-R-5', 'merchant_payment_code already used');
        keep(rail, { reference, amount, currency, email, metadata: null, status: 'OP' }, duplicate);
        const payment = { hash: `hash-${reference}`, merchant_payment_code: reference, status: 'OP' };
        return { body: { status: 'SUCCESS', payment, redirect_url: PAGE_URL } };
      }
      const found = rail.payments.get(reference);
      if (!found) throw refuse('BP-Q-1', 'Payment not found');
      const payment = {
        hash: `hash-${reference}`,
        merchant_payment_code: reference,
        status: found.status,
        amount_ext: found.amount.toFixed(2),
        currency_ext: found.currency,
        open_date: brazilian(found.at),
        confirm_date: found.status === 'CO' ? brazilian(found.at) : null,
        customer: { email: found.email },
      };
      return { body: { status: 'SUCCESS', payment } };
    },
  };
  return rail;
}
