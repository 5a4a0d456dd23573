import { isPortFree } from '../../adapters/loopback-callback.js'
import { REDIRECT_PORT } from '../../../shared/domain/app/profile.js'
import { redirectAddress, type Profile } from '../../../shared/domain/app/profile.schema.js'
import type { RedirectView } from '../../../shared/domain/app/profile-view.js'

/** How many ports after the usual one are tried for a free one. */
const TRIED_PORTS = 20

async function freePort(): Promise<number | null> {
  for (let port = REDIRECT_PORT; port < REDIRECT_PORT + TRIED_PORTS; port += 1) {
    if (await isPortFree(port)) return port
  }
  return null
}

/** Describes where the browser's response is received; null in practice. */
export async function redirectView({
  environment,
  redirect,
}: Pick<Profile, 'environment' | 'redirect'>): Promise<RedirectView | null> {
  if (environment === 'practice') return null
  const address = redirectAddress(redirect)
  if (redirect.kind === 'manual') return { address, port: 'pasted', freePort: null }
  if (address === null) return { address, port: 'changing', freePort: await freePort() }
  return (await isPortFree(redirect.port))
    ? { address, port: 'free', freePort: null }
    : { address, port: 'in-use', freePort: await freePort() }
}
