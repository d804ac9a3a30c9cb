import { type FakePayment, type FakeRail, keep, PAGE_URL, requireBearer } from '../testing/fake-rail.ts';
import { demand, Refusal } from '../testing/fake-server.ts';

export function fakeFlutterwave({ secretKey }: { secretKey: string }): FakeRail {
  const view = (payment: FakePayment) => ({
    id: 4_975_363,
    tx_ref: payment.reference,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    created_at: payment.at,
    customer: { id: 2, email: payment.email },
    meta: payment.metadata,
  });
  const rail: FakeRail = {
    payments: new Map(),
    paid: 'successful',
    failed: 'failed',
    answer(request) {
      requireBearer(request, secretKey);
      if (request.path === '/v3/payments') {
        const body = JSON.parse(request.body);
        demand(body, 'tx_ref', 'amount', 'currency', 'redirect_url', 'customer.email');
        const duplicate = new Refusal(400, { status: 'error', message: 'Duplicate tx_ref' });
        const { tx_ref: reference, amount, currency, customer, meta: metadata } = body;
        keep(
          rail,
          { reference, amount, currency, email: customer.email, metadata, status: 'pending' },
          duplicate,
        );
        return { body: { status: 'success', message: 'Hosted Link', data: { link: PAGE_URL } } };
      }
      if (request.path === '/v3/transactions') {
        const from = request.query.get('from') ?? '';
        const all = [...rail.payments.values()].filter(({ at }) => at >= from);
        const page = Number(request.query.get('page'));
        const perPage = 10;
        const meta = { page_info: { total: all.length, total_pages: Math.ceil(all.length / perPage) } };
        const data = all.slice((page - 1) * perPage, page * perPage).map(view);
        return { body: { status: 'success', message: 'Transactions fetched', meta, data } };
      }
      const payment = rail.payments.get(request.query.get('tx_ref') ?? '');
      if (!payment) {
        throw new Refusal(400, {
          status: 'error',
          message: 'No transaction was found for this id',
          data: null,
        });
      }
      return {
        body: { status: 'success', message: 'Transaction fetched successfully', data: view(payment) },
      };
    },
  };
  return rail;
}
