/** Writes the list of routes from the document that the service serves: `npm run routes`. */
import { writeFile } from 'node:fs/promises';
import { readDocument } from '../../src/main/testing/operations.ts';
import { openTestService } from '../../src/main/testing/test-service.ts';
import { ROUTES_FILE, writeRoutes } from './write-routes.ts';

const service = await openTestService();
try {
  await writeFile(ROUTES_FILE, writeRoutes(await readDocument(service)));
} finally {
  await service.close();
}
