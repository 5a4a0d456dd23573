/**
 * Returns the menu entry without the place for addresses: the program has no reader for them.
 * @param {string} text
 */
export const withoutAddresses = (text) => text.replace(/^(Exec=.*?)[ \t]+%[UuFf][ \t]*$/m, '$1')
