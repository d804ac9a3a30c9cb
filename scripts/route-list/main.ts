/** Writes the list of routes from the document that the service serves: `npm run routes`. */
import { writeFile } from 'node:fs/promises';
import { readDocument } from '../../tests/support/operations.ts';
import { openTestService } from '../../tests/support/test-service.ts';
import { ROUTES_FILE, writeRoutes } from './write-routes.ts';

const service = await openTestService();
try {
  await writeFile(ROUTES_FILE, writeRoutes(await readDocument(service)));
} finally {
  await service.close();
}
