/**
 * The name of the marker of a replacement in the data folder. Apart from its reader, which a start
 * without a marker does not load.
 */
export const FIRST_START_FILE = 'update-start.json'
