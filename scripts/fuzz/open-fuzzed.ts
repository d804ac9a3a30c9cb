import { openChatServer } from '../../src/engines/language-model/testing/chat-server.ts';
import { openTestService, type TestService } from '../../src/main/testing/test-service.ts';

/** A service with a language model. Without one, a valid request would correctly get 502. */
export async function openFuzzedService(): Promise<TestService> {
  const chat = await openChatServer();
  const service = await openTestService({ llm: chat.baseUrl });
  return {
    ...service,
    async close() {
      await service.close();
      await chat.close();
    },
  };
}
