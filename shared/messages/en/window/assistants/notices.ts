/** The notices about assistants’ access and about the person’s files. */
export const assistantNotices = {
  'file-damaged': 'A file with your data has a problem.',
  'assistant-file-damaged': 'A file of the assistants was damaged.',
  'assistant-port-taken': 'Another program may know the key of an assistant.',
  'assistant-file-readable': 'A file of the assistants was repaired.',
} as const
