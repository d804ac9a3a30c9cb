/** Writes the types of the client from the document that the service serves: `npm run client:types`. */
import { writeFile } from 'node:fs/promises';
import { openTestService } from '../../tests/support/test-service.ts';
import { type Document, TYPES_FILE, writeTypes } from './write-types.ts';

const service = await openTestService();
try {
  const reply = await service.app.inject('/api/openapi.json');
  await writeFile(TYPES_FILE, writeTypes(reply.json<Document>()));
} finally {
  await service.close();
}
