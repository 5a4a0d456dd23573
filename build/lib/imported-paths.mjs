const IMPORT =
  /\bfrom '(\.[^']+)'|\b(?:import|vi\.mock|vi\.doMock)\('(\.[^']+)'|\bimport '(\.[^']+)'/g

/**
 * Returns the relative paths that a source text imports, as they are written.
 * @param {string} text in the layout of the formatter
 * @returns {readonly string[]}
 */
export const importedPaths = (text) =>
  [...text.matchAll(IMPORT)].flatMap(([, ...paths]) => paths.filter((path) => path !== undefined))
