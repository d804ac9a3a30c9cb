import type { Api, Json, MediaCall } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

/** Most of these need a session, not a key: in a browser `apiKey: null`, elsewhere a `cookie` among the headers. */
export function account(api: Api) {
  return {
    /** Null when nobody is signed in. */
    async me(options?: RequestOptions) {
      return (await api.json('GET /api/me', {}, options)).user;
    },
    /** Signs up, in or out, verifies an address, or resets a password. */
    authenticate: (json: Json<'POST /api/auth'>, options?: RequestOptions) =>
      api.json('POST /api/auth', { json }, options),
    changeName: (name: string, options?: RequestOptions) =>
      api.json('PATCH /api/account', { json: { name } }, options),
    /** Mails a link to the new address, which is used from when the link is opened. */
    changeEmail: (json: Json<'POST /api/account/email'>, options?: RequestOptions) =>
      api.json('POST /api/account/email', { json }, options),
    sendVerification: (options?: RequestOptions) => api.json('POST /api/account/verification', {}, options),
    changePassword: (json: Json<'POST /api/account/password'>, options?: RequestOptions) =>
      api.json('POST /api/account/password', { json }, options),
    /** A ZIP archive of everything the account has. */
    export: (options?: RequestOptions): MediaCall => api.media('GET /api/account/export', {}, options),
    close: (json: Json<'DELETE /api/account'>, options?: RequestOptions) =>
      api.json('DELETE /api/account', { json }, options),
    keys: keys(api),
    passkeys: passkeys(api),
    sessions: sessions(api),
    settings: settings(api),
    twoFactor: twoFactor(api),
  };
}

function keys(api: Api) {
  return {
    list: (query: { limit?: number; cursor?: string } = {}, options?: RequestOptions) =>
      api.list('GET /api/keys', 'keys', { query }, options),
    /** `api_key` is shown only in this answer. */
    create: (json: Json<'POST /api/keys'> = {}, options?: RequestOptions) =>
      api.json('POST /api/keys', { json }, options),
    /** A key for the browser of one of your users. Needs an API key, not a session: call it on your server. */
    createEphemeral: (json: Json<'POST /api/v1/ephemeral-keys'>, options?: RequestOptions) =>
      api.json('POST /api/v1/ephemeral-keys', { json }, options),
    update: (id: string, json: Json<'PATCH /api/keys/{id}'>, options?: RequestOptions) =>
      api.json('PATCH /api/keys/{id}', { path: { id }, json }, options),
    revoke: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/keys/{id}', { path: { id } }, options),
    limits: (options?: RequestOptions) => api.json('GET /api/billing/key-limits', {}, options),
    limit: (id: string, json: Json<'PUT /api/billing/key-limits/{key_id}'>, options?: RequestOptions) =>
      api.json('PUT /api/billing/key-limits/{key_id}', { path: { key_id: id }, json }, options),
  };
}

function sessions(api: Api) {
  return {
    list: (options?: RequestOptions) => api.json('GET /api/sessions', {}, options),
    revoke: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/sessions/{id}', { path: { id } }, options),
    revokeOthers: (options?: RequestOptions) => api.json('DELETE /api/sessions', {}, options),
  };
}

function settings(api: Api) {
  return {
    get: (options?: RequestOptions) => api.json('GET /api/settings', {}, options),
    update: (json: Json<'PATCH /api/settings'>, options?: RequestOptions) =>
      api.json('PATCH /api/settings', { json }, options),
    /** Replaces the secret that signs webhooks. Shown only in this answer. */
    createWebhookSecret: (options?: RequestOptions) =>
      api.json('POST /api/settings/webhook-secret', {}, options),
    testWebhook: (json: Json<'POST /api/settings/webhook-test'> = null, options?: RequestOptions) =>
      api.json('POST /api/settings/webhook-test', { json }, options),
  };
}

/** Between `options` and `add` comes `navigator.credentials.create()`. Sign-in is `authenticate`. */
function passkeys(api: Api) {
  return {
    list: (options?: RequestOptions) => api.json('GET /api/auth/passkeys', {}, options),
    options: (json: Json<'POST /api/auth/passkeys/options'>, options?: RequestOptions) =>
      api.json('POST /api/auth/passkeys/options', { json }, options),
    add: (json: Json<'POST /api/auth/passkeys'>, options?: RequestOptions) =>
      api.json('POST /api/auth/passkeys', { json }, options),
    rename: (id: string, name: string, options?: RequestOptions) =>
      api.json('PATCH /api/auth/passkeys/{id}', { path: { id }, json: { name } }, options),
    remove: (id: string, json: Json<'DELETE /api/auth/passkeys/{id}'>, options?: RequestOptions) =>
      api.json('DELETE /api/auth/passkeys/{id}', { path: { id }, json }, options),
  };
}

function twoFactor(api: Api) {
  return {
    setUp: (options?: RequestOptions) => api.json('POST /api/auth/2fa/setup', {}, options),
    enable: (json: Json<'POST /api/auth/2fa/enable'>, options?: RequestOptions) =>
      api.json('POST /api/auth/2fa/enable', { json }, options),
    disable: (json: Json<'DELETE /api/auth/2fa'>, options?: RequestOptions) =>
      api.json('DELETE /api/auth/2fa', { json }, options),
  };
}
