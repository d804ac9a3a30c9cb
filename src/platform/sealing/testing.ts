import { createSealing } from './index.ts';

const TEST_DATA_KEY = { id: 'test', secret: 'a data key that is used by tests only' };

export const testSealing = createSealing([TEST_DATA_KEY]);
export const TEST_RECOVERY_KEY = Buffer.alloc(32, 'recovery');
