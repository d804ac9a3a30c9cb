import { railContract } from '../testing/rail-contract.ts';
import { fakeYellowcard } from './testing.ts';

railContract({
  name: 'yellowcard',
  fake: fakeYellowcard({ apiKey: 'key', secretKey: 'sk_y' }),
  settings: (url) => ({
    YELLOWCARD_API_KEY: 'key',
    YELLOWCARD_SECRET_KEY: 'sk_y',
    YELLOWCARD_API_URL: url,
  }),
  amount: 12.5,
});
