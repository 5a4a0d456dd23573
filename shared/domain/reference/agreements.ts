import type { Message } from '../../messages/message.js'
import type { Environment } from '../environment.js'
import { addressHost } from './publications.js'

/**
 * The broker's own hosts of each environment, on which agreements are signed; with `*.` every host
 * below it. The practice exchange names an address that no browser can reach.
 */
const HOSTS: Readonly<Record<Environment, readonly string[]>> = {
  practice: ['agreements.practice.invalid'],
  sandbox: ['*.sandbox.webull.com', 'passport.webull.com'],
  production: ['webull.com', '*.webull.com'],
}
/** Below a host of production, and none of production's. */
const SANDBOX = '.sandbox.webull.com'

const isBelow = (host: string, entry: string): boolean =>
  entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry

/**
 * True for an address of the broker's own pages in this environment: https, without credentials and
 * port. Whatever else the broker's text contains is shown only.
 */
export function isAgreementAddress(address: string, environment: Environment): boolean {
  const host = addressHost(address)
  if (host === null || (environment === 'production' && host.endsWith(SANDBOX))) return false
  return HOSTS[environment].some((entry) => isBelow(host, entry))
}

/** Returns the text of a refusal where it is nothing but one https address; null for any other. */
export function agreementInText(text: string): string | null {
  const address = text.trim()
  return /^https:\/\/[^\s\\]{4,250}$/.test(address) ? address : null
}

/** Returns where the agreement is signed whose absence a message names; null for any other. */
export function agreementOf({ code, params }: Message): string | null {
  const address = code === 'orders.eventAgreement' ? params?.['address'] : null
  return typeof address === 'string' ? address : null
}
