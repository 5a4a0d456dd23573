/** Files and secrets that could not be read or written. */
export const storage = {
  secretNotEncrypted: 'The key store could not encrypt the secret.',
  secretUnreadable: 'The stored secret is unreadable; it was not changed.',
  secretOfOtherKeyStore: 'The stored secret belongs to another key store; it was not changed.',
  secretNotDecrypted: 'The stored secret could not be decrypted; it was not changed.',
  credentialsUnreadable: 'The stored credentials are unreadable; they were not changed.',
  journalUnreadable: 'the journal cannot be read',
  journalRecordUnreadable: ({ record }: { readonly record: number }) =>
    `journal record ${record} cannot be read, or was made by a newer version`,
  journalFailed: 'the journal failed',
} as const
