import { railContract } from '../testing/rail-contract.ts';
import { fakeEbanx } from './testing.ts';

railContract({
  name: 'ebanx',
  fake: fakeEbanx({ integrationKey: 'sk_e' }),
  settings: (url) => ({ EBANX_INTEGRATION_KEY: 'sk_e', EBANX_API_URL: url }),
  amount: 12.5,
});
