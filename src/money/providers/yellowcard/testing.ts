import { createHash, createHmac } from 'node:crypto';
import { type FakeRail, keep, PAGE_URL } from '../testing/fake-rail.ts';
import { demand, Refusal, type SeenRequest } from '../testing/fake-server.ts';

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
