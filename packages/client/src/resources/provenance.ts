import type { Api, Form, Json } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

type Source = Form<'POST /api/v1/provenance/check'> | Json<'POST /api/v1/provenance/check'>;

export function provenance(api: Api) {
  return {
    /** Looks for a watermark and a signed manifest, in a `file` or at a `url`. */
    check: (source: Source, options?: RequestOptions) =>
      api.json(
        'POST /api/v1/provenance/check',
        'url' in source ? { json: source } : { form: source },
        options,
      ),
  };
}
