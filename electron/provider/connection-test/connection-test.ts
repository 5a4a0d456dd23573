import type { AccessWay } from '../../../shared/domain/app/profile.js'
import { message } from '../../../shared/messages/make-message.js'
import { checkAccounts, checkKey, type KeyCheckDeps } from './key-checks.js'
import { Findings, type ConnectionFindings } from './findings.js'
import { checkNetwork, type NetworkCheckDeps } from './network-checks.js'
import { checkOAuth, type OAuthCheckDeps } from './oauth-checks.js'
import { checkData, checkEvents, checkStream, type StreamCheckDeps } from './stream-checks.js'

export interface ConnectionTestDeps
  extends NetworkCheckDeps,
    KeyCheckDeps,
    OAuthCheckDeps,
    StreamCheckDeps {
  readonly access: AccessWay
  /** True while the profile is open: a second stream of its key could end its own. */
  readonly isOpen: boolean
}

/**
 * Tests the connection of a profile's way of access, from the network up, and reports every finding
 * as text. Requests no token and no code, and changes nothing at the provider.
 */
export async function testConnection(deps: ConnectionTestDeps): Promise<ConnectionFindings> {
  const { access } = deps
  const findings = new Findings(access)
  if (!(await checkNetwork(deps, findings))) return findings.report()
  if (access === 'connect' || access === 'both') await checkOAuth(deps, findings)
  const key = await checkKey(deps, findings)
  if (key === null) return findings.report()
  await checkAccounts(deps, key, findings)
  if (access === 'institution') return findings.report()
  if (deps.isOpen) {
    findings.skip('events', message('connection.openNow'))
    findings.skip('stream', message('connection.openNow'))
  } else {
    await checkEvents(deps, findings)
    await checkStream(deps, findings)
  }
  await checkData(deps, key, findings)
  return findings.report()
}
