import type { Message } from '../message.js'
import type { Writer } from '../writer.js'

/** Signing in, and the tokens of a session. */
export const auth = {
  ended: 'The sign-in has ended.',
  notSignedIn: 'Not signed in.',
  signedOut: 'Signed out.',
  expired: 'The sign-in has expired.',
  wrongAttempt: 'The response to the sign-in does not belong to this attempt.',
  refused: ({ reason }: { readonly reason: string }) => `The sign-in was refused: ${reason}`,
  requestRefused:
    'The broker’s page refused the form of the sign-in (invalid_request), and no sign-in was made. If the broker does not know PKCE, turn it off in this profile and sign in again.',
  noCode: 'The response to the sign-in has no code.',
  unreachable: 'The broker cannot be reached.',
  tokensNotStored: 'The new tokens could not be stored safely.',
  enterPhoneCode:
    "The broker has sent a code to your phone: open the broker's app, Messages, OpenAPI Notifications, and enter the code there.",
  codeNotRequested:
    'Prices of this account need a token of the app key, and the broker sends a code to your phone for it. Nothing was requested yet; orders and accounts work without it.',
  tokenRefused:
    'The broker requires a token of the app key, and does not let this application create one. No order was sent. Ask the broker to permit it, or sign in with another application.',
  tokenNotConfirmed: 'The code on your phone was not confirmed in time.',
  tokenStatus: ({ status }: { readonly status: string }) => `The token is ${status}.`,
  anotherBegun: 'Another sign-in was started.',
  cancelled: 'The sign-in was canceled.',
  nothingPasted: 'No address was pasted within five minutes.',
  notApproved: 'The sign-in was not approved within five minutes.',
  portInUse: ({ port }: { readonly port: number }) =>
    `Another program uses port ${port} of this computer, where the response of the browser arrives. No sign-in was started. Close that program, or choose another port in the profile and register its address at the broker.`,
  nothingExpected: 'No sign-in is waiting for an address.',
  notTheAddress:
    'This is not the address to which the browser was redirected: it begins with the registered redirect address, followed by "?code=".',
  addressOfAnother:
    'This address belongs to another sign-in. Paste the one that the browser shows now.',
  addressIncomplete: 'This address has no response in it. Copy all of it.',
  noLoopback: 'The practice exchange named no loopback address.',
  notHandedBack: 'The response of the sign-in did not reach Countersign.',
  practiceFailed: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The practice exchange did not approve the sign-in: ${message(reason)}`,
} as const
