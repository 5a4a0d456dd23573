/** Why a proof of identity, or a change of the lock, was refused. */
export const lock = {
  tooWeak: ({ min }: { readonly min: number }) =>
    `Use at least ${min} characters, not just a few of them repeated.`,
  currentNeeded: 'Enter the current passphrase.',
  passphraseFirst: 'Set a passphrase first: it unlocks Countersign when the fingerprint does not.',
  noSystemAuth: 'This computer offers no authentication of its own to programs.',
  notRemoved: 'The lock could not be removed from this computer.',
  tooManyTries: 'Too many wrong tries. Wait a moment.',
  damaged:
    'The file of the lock is damaged: only removing the stored sign-ins unlocks Countersign.',
  wrong: 'Wrong passphrase.',
  notSet: 'There is no lock.',
  notSaved: 'The lock could not be saved on this computer.',
  /** Reasons that the computer shows when it asks for a fingerprint: "Countersign wants to …". */
  toUnlock: 'unlock Countersign',
  toConfirm: 'confirm your identity',
  toChange: 'change the lock',
  toRemove: 'remove the lock',
} as const
