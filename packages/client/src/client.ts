import { type Arguments, createApi, type Operation, type Output } from './core/api.ts';
import type { Call } from './core/call.ts';
import { type ClientOptions, settingsFrom } from './core/options.ts';
import { account } from './resources/account.ts';
import { agents } from './resources/agents.ts';
import { assets } from './resources/assets.ts';
import { billing } from './resources/billing.ts';
import { conversations } from './resources/conversations.ts';
import { dubs } from './resources/dubs.ts';
import { batches, generations, videos } from './resources/generate.ts';
import { jobs } from './resources/jobs.ts';
import { provenance } from './resources/provenance.ts';
import { runs } from './resources/runs.ts';
import { seller } from './resources/seller.ts';
import { service } from './resources/service.ts';
import { music, soundEffects } from './resources/sound.ts';
import { speech } from './resources/speech.ts';
import { transcriptions } from './resources/transcriptions.ts';
import { voices } from './resources/voices.ts';
import { webhookDeliveries } from './resources/webhook-deliveries.ts';
import { webhookEvents } from './resources/webhook-events.ts';

export type VoxHumana = ReturnType<typeof createClient>;

/** A client of a Vox Humana service. */
export function createClient(options: ClientOptions = {}) {
  const api = createApi(settingsFrom(options));
  return {
    speech: speech(api),
    transcriptions: transcriptions(api),
    music: music(api),
    soundEffects: soundEffects(api),
    videos: videos(api),
    dubs: dubs(api),
    agents: agents(api),
    conversations: conversations(api),
    generations: generations(api),
    batches: batches(api),
    jobs: jobs(api),
    voices: voices(api),
    assets: assets(api),
    provenance: provenance(api),
    runs: runs(api),
    webhookDeliveries: webhookDeliveries(api),
    webhookEvents: webhookEvents(api),
    account: account(api),
    billing: billing(api),
    seller: seller(api),
    service: service(api),

    /**
     * Any operation of the API by its method and path: `client.request('GET /api/me')`. JSON is parsed, a file is a
     * `Media`, and an empty answer is undefined.
     */
    request<O extends Operation>(operation: O, ...args: Arguments<O>): Call<Output<O>> {
      return api.request(operation, ...args);
    },

    /** The same, with the response as it is and its body unread. */
    raw<O extends Operation>(operation: O, ...args: Arguments<O>): Promise<Response> {
      return api.raw(operation, ...args);
    },
  };
}
