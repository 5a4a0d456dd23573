import type { Writer } from '../writer.js'

/** Why a request at the broker failed. */
export const provider = {
  refused: 'The broker refused the request.',
  unauthorized: 'The broker did not accept the key or its signature.',
  invalidToken: 'The broker did not accept the session.',
  signedOut: 'Sign in to continue.',
  awaitsCode: 'The broker waits for the code on your phone. This is read as soon as it is entered.',
  notConfirmed:
    'A code on your phone was not requested or was not confirmed in time. Request one to read this.',
  notEntitled: 'The account has no permission for this.',
  wrongEnvironment: 'The key belongs to another environment.',
  notAllowed: 'This request may not be sent in this environment.',
  rateLimited: 'The request limit is used up for the moment.',
  overLimit: (
    {
      count,
      seconds,
      waitSeconds,
    }: { readonly count: number; readonly seconds: number; readonly waitSeconds: number },
    writer: Writer,
  ) =>
    `The broker allows ${writer.count(count)} of these requests ${seconds === 60 ? 'a minute' : `in ${writer.count(seconds)} s`}, and they are used up. The next can be sent in ${writer.count(waitSeconds)} s.`,
  orderExists: 'An order with this id exists already.',
  unavailable: 'The broker cannot be reached.',
  timeout: 'The broker did not answer in time.',
  malformed: 'The response of the broker is unreadable.',
  webPage:
    'A web page answered in the broker’s place: a filter or a sign-in page of this network. Open any page in your browser, sign in to the network there, then try again.',
  invalidRequest: 'The request is not well formed.',
  stopped: 'The session is closing.',
  wrongClock:
    "The broker refuses requests because this computer's clock is wrong. Correct its date and time.",
  noHostedAssistants: "The broker's assistants are not connected in this environment.",
  orderNotShown: ({ member }: { readonly member: string }) =>
    `The desktop app cannot show this order: ${member}`,
} as const
