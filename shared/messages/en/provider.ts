/** Why a request at the broker failed. */
export const provider = {
  refused: 'The broker refused the request.',
  unauthorized: 'The broker did not accept the key or its signature.',
  invalidToken: 'The broker did not accept the session.',
  signedOut: 'Sign in to continue.',
  notEntitled: 'The account has no permission for this.',
  wrongEnvironment: 'The key belongs to another environment.',
  notAllowed: 'This request may not be sent in this environment.',
  rateLimited: 'The request limit is used up for the moment.',
  orderExists: 'An order with this id exists already.',
  unavailable: 'The broker cannot be reached.',
  timeout: 'The broker did not answer in time.',
  malformed: 'The response of the broker is unreadable.',
  invalidRequest: 'The request is not well formed.',
  stopped: 'The session is closing.',
  wrongClock:
    "The broker refuses requests because this computer's clock is wrong. Correct its date and time.",
  noHostedAssistants: "The broker's assistants are not connected in this environment.",
  orderNotShown: ({ member }: { readonly member: string }) =>
    `The desktop app cannot show this order: ${member}`,
} as const
