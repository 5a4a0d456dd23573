import type { LockView, SwitchStep } from '../../../domain/app/app-state.js'

/** Profiles outside their page: switching, signing in, arming. */
export const profileText = {
  manage: 'Profiles and credentials…',
  choose: 'Change profile',
  arm: {
    title: 'Trade with real money?',
    body: (name: string) =>
      `"${name}" is a live account. Orders that you send from now on use real money, until you change the profile or close Countersign.`,
    type: (word: string) => `Type ${word} to continue`,
    do: 'Open and allow trading',
    doArm: 'Allow trading',
    tradingOff: 'Trading is off in this session.',
    tradingOffHint: 'Prices, positions and cancels work. New orders need your permission first.',
    allowTrading: 'Allow trading…',
  },
  switching: {
    title: (name: string) => `Changing to "${name}"`,
    resetTitle: (name: string) => `Starting "${name}" over`,
    failed:
      'The new profile could not be opened. The old session is closed; its orders are in its journal.',
    back: 'Back to profiles',
    retry: 'Try again',
    steps: {
      halt: 'Stop new orders',
      withdraw: 'Withdraw instructions',
      streams: 'Close streams',
      orders: 'Settle orders in progress',
      dispose: 'Close the old session',
      'set-aside': 'Set the old exchange aside',
      build: 'Open the new one',
    } satisfies Record<SwitchStep, string>,
    states: { waiting: 'waiting', running: 'in progress', done: 'done', failed: 'failed' },
  },
  delayed: 'Delayed',
  delayedHint: 'Sandbox market data is delayed, usually by 15 minutes.',
  signIn: {
    waiting: (time: string) => `Approve in the browser. Waiting ${time} more.`,
    register: 'If the broker’s page refuses the redirect address, register exactly this one:',
    paste: 'Paste the address that the browser shows',
    pasteDo: 'Continue',
    cancel: 'Cancel',
    phone: (time: string) =>
      `Enter the code from the broker’s app (Messages, OpenAPI Notifications). ${time} left.`,
    checking: 'Checked every 5 seconds.',
    noPrices: 'Until then there is no market data.',
    noPricesBecause: (reason: string) => `There is no market data. ${reason}`,
    newCode: 'Request a new code',
    signOut: 'Sign out',
    signOutTitle: 'Sign out?',
    signOutBody:
      'Tokens are removed from this computer. Working orders stay at the broker, and Countersign cannot cancel them until you sign in again.',
    stay: 'Stay signed in',
    expired: 'Your sign-in has expired. Nothing is lost: orders and positions are at the broker.',
  },
} as const

/** Texts of the lock. */
export const lockText = {
  title: 'Lock',
  now: 'Lock Countersign',
  locked: 'Countersign is locked',
  why: {
    idle: 'Locked after inactivity.',
    sleep: 'Locked because the computer slept.',
    asked: 'Locked by you.',
    start: 'Countersign was started.',
  } satisfies Record<NonNullable<LockView['why']>, string>,
  passphrase: 'Passphrase',
  unlock: 'Unlock',
  system: 'Use fingerprint',
  wait: (time: string) => `Too many wrong attempts. Wait ${time}.`,
  live: 'Prices and orders keep updating. Nothing is sent, except by the kill switch.',
  kill: 'Halt and cancel everything',
  killed: (cancelled: number) =>
    `Trading is halted. ${cancelled === 1 ? '1 order was' : `${cancelled} orders were`} canceled.`,
  forgot: 'I forgot the passphrase…',
  forgotTitle: 'Unlock without the passphrase?',
  forgotBody:
    'All credentials and sign-ins of sandbox and production are removed from this computer, and the lock with them. Practice and your journals stay.',
  forgotDo: 'Remove and unlock',
  back: 'Back',
  settingsTitle: 'App lock',
  none: 'There is no lock. Anyone at this computer can trade.',
  set: 'Set a passphrase',
  change: 'Change the passphrase',
  current: 'Current passphrase',
  fresh: 'New passphrase',
  repeated: 'Repeat new passphrase',
  differ: 'The passphrases do not match.',
  hint: 'At least 8 characters. It unlocks Countersign; secrets are encrypted by this computer’s key store.',
  idle: 'Lock after inactivity (min)',
  remove: 'Remove the lock',
  save: 'Save',
  saved: 'The lock was changed',
  done: 'Done',
  systemOn: 'Also unlock with the fingerprint',
  stepUp: 'Confirm your identity',
  stepUpHint: 'Enter your passphrase to continue.',
  go: 'Continue',
  settings: 'App lock…',
} as const
