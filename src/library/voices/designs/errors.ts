import { domainError, fieldFault } from '../../../platform/errors.ts';

export const InvalidDesign = domainError('invalid', 'invalid_request', fieldFault);
