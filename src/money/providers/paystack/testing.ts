import { type FakePayment, type FakeRail, keep, PAGE_URL, requireBearer } from '../testing/fake-rail.ts';
import { demand, Refusal } from '../testing/fake-server.ts';

export function fakePaystack({ secretKey }: { secretKey: string }): FakeRail {
  const view = (payment: FakePayment) => ({
    id: 4_099_260_516,
    reference: payment.reference,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    paid_at: payment.status === 'success' ? payment.at : null,
    created_at: payment.at,
    customer: { id: 1, email: payment.email },
    metadata: payment.metadata,
    plan: null,
  });
  const rail: FakeRail = {
    payments: new Map(),
    paid: 'success',
    failed: 'abandoned',
    answer(request) {
      requireBearer(request, secretKey);
      if (request.path === '/transaction/initialize') {
        const body = JSON.parse(request.body);
        demand(body, 'email', 'amount', 'currency', 'reference', 'callback_url', 'metadata.service_user_id');
        if (!Number.isInteger(body.amount) || !/^[\w.=-]+$/.test(body.reference)) {
          throw new Refusal(400, { status: false, message: 'Invalid amount or reference' });
        }
        const duplicate = new Refusal(400, { status: false, message: 'Duplicate Transaction Reference' });
        keep(rail, { ...body, status: 'ongoing' }, duplicate);
        const data = { authorization_url: PAGE_URL, access_code: '0peioxfhpn', reference: body.reference };
        return { body: { status: true, message: 'Authorization URL created', data } };
      }
      if (request.path === '/transaction') {
        const from = new Date(request.query.get('from') ?? '').getTime();
        const perPage = Number(request.query.get('perPage'));
        const page = Number(request.query.get('page'));
        const all = [...rail.payments.values()].filter(({ at }) => new Date(at).getTime() >= from);
        const data = all.slice((page - 1) * perPage, page * perPage).map(view);
        return { body: { status: true, message: 'Transactions retrieved', data, meta: { perPage } } };
      }
      const payment = rail.payments.get(request.path.replace('/transaction/verify/', ''));
      if (!payment) throw new Refusal(400, { status: false, message: 'Transaction reference not found.' });
      return { body: { status: true, message: 'Verification successful', data: view(payment) } };
    },
  };
  return rail;
}
