import type { AppErrorCode } from '../../shared/domain/app/app-error.js'

/**
 * What happened and what to do next, per error code. The detail of one error comes from its own
 * message.
 */
const messages: Record<AppErrorCode, string> = {
  'ipc/unknown-operation':
    'This version of the desk asked for something the app does not know. Restart the app.',
  'ipc/invalid-input': 'The app refused the request because its form was wrong. Nothing was sent.',
  'ipc/invalid-output': 'The app’s answer could not be read. Try again.',
  'ipc/too-large': 'The request is too large.',
  'ipc/not-allowed': 'This window may not do that.',
  'ipc/busy': 'The app is still working on the last request. Try again in a moment.',
  'ipc/timeout': 'The app took too long to answer.',
  'session/not-ready': 'The session is not ready yet. Try again in a moment.',
  'session/signed-out': 'You are signed out. Sign in to go on.',
  'provider/refused': 'The brokerage refused the request.',
  'provider/unauthorized': 'The brokerage no longer accepts this sign-in. Sign in again.',
  'provider/not-entitled': 'This account has no permission for that.',
  'provider/wrong-environment': 'These credentials belong to another environment.',
  'provider/rate-limited':
    'Too many requests in a short time. The desk waits and goes on by itself.',
  'provider/unavailable': 'The brokerage cannot be reached. The desk keeps trying.',
  'provider/timeout': 'The brokerage did not answer in time.',
  'provider/malformed': 'The brokerage’s answer could not be read.',
  'instrument/unknown': 'There is no such symbol.',
  'order/not-found': 'The brokerage does not know this order.',
  'order/outcome-unknown':
    'It is not known yet whether the order was placed. The desk is finding out; do not send it again.',
  'order/already-final': 'The order is already finished and cannot be changed.',
  'order/request-pending': 'A change of this order is still on its way. Wait for its answer.',
  'trading/halted': 'Trading is halted. Nothing was sent.',
  'storage/failed': 'The app could not write to disk. Check free space and permissions.',
  'profile/refused': 'The profile was not changed.',
  'credentials/refused': 'The credential was not kept.',
  'switch/refused': 'The profile stays as it is.',
  'sign-in/refused': 'The sign-in did not go on.',
  'lock/locked': 'The desk is locked.',
  'lock/refused': 'The lock stays as it is.',
  'lock/step-up': 'Show that it is you.',
  'instruction/refused': 'Nothing was decided.',
  'instruction/changed': 'What the card shows has changed. Look at it again.',
  'instruction/ended': 'This instruction is not waiting any more.',
  internal: 'Something went wrong inside the app.',
}

/** The effect of an error on orders. */
const orderEffect = {
  none: null,
  'not-placed': 'No order was placed.',
  'may-exist': 'An order may have been placed. Check Orders before you send it again.',
} as const

export const errorText = { sentences: messages, orderEffect } as const
