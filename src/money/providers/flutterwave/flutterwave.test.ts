import { railContract } from '../testing/rail-contract.ts';
import { fakeFlutterwave } from './testing.ts';

railContract({
  name: 'flutterwave',
  fake: fakeFlutterwave({ secretKey: 'sk_c' }),
  settings: (url) => ({ PROVC_SECRET_KEY: 'sk_c', PROVC_API_URL: url }),
  amount: 12.5,
});
