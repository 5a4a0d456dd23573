/** The settings of assistants' programs, and why they were not changed. */
export const clients = {
  unreadable: ({ file }: { readonly file: string }) =>
    `${file} cannot be read. It was not changed; add the lines below by hand.`,
  readOnly: ({ file }: { readonly file: string }) =>
    `${file} is read-only. It was not changed; allow writing, or add the lines below by hand.`,
  notAFile: ({ file }: { readonly file: string }) => `${file} is not a file. Nothing was changed.`,
  brokenLink: ({ file }: { readonly file: string }) =>
    `${file} is a link to something that does not exist. Nothing was changed.`,
  tooLarge: ({ file }: { readonly file: string }) =>
    `${file} is larger than settings are. It was not changed; add the lines below by hand.`,
  damaged: ({ file }: { readonly file: string }) =>
    `${file} is damaged: its program may not read it either. It was not changed; repair it first.`,
  unexpected: ({ file }: { readonly file: string }) =>
    `${file} has something else where the servers are listed. It was not changed; add the lines below by hand.`,
  notEditable: ({ file }: { readonly file: string }) =>
    `${file} cannot be changed without a change of other settings. It was not changed; add the lines below by hand.`,
  changed: ({ file }: { readonly file: string }) =>
    `${file} was changed by another program in the meantime. Nothing was written; look at the change again.`,
  moved: ({ file }: { readonly file: string }) =>
    `${file} leads to another place than before. Nothing was changed; remove the entry by hand.`,
  backupGone: ({ file }: { readonly file: string }) =>
    `The copy of ${file} is missing. Nothing was changed; remove the entry by hand.`,
  planGone: 'This change is no longer open. Nothing was written; look at it again.',
  nothingToUndo: 'There is nothing to undo.',
  keyGone: 'This key is not valid any more. Pair the assistant again.',
  noAnswer: 'Countersign does not answer: enable assistant access, then test again.',
  answered: ({ status }: { readonly status: number }) =>
    `Countersign's address answered with HTTP ${status}. Another program may use the port.`,
} as const
