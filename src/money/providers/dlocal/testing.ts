import { createHmac } from 'node:crypto';
import { type FakePayment, type FakeRail, keep, PAGE_URL } from '../testing/fake-rail.ts';
import { demand, Refusal, type SeenRequest } from '../testing/fake-server.ts';

export function fakeDlocal(keys: { login: string; transKey: string; secretKey: string }): FakeRail {
  const facts = (payment: FakePayment) => ({
    order_id: payment.reference,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    created_date: payment.at.replace('Z', '+0000'),
    approved_date: payment.status === 'PAID' ? payment.at.replace('Z', '+0000') : undefined,
  });
  const requireSignature = ({ headers, body }: SeenRequest) => {
    const signed = `${headers['x-login']}${headers['x-date']}${body}`;
    const signature = createHmac('sha256', keys.secretKey).update(signed).digest('hex');
    const known = headers['x-login'] === keys.login && headers['x-trans-key'] === keys.transKey;
    const right = headers.authorization === `V2-HMAC-SHA256, Signature: ${signature}`;
    if (!known || !right || headers['x-version'] !== '2.1') {
      throw new Refusal(403, { code: 3003, message: 'Forbidden' });
    }
  };
  const rail: FakeRail = {
    payments: new Map(),
    paid: 'PAID',
    failed: 'REJECTED',
    answer(request) {
      requireSignature(request);
      if (request.method === 'POST') {
        const body = JSON.parse(request.body);
        demand(body, 'amount', 'currency', 'country', 'payer.name', 'payer.email', 'order_id');
        demand(body, 'notification_url', 'callback_url');
        if (body.payment_method_flow !== 'REDIRECT' || !/^[A-Z]{2}$/.test(body.country)) {
          throw new Refusal(400, { code: 5001, message: 'Invalid parameter', param: 'country' });
        }
        const { order_id: reference, amount, currency, payer } = body;
        const duplicate = new Refusal(400, { code: 5010, message: 'Order id already exists' });
        keep(
          rail,
          { reference, amount, currency, email: payer.email, metadata: null, status: 'PENDING' },
          duplicate,
        );
        return { body: { id: `D-4-${reference}`, status: 'PENDING', redirect_url: PAGE_URL } };
      }
      const [, kind, id = ''] = request.path.split('/');
      const payment = rail.payments.get(kind === 'orders' ? id : id.replace('D-4-', ''));
      if (!payment) throw new Refusal(404, { code: 4000, message: 'Payment not found' });
      const own = `D-4-${payment.reference}`;
      const body = kind === 'orders' ? { payment_id: own } : { id: own, payer: { email: payment.email } };
      return { body: { ...facts(payment), ...body } };
    },
  };
  return rail;
}
