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

/** The findings of a connection test. */
export const connection = {
  notTried: 'Skipped: fix the step above first.',
  answers: ({ host }: { readonly host: string }) => `${host} answers.`,
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
  proxyChosen: ({ address }: { readonly address: string }) => `${address}, chosen here`,
  proxyNamed: ({ address, variable }: { readonly address: string; readonly variable: string }) =>
    `${address}, named by ${variable} in the environment`,
  proxyUnusable:
    'The proxy of the environment is of a kind that cannot be used, so connections are direct. Enter an HTTP proxy here.',
  proxyCredentials:
    'The proxy asks for a user name and a password (407). Nothing was sent to the broker. Name a proxy that lets this computer through, or put them into HTTPS_PROXY.',
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
  requestKnown: 'The address knows the request.',
  timeRefused: ({ skewMs }: { readonly skewMs: number | null }, writer: Writer) =>
    `The broker refuses the time of the request. ${skewMs === null ? 'Set the clock of this computer.' : clockText({ skewMs }, writer)}`,
  signatureWrong:
    'The signature is wrong: the secret is wrong, or it belongs to another key. Enter both again.',
  keyRefused: ({ reason }: { readonly reason: string }) => `The key is refused: ${reason}`,
} as const
