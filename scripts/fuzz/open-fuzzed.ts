import { openChatServer } from '../../src/engines/language-model/testing/chat-server.ts';
import { openTestService, type TestService } from '../../src/main/testing/test-service.ts';
import { SETTINGS } from '../../src/money/payment-events/testing/deliveries.ts';

/** With a language model and the secrets of webhooks. Without them, a valid request would correctly get 502 or 503. */
export async function openFuzzedService(): Promise<TestService> {
  const chat = await openChatServer();
  const service = await openTestService({ llm: chat.baseUrl, settings: SETTINGS });
  return {
    ...service,
    async close() {
      await service.close();
      await chat.close();
    },
  };
}
