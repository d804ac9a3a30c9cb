/** Writes the list of errors that the modules of the service declare: `npm run errors`. */
import { writeFile } from 'node:fs/promises';
import '../../src/main/service.ts';
import { declaredErrors } from '../../src/platform/errors.ts';
import { ERRORS_FILE, writeErrors } from './write-errors.ts';

await writeFile(ERRORS_FILE, writeErrors(declaredErrors));
