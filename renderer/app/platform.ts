/** Whether this is a Mac: only the names and the place of the command key depend on it. */
export const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')
