import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/** The challenge that the browser says was signed; null when it says nothing of the kind. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string | null {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
