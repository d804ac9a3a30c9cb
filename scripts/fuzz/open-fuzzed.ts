import { openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { SETTINGS } from '../../src/money/payment-events/testing/deliveries.ts';
import { fakePaystack } from '../../src/money/providers/paystack/testing.ts';
import { openFakeStripe } from '../../src/money/providers/stripe/testing/fake-stripe.ts';
import { openFakeServer } from '../../src/money/providers/testing/fake-server.ts';
import { openTestService, type TestService } from '../../tests/support/test-service.ts';

const CARD_KEY = 'sk_test_of_the_card_provider';

/** The service has a language model and payment providers: without them, a valid request would correctly get 502 or 503. */
export async function openFuzzedService(): Promise<TestService> {
  const chat = await openChatServer();
  const stripe = await openFakeStripe({
    secretKey: CARD_KEY,
    webhookSecret: SETTINGS.CARDPAY_WEBHOOK_SECRET,
  });
  const paystack = await openFakeServer(fakePaystack({ secretKey: SETTINGS.PROVB_SECRET_KEY }).answer);
  const service = await openTestService({
    llm: chat.baseUrl,
    settings: {
      ...SETTINGS,
      CARDPAY_SECRET_KEY: CARD_KEY,
      CARDPAY_API_URL: stripe.url,
      PROVB_API_URL: paystack.url,
    },
  });
  return {
    ...service,
    async close() {
      await service.close();
      await Promise.all([chat.close(), stripe.close(), paystack.close()]);
    },
  };
}
