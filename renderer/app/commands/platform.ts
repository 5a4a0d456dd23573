/** Whether this is a Mac; affects only the names and the position of the command key. */
export const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')
