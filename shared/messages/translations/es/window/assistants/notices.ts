/** The notices about assistants’ access and about the person’s files, in Spanish. */
export const assistantNoticesEs = {
  'file-damaged': 'Un archivo con sus datos tiene un problema.',
  'assistant-file-damaged': 'Un archivo de los asistentes estaba dañado.',
  'assistant-port-taken': 'Otro programa puede conocer la clave de un asistente.',
  'assistant-file-readable': 'Se reparó un archivo de los asistentes.',
} as const
