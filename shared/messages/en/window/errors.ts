import type { AppErrorCode } from '../../../domain/app/app-error.js'

/**
 * What happened and what to do next, per error code. The detail of one error comes from its own
 * message.
 */
const messages: Record<AppErrorCode, string> = {
  'ipc/unknown-operation':
    'This window requested something that the app does not support. Restart Countersign.',
  'ipc/invalid-input': 'The request was malformed. Nothing was sent.',
  'ipc/too-large': 'The request is too large.',
  'ipc/not-allowed': 'This window is not allowed to do that.',
  'ipc/busy': 'The app is still processing the last request. Try again in a moment.',
  'ipc/no-press': 'No press of yours was seen for this.',
  'ipc/timeout': 'The app took too long to respond.',
  'session/not-ready': 'The session is not ready yet. Try again in a moment.',
  'session/signed-out': 'You are signed out. Sign in to continue.',
  'session/awaits-code':
    'The broker waits for the code on your phone. The data appear here as soon as it is entered.',
  'session/not-confirmed':
    'A code on your phone was not requested or was not confirmed in time. Request one to see these data.',
  'provider/refused': 'The broker rejected the request.',
  'provider/unauthorized': 'The broker no longer accepts this sign-in. Sign in again.',
  'provider/not-entitled': 'This account has no permission for that.',
  'provider/wrong-environment': 'These credentials belong to another environment.',
  'provider/rate-limited': 'Too many requests in a short time.',
  'provider/unavailable': 'The broker cannot be reached. Countersign keeps trying.',
  'provider/timeout': 'The broker did not respond in time.',
  'provider/malformed': 'The broker’s response could not be read.',
  'instrument/unknown': 'There is no such symbol.',
  'order/not-found': 'The broker does not know this order.',
  'order/outcome-unknown':
    'It is not known yet whether the order was placed. Countersign is checking; do not send it again.',
  'order/already-final': 'The order is final and cannot be changed.',
  'order/request-pending': 'A change to this order is still in progress. Wait for the response.',
  'trading/halted': 'Trading is halted. Nothing was sent.',
  'storage/failed': 'The app could not write to disk. Check free space and permissions.',
  'profile/refused': 'The profile was not changed.',
  'workspace/refused': 'The workspace was not changed.',
  'credentials/refused': 'The credential was not saved.',
  'switch/refused': 'The profile was not switched.',
  'practice/refused': 'The practice exchange was not changed.',
  'sign-in/refused': 'The sign-in was not completed.',
  'lock/locked': 'Countersign is locked.',
  'lock/refused': 'The lock was not changed.',
  'lock/step-up': 'Confirm your identity.',
  'instruction/refused': 'Nothing was decided.',
  'instruction/changed': 'The card has changed. Review it again.',
  'instruction/ended': 'This instruction is no longer pending.',
  'reset/refused': 'Nothing was reset.',
  'update/refused': 'Countersign was not updated.',
  internal: 'Something went wrong inside the app.',
}

/** The effect of an error on orders. */
const orderEffect = {
  none: null,
  'not-placed': 'No order was placed.',
  'may-exist': 'An order may have been placed. Check Orders before you send it again.',
} as const

export const errorText = { sentences: messages, orderEffect } as const
