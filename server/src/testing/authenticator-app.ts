// An authenticator app, for tests of the server and of the browser: the code that a secret stands for.
import { Secret, TOTP } from 'otpauth'

const PERIOD_MS = 30_000

/** @param steps 0 for the code of now; the one before and the one after are taken as well, each once */
export function appCode(secret: string, steps = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  return app.generate({ timestamp: Date.now() + steps * PERIOD_MS })
}
