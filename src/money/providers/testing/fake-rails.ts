import { createHash, createHmac } from 'node:crypto';
import type { FakeReply, SeenRequest } from './fake-server.ts';
import { demand, Refusal } from './fake-server.ts';

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

const PAGE_URL = 'https://pay.example.com/page';

function keep(rail: FakeRail, payment: Omit<FakePayment, 'at'>, refusal: Refusal): void {
  if (rail.payments.has(payment.reference)) throw refusal;
  rail.payments.set(payment.reference, { ...payment, at: new Date().toISOString() });
}

function requireBearer({ headers }: SeenRequest, key: string): void {
  if (headers.authorization !== `Bearer ${key}`) {
    throw new Refusal(401, { status: false, message: 'Invalid key' });
  }
}

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
        const [perPage, page] = [Number(request.query.get('perPage')), Number(request.query.get('page'))];
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

export function fakeYellowcard(keys: { apiKey: string; secretKey: string }): FakeRail {
  const requireSignature = ({ method, path, headers, body }: SeenRequest) => {
    const bodyHash = method === 'POST' ? createHash('sha256').update(body).digest('base64') : '';
    const signature = createHmac('sha256', keys.secretKey)
      .update(`${headers['x-yc-timestamp']}${path}${method}${bodyHash}`)
      .digest('base64');
    if (headers.authorization !== `YcHmacV1 ${keys.apiKey}:${signature}`) {
      throw new Refusal(401, { code: 'InvalidSignature', message: 'Unauthorized' });
    }
  };
  const channel = (id: string, rampType: string, apiStatus = 'active') => {
    return { id, rampType, apiStatus, country: 'NG', channelType: 'bank', currency: 'NGN' };
  };
  const rail: FakeRail = {
    payments: new Map(),
    paid: 'complete',
    failed: 'expired',
    answer(request) {
      requireSignature(request);
      if (request.path === '/business/channels') {
        const channels = [channel('out', 'withdraw'), channel('off', 'deposit', 'inactive')];
        return { body: { channels: [...channels, channel('in', 'deposit')] } };
      }
      if (request.method === 'POST') {
        const body = JSON.parse(request.body);
        demand(
          body,
          'sequenceId',
          'channelId',
          'amount',
          'recipient.name',
          'recipient.country',
          'redirectUrl',
        );
        if (body.channelId !== 'in')
          throw new Refusal(400, { code: 'InvalidChannel', message: 'Bad channel' });
        const { sequenceId: reference, amount, recipient } = body;
        const duplicate = new Refusal(400, { code: 'SequenceIdExists', message: 'Duplicate sequence id' });
        const payment = { reference, amount, email: recipient.email, metadata: null, status: 'pending' };
        keep(rail, { ...payment, currency: 'USD' }, duplicate);
        const bankInfo = { name: 'Bank', paymentLink: PAGE_URL };
        return { body: { id: `col-${reference}`, sequenceId: reference, status: 'process', bankInfo } };
      }
      const payment = rail.payments.get(request.path.replace('/business/collections/sequence-id/', ''));
      if (!payment) throw new Refusal(404, { code: 'CollectionNotFound', message: 'Not found' });
      const { reference: sequenceId, status, amount, at: createdAt, email } = payment;
      const recipient = { email };
      return { body: { id: `col-${sequenceId}`, sequenceId, status, amount, createdAt, recipient } };
    },
  };
  return rail;
}
