/** Returns a text as a search compares it: lower case, and letters without their accents. */
export const searchText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
