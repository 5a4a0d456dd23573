/** Why a call from a window was refused, or failed. */
export const ipc = {
  outcomeUnknown:
    'No response was received. Countersign is checking whether the order exists; do not send it again.',
  internal: 'Something went wrong inside Countersign.',
  timeout: 'This took too long and was stopped.',
  tooLarge: 'The request is too large.',
  wrongShape: 'The request has the wrong shape.',
  unknownOperation: 'There is no such operation.',
  wrongValue: 'The request has a wrong value.',
  wrongValueIn: ({ member }: { readonly member: string }) =>
    `The request has a wrong value in "${member}".`,
  pageNotAllowed: 'This page is not allowed to call Countersign.',
  windowNotAllowed: 'This window is not allowed to do that.',
  locked: 'Unlock Countersign first.',
  busy: 'The same request is still in progress.',
  noPress:
    'Nothing was sent or changed. Press the button again. Presses by assistive technology can be accepted in Settings.',
  streamPageNotAllowed: 'This page is not allowed to open a stream.',
  streamWrongShape: 'The stream request has the wrong shape.',
  streamNotAllowed: 'This window is not allowed to open that stream.',
  streamsTooMany: 'Too many streams are open.',
  linkNotAllowed: 'This page may not be opened.',
  unreadable: 'The response could not be read.',
  noResponse: 'Countersign did not respond.',
} as const
