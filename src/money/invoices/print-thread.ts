import { answerAsks } from '../../platform/threads/index.ts';
import { drawInvoice } from './draw-invoice.ts';

answerAsks(drawInvoice);
