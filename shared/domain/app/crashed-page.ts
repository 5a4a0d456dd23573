/** The end of a page's address after its renderer crashed: the page says that it was reloaded. */
export const CRASHED_HASH = '#crashed'
