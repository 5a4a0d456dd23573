import type { Message } from '../message.js'
import type { Writer } from '../writer.js'

const NOTICE_MINUTES_MS = 90_000

/** The size of a clock's error: "75 seconds", "3 minutes". */
const clockError = (skewMs: number, { plural }: Writer): string =>
  Math.abs(skewMs) < NOTICE_MINUTES_MS
    ? plural(Math.round(Math.abs(skewMs) / 1_000), { one: '# second', other: '# seconds' })
    : plural(Math.round(Math.abs(skewMs) / 60_000), { one: '# minute', other: '# minutes' })

/** `skewMs`: the broker's time minus this computer's. */
const clockText = ({ skewMs }: { readonly skewMs: number }, writer: Writer): string =>
  `This computer's clock is ${clockError(skewMs, writer)} ${skewMs > 0 ? 'behind' : 'ahead of'} the broker's.`

/** Proxies in the order in which they are tried; an empty text is no proxy. */
const ways = (addresses: readonly string[]): string =>
  addresses.map((address) => (address === '' ? 'no proxy' : address)).join(', then ')

/** The findings of a connection test. */
export const connection = {
  notTried: 'Skipped: fix the step above first.',
  answers: ({ host }: { readonly host: string }) => `${host} answers.`,
  loginElsewhere: ({ host }: { readonly host: string }) =>
    `The broker’s login page is not at its usual address; the browser begins at ${host} instead, which leads to it.`,
  trustSystem: 'this computer’s authorities and the public ones that come with Countersign',
  trustRuntime: 'the public authorities that come with Countersign, not those of this computer',
  trustOwn: (
    { subject, until }: { readonly subject: string; readonly until: string },
    { day }: Writer,
  ) => `only this authority: ${subject}, valid until ${day(until)}`,
  trustUnreadable: 'an authority that cannot be read, so nothing',
  certificateTrusted: ({ trust }: { readonly trust: Message }, { message }: Writer) =>
    `Its certificate is trusted. Trusted are ${message(trust)}.`,
  proxyNone: 'No proxy: connections are direct',
  proxyNothing:
    'No proxy: neither the environment nor the system’s setting names one, so connections are direct',
  proxyChosen: ({ addresses }: { readonly addresses: readonly string[] }) =>
    `${ways(addresses)}, chosen here`,
  proxyNamed: ({
    addresses,
    variable,
  }: {
    readonly addresses: readonly string[]
    readonly variable: string
  }) => `${ways(addresses)}, named by ${variable} in the environment`,
  proxySystem: ({ addresses }: { readonly addresses: readonly string[] }) =>
    `${ways(addresses)}, named by the system’s setting`,
  proxyScript: ({
    addresses,
    script,
    isSystem,
  }: {
    readonly addresses: readonly string[]
    readonly script: string
    readonly isSystem: boolean
  }) =>
    `${ways(addresses)}, named by the script ${script}${isSystem ? ' of the system’s setting' : ''}`,
  proxyScriptMissing: ({ address }: { readonly address: string }) =>
    `The proxy script ${address} cannot be loaded, so connections are direct. Check its address, or enter the proxy here.`,
  proxyScriptWrong: ({ address }: { readonly address: string }) =>
    `The proxy script ${address} names no proxy that can be used, so connections are direct. Enter the proxy here.`,
  proxyUnusable:
    'The proxy of the environment is of a kind that cannot be used, so connections are direct. Enter an HTTP or SOCKS proxy here.',
  proxyCredentials:
    'The proxy asks for a user name and a password. Nothing was sent to the broker. Enter them under Proxy.',
  proxyPassword:
    'The proxy refuses the user name and the password. Nothing was sent to the broker. Enter them again under Proxy.',
  proxyScheme:
    'The proxy asks for a kind of sign-in that Countersign does not have (NTLM, Kerberos or Digest; it has Basic). Nothing was sent to the broker. Ask who runs it for another way, or run a local proxy that signs in.',
  proxyRefused:
    'The proxy refuses to connect to the broker. Nothing was sent. Ask who runs it to allow the broker’s hosts and ports, or choose No proxy.',
  proxyUnreachable:
    'The proxy does not answer. Nothing was sent. Check its address, or choose No proxy.',
  unreachable: ({ host, detail }: { readonly host: string; readonly detail: string }) =>
    `${host} cannot be reached (${detail}). Check the network and the address.`,
  certificateNotTrusted: ({ trust }: { readonly trust: Message }, { message }: Writer) =>
    `Its certificate is not trusted: the connection to the broker is intercepted, by a filter or a sign-in page of this network, or the certificate authority of this profile is wrong. Nothing was sent. Trusted are ${message(trust)}.`,
  noServerTime: 'The server did not report its time.',
  clockWrong: (params: { readonly skewMs: number }, writer: Writer) =>
    `${clockText(params, writer)} Signed requests are refused; set the clock.`,
  clockOff: clockText,
  clocksAgree: 'The clocks agree.',
  environmentRight: 'The key belongs to this environment.',
  keyKnown: 'The key is known.',
  signatureAccepted: 'The secret is correct: the signature was accepted.',
  tokenUsable: 'The token is usable.',
  tokenMissing:
    'There is no token yet. Signing in requests one, and the broker sends a code to your phone.',
  tokenStatus: ({ status }: { readonly status: string }) =>
    `The token is ${status}. Sign in to get a new one.`,
  rightsLater: 'Permissions are checked once you are signed in.',
  accountsLater: 'Accounts are shown once you are signed in.',
  rightsToRead: 'The key may read accounts.',
  accounts: ({ count }: { readonly count: number }, { plural }: Writer) =>
    plural(count, { one: '# account.', other: '# accounts.' }),
  otherEnvironment:
    'Every path answers "not found": this key belongs to the other environment. Check whether it is a sandbox or a production key.',
  tokenRefused: 'The token is refused. Sign in again; often the key is of the other environment.',
  notEntitled: ({ reason }: { readonly reason: string }) =>
    `The key may not do this: ${reason}. Permissions are granted in the broker's developer pages.`,
  tooMany: 'Too many requests just now. Try again in a moment.',
  noProperAnswer: ({ reason }: { readonly reason: string }) =>
    `The broker does not answer properly (${reason}). Try again later.`,
  testRefused: ({ reason }: { readonly reason: string }) =>
    `The broker refused the test: ${reason}`,
  certificateNext:
    'Use another network, or turn off what inspects its connections. Behind such a filter on purpose, name its certificate authority in the hosts of a sandbox profile.',
  networkNext: 'Check the cable or Wi-Fi, a firewall and a VPN, then test again.',
  noName: ({ host }: { readonly host: string }) => `The name ${host} is not known in this network.`,
  nameNext: 'Check the network, and whether a filter for names (DNS) blocks the broker.',
  noPortal: 'No sign-in page of this network is in the way.',
  portal: ({ address }: { readonly address: string }) =>
    `This network answers in the broker's place: it leads to ${address}.`,
  portalNext: 'Open any page in your browser, sign in to the network there, then test again.',
  bothFamilies: 'Both IPv4 and IPv6 work.',
  onlyFour: 'IPv4 works. There is no IPv6 address to use here.',
  onlySix: 'IPv6 works. There is no IPv4 address to use here.',
  familySilent: ({ silent }: { readonly silent: string }) =>
    `${silent} does not answer, the other family of addresses does. Connections may be slow to begin.`,
  familyNext: ({ silent }: { readonly silent: string }) =>
    `Repair ${silent} in this network, or turn it off.`,
  familiesSilent: ({ host }: { readonly host: string }) => `No address of ${host} answers.`,
  clockNext: 'Turn on automatic time in the settings of this computer, then test again.',
  environmentNext: 'Enter the key that the broker shows for this environment.',
  keyNext: 'Copy app key and app secret again from the application at the broker, both of one key.',
  tokenNext: 'Sign in to this profile to get a new token.',
  rightsNext: 'Grant the permission in the broker’s developer pages, then test again.',
  accountsNext: 'Open an account at the broker, or grant this key access to it.',
  laterNext: 'Wait some minutes, then test again. The broker’s status page may say more.',
  supportNext: 'Copy the findings for the support.',
  clientAccepted: 'Client ID and client secret are accepted.',
  clientRefused: ({ reason }: { readonly reason: string }) => `The client is refused: ${reason}`,
  clientMissing: 'The sign-in in the browser was not tested: its registration is incomplete here.',
  clientUnclear: ({ reason }: { readonly reason: string }) =>
    `The broker's answer does not say whether the client is known: ${reason}`,
  clientNext: 'Copy client ID and client secret again from the registration of this environment.',
  redirectAccepted: ({ address }: { readonly address: string }) =>
    `${address} is not refused, and its port is free.`,
  redirectRefused: ({ address, reason }: { readonly address: string; readonly reason: string }) =>
    `The login page refuses ${address}: ${reason}`,
  redirectNext: ({ address }: { readonly address: string }) =>
    `Register exactly ${address} for this client ID at the broker.`,
  redirectPort: ({ address }: { readonly address: string }) =>
    `Another program uses the port of ${address}, so the sign-in cannot be received.`,
  redirectChanging: 'Every sign-in uses another port, which no registration can contain.',
  redirectPortNext:
    'Close the other program, or choose a free port in the profile and register its address.',
  scopeAccepted: ({ scope }: { readonly scope: string }) => `"${scope}" is not refused.`,
  scopeRefused: ({ scope }: { readonly scope: string }) => `The scope "${scope}" is refused.`,
  scopeNext: 'Enter the scope exactly as the registration shows it.',
  pkceAccepted: 'The additional proof of the sign-in (PKCE) is not refused.',
  pkceRefused: ({ reason }: { readonly reason: string }) =>
    `The login page refuses the request, perhaps its additional proof (PKCE): ${reason}`,
  pkceNext:
    'Check that the client is registered for the code flow, and copy the findings for the support.',
  eventsAccepted: 'Order events are delivered.',
  eventsElsewhere: 'Another program receives the order events of this key now.',
  eventsElsewhereNext: 'End the other program, or open this profile: it then waits for its turn.',
  eventsRefused: ({ reason }: { readonly reason: string }) =>
    `The order events refuse the key: ${reason}`,
  eventsFailed: ({ reason }: { readonly reason: string }) =>
    `The order events do not answer (${reason}). Orders are then read at intervals.`,
  streamOpen: ({ ports }: { readonly ports: readonly number[] }, { list }: Writer) =>
    `Live prices can be received over port ${list(ports.map(String))}.`,
  streamPart: (
    { open, closed }: { readonly open: readonly number[]; readonly closed: readonly number[] },
    { list }: Writer,
  ) =>
    `Live prices: port ${list(open.map(String))} answers${closed.length === 0 ? ', but the connection was not accepted in time' : `, port ${list(closed.map(String))} does not`}.`,
  streamClosed: ({ ports }: { readonly ports: readonly number[] }, { list }: Writer) =>
    `Live prices cannot be received: none of the ports ${list(ports.map(String))} is open. Prices are read every 3 seconds instead, and show their age.`,
  streamClosedNext:
    'Allow one of these ports in the firewall of this network or computer, or in its proxy.',
  streamRefused: ({ reason }: { readonly reason: string }) =>
    `Live prices are refused for this key (code ${reason}).`,
  streamRefusedNext:
    'Check whether the key may receive market data, in the broker’s developer pages.',
  streamElsewhere:
    'Live prices: other connections of this key are open, as many as the broker allows.',
  streamElsewhereNext:
    'End the other program, or wait a minute: the broker counts a lost connection for so long.',
  portNext: ({ port }: { readonly port: number }) =>
    `Allow port ${port} in the firewall of this network or computer, or in its proxy.`,
  dataLater: 'The right to market data is checked once you are signed in.',
  dataAllowed: 'The key may read prices.',
  dataRefused: ({ reason }: { readonly reason: string }) => `Prices are refused: ${reason}`,
  dataNext: 'Subscribe to market data for the API at the broker. Orders work without it.',
  supportTitle: ({ testedAt }: { readonly testedAt: string }) =>
    `Countersign connection test, ${testedAt}`,
  supportProfile: ({
    environment,
    access,
    algorithm,
    apiVersion,
    ownHosts,
  }: {
    readonly environment: string
    readonly access: string
    readonly algorithm: string
    readonly apiVersion: string
    readonly ownHosts: boolean
  }) =>
    `Environment ${environment}, access ${access}, ${algorithm}, ${apiVersion}, ${ownHosts ? 'own hosts' : 'published hosts'}`,
  supportAssumptions: ({ changed }: { readonly changed: readonly string[] }) =>
    changed.length === 0
      ? 'The broker is as assumed'
      : `The broker differs from what is assumed: ${changed.join(', ')}`,
  supportRuntime: ({ node, platform }: { readonly node: string; readonly platform: string }) =>
    `Node ${node}, ${platform}`,
  supportResult: ({ ok }: { readonly ok: boolean }): string =>
    ok ? 'Result: it works' : 'Result: it does not work',
  proxied: 'A proxy reaches the broker for this computer.',
  openNow: 'This profile is open: the status bar shows its own connection.',
  requestKnown: 'The address knows the request.',
  timeRefused: ({ skewMs }: { readonly skewMs: number | null }, writer: Writer) =>
    `The broker refuses the time of the request. ${skewMs === null ? 'Set the clock of this computer.' : clockText({ skewMs }, writer)}`,
  signatureWrong:
    'The signature is wrong: the secret is wrong, or it belongs to another key. Enter both again.',
  keyRefused: ({ reason }: { readonly reason: string }) => `The key is refused: ${reason}`,
} as const
